CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"billing_email" text DEFAULT '' NOT NULL,
	"billing_address" text DEFAULT '' NOT NULL,
	"po_required" boolean DEFAULT false NOT NULL,
	"odometer_required" boolean DEFAULT false NOT NULL,
	"allowed_package_ids" uuid[] DEFAULT '{}' NOT NULL,
	"net_days" integer DEFAULT 30 NOT NULL,
	"tax_certificate" text DEFAULT '' NOT NULL,
	"tax_exempt_until" date,
	"on_hold" boolean DEFAULT false NOT NULL,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_net_days" CHECK ("companies"."net_days" between 0 and 90)
);
--> statement-breakpoint
CREATE TABLE "company_members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"left_at" timestamp with time zone,
	CONSTRAINT "company_members_role" CHECK ("company_members"."role" in ('manager', 'approver', 'driver'))
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "po_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "unit_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "driver_id" uuid;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_account" ON "companies" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_members_current" ON "company_members" USING btree ("company_id","user_id") WHERE "company_members"."left_at" is null;--> statement-breakpoint
CREATE INDEX "company_members_user" ON "company_members" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "vehicles_unit" ON "vehicles" USING btree ("customer_id","unit_number") WHERE "vehicles"."unit_number" <> '' and "vehicles"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "vehicles_driver" ON "vehicles" USING btree ("driver_id") WHERE "vehicles"."driver_id" is not null;
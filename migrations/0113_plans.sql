CREATE TABLE "plan_consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"hash" text NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_periods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"due_on" date NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"job_id" uuid,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_periods_number" UNIQUE("subscription_id","number")
);
--> statement-breakpoint
CREATE TABLE "plan_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plan_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"service_package_id" uuid NOT NULL,
	"addon_ids" uuid[] DEFAULT '{}' NOT NULL,
	"every_months" integer NOT NULL,
	"every_miles" integer,
	"kept_cents" integer,
	"percent" integer,
	"first_visits" integer DEFAULT 0 NOT NULL,
	"first_percent" integer DEFAULT 0 NOT NULL,
	"term_months" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_versions_number" UNIQUE("plan_id","number"),
	CONSTRAINT "plan_versions_price" CHECK (("plan_versions"."kept_cents" is null or "plan_versions"."percent" is null)
        and coalesce("plan_versions"."kept_cents", 1) > 0 and coalesce("plan_versions"."percent", 1) between 1 and 100
        and "plan_versions"."every_months" between 1 and 36)
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"vehicle_id" uuid NOT NULL,
	"plan_version_id" uuid NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"anchor_on" date NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"next_number" integer DEFAULT 1 NOT NULL,
	"not_before" date NOT NULL,
	"service_address" text NOT NULL,
	"slot" integer NOT NULL,
	"card_id" uuid,
	"auto_book" boolean DEFAULT false NOT NULL,
	"term_from" date NOT NULL,
	"reminded_for" date,
	"paused_until" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"end_words" text DEFAULT '' NOT NULL,
	CONSTRAINT "subscriptions_ended" CHECK (("subscriptions"."state" = 'ended') = ("subscriptions"."ended_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "waitlist_offers" ALTER COLUMN "entry_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD COLUMN "plan_period_id" uuid;--> statement-breakpoint
ALTER TABLE "plan_consents" ADD CONSTRAINT "plan_consents_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_versions" ADD CONSTRAINT "plan_versions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_versions" ADD CONSTRAINT "plan_versions_service_package_id_service_packages_id_fk" FOREIGN KEY ("service_package_id") REFERENCES "public"."service_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_version_id_plan_versions_id_fk" FOREIGN KEY ("plan_version_id") REFERENCES "public"."plan_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_card_id_payment_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."payment_cards"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_consents_subscription" ON "plan_consents" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_periods_job" ON "plan_periods" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_periods_open" ON "plan_periods" USING btree ("subscription_id") WHERE "plan_periods"."state" in ('due', 'proposed', 'booked');--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_car" ON "subscriptions" USING btree ("vehicle_id") WHERE "subscriptions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_vehicle" ON "subscriptions" USING btree ("vehicle_id");--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_version" ON "subscriptions" USING btree ("plan_version_id");--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_plan_period_id_plan_periods_id_fk" FOREIGN KEY ("plan_period_id") REFERENCES "public"."plan_periods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_offers_open_period" ON "waitlist_offers" USING btree ("plan_period_id") WHERE "waitlist_offers"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "waitlist_offers_period" ON "waitlist_offers" USING btree ("plan_period_id");--> statement-breakpoint
ALTER TABLE "waitlist_offers" ADD CONSTRAINT "waitlist_offers_whom" CHECK ("waitlist_offers"."entry_id" is null or "waitlist_offers"."plan_period_id" is null);
-- Search for people by any part of their name, e-mail or phone.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"category" text DEFAULT 'oil' NOT NULL,
	"price_cents" integer NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"sku" text NOT NULL,
	"on_sale" boolean DEFAULT true NOT NULL,
	"stock_quantity" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_sku_unique" UNIQUE("sku")
);
--> statement-breakpoint
CREATE TABLE "service_packages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"base_price_cents" integer NOT NULL,
	"oil_type" text NOT NULL,
	"features" text[] NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"service_type" text DEFAULT 'oil_change' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_addons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"addon_service_id" uuid NOT NULL,
	"name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"added_by_technician" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"actor_id" uuid,
	"kind" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_extras" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"service_type" text NOT NULL,
	"description" text NOT NULL,
	"unit_cents" integer NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"total_cents" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "jobs_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1),
	"customer_id" uuid NOT NULL,
	"technician_id" uuid,
	"vehicle_id" uuid NOT NULL,
	"service_package_id" uuid NOT NULL,
	"service_date" date NOT NULL,
	"slot" smallint NOT NULL,
	"place" smallint DEFAULT 1 NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"service_address" text NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"package_cents" integer NOT NULL,
	"addons_cents" integer DEFAULT 0 NOT NULL,
	"extras_cents" integer DEFAULT 0 NOT NULL,
	"customer_notes" text DEFAULT '' NOT NULL,
	"technician_notes" text DEFAULT '' NOT NULL,
	"communication_active" boolean DEFAULT false NOT NULL,
	"checklist" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"confirmation_due" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text
);
--> statement-breakpoint
CREATE TABLE "communications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"type" text NOT NULL,
	"direction" text NOT NULL,
	"from_user_id" uuid,
	"to_user_id" uuid,
	"message" text NOT NULL,
	"client_id" text,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"handled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer,
	"response" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"job_id" uuid,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"job_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"technician_id" uuid,
	"rating" integer NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_job_id_unique" UNIQUE("job_id")
);
--> statement-breakpoint
CREATE TABLE "pay_cards" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"network_card_id" text NOT NULL,
	"network_customer_id" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"consent_version" text NOT NULL,
	"consent_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pay_discrepancies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"ref" text NOT NULL,
	"detail" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "pay_discrepancies_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payment_id" text,
	"job_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pay_ledger" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"ref" text NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"cents" integer NOT NULL,
	"memo" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "pay_ledger_ref_unique" UNIQUE("ref"),
	CONSTRAINT "pay_ledger_moves" CHECK ("pay_ledger"."cents" > 0 and "pay_ledger"."debit" <> "pay_ledger"."credit")
);
--> statement-breakpoint
CREATE TABLE "pay_adjustments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"from_cents" integer NOT NULL,
	"to_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pay_holds" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"can_raise" boolean NOT NULL,
	"fixed" boolean DEFAULT false NOT NULL,
	"refused" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pay_money" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"captured_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"refund_blocked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pay_money_refunded" CHECK (0 <= "pay_money"."refunded_cents" and "pay_money"."refunded_cents" <= "pay_money"."captured_cents")
);
--> statement-breakpoint
CREATE TABLE "pay_refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"payment_id" text NOT NULL,
	"cents" integer NOT NULL,
	"status" text NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pay_ops" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cents" integer NOT NULL,
	"payment_id" text,
	"token" text,
	"buyer_present" boolean NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"code" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pay_cases" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'none' NOT NULL,
	"held_cents" integer DEFAULT 0 NOT NULL,
	"captured_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"adjustment_cents" integer DEFAULT 0 NOT NULL,
	"billed_cents" integer DEFAULT 0 NOT NULL,
	"card_id" uuid,
	"card_tries" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"hold_asked" boolean DEFAULT false NOT NULL,
	"sync_at" timestamp with time zone,
	"last_decline" text,
	"last_token_hash" text,
	"wake_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pay_cases_refunded" CHECK (0 <= "pay_cases"."refunded_cents" and "pay_cases"."refunded_cents" <= "pay_cases"."captured_cents")
);
--> statement-breakpoint
CREATE TABLE "blocked_slots" (
	"service_date" date NOT NULL,
	"slot" smallint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_slots_service_date_slot_pk" PRIMARY KEY("service_date","slot")
);
--> statement-breakpoint
CREATE TABLE "core_spots" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"radius_miles" double precision DEFAULT 10 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"changed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"address" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "simulator_records" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "simulator_records_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"role" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text,
	"phone" text DEFAULT '' NOT NULL,
	"profile_image_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp with time zone,
	"login_count" integer DEFAULT 0 NOT NULL,
	"approved_at" timestamp with time zone,
	"deactivated_at" timestamp with time zone,
	"anonymised_at" timestamp with time zone,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"sms_notifications" boolean DEFAULT false NOT NULL,
	"marketing_emails" boolean DEFAULT false NOT NULL,
	"appointment_reminders" boolean DEFAULT true NOT NULL,
	"service_updates" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "engines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"make" text NOT NULL,
	"model" text NOT NULL,
	"years" text NOT NULL,
	"engine" text NOT NULL,
	"quarts" real NOT NULL,
	"viscosity" text NOT NULL,
	"oil_type" text NOT NULL,
	"source" text NOT NULL,
	"confidence" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vehicles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"make" text NOT NULL,
	"model" text NOT NULL,
	"year" text NOT NULL,
	"license_plate" text NOT NULL,
	"vin" text,
	"trim" text,
	"engine" text,
	"fuel" text,
	"oil_type" text,
	"oil_capacity" double precision,
	"recommended_service_level" text,
	"capacity_source" text,
	"confidence" text,
	"odometer_miles" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "job_addons" ADD CONSTRAINT "job_addons_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_addons" ADD CONSTRAINT "job_addons_addon_service_id_products_id_fk" FOREIGN KEY ("addon_service_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_extras" ADD CONSTRAINT "job_extras_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_technician_id_users_id_fk" FOREIGN KEY ("technician_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_service_package_id_service_packages_id_fk" FOREIGN KEY ("service_package_id") REFERENCES "public"."service_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communications" ADD CONSTRAINT "communications_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communications" ADD CONSTRAINT "communications_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communications" ADD CONSTRAINT "communications_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_technician_id_users_id_fk" FOREIGN KEY ("technician_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_cards" ADD CONSTRAINT "pay_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_discrepancies" ADD CONSTRAINT "pay_discrepancies_job_id_pay_cases_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."pay_cases"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_job_id_pay_cases_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."pay_cases"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_job_id_pay_cases_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."pay_cases"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_adjustments" ADD CONSTRAINT "pay_adjustments_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_holds" ADD CONSTRAINT "pay_holds_job_id_pay_cases_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."pay_cases"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_money" ADD CONSTRAINT "pay_money_job_id_pay_cases_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."pay_cases"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_refunds" ADD CONSTRAINT "pay_refunds_job_id_pay_cases_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."pay_cases"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_refunds" ADD CONSTRAINT "pay_refunds_payment_id_pay_money_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."pay_money"("payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_ops" ADD CONSTRAINT "pay_ops_job_id_pay_cases_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."pay_cases"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_cases" ADD CONSTRAINT "pay_cases_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_cases" ADD CONSTRAINT "pay_cases_card_id_pay_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."pay_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "job_addons_once" ON "job_addons" USING btree ("job_id","addon_service_id");--> statement-breakpoint
CREATE INDEX "job_events_job" ON "job_events" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "job_extras_job" ON "job_extras" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_place" ON "jobs" USING btree ("service_date","slot","place") WHERE "jobs"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "jobs_customer" ON "jobs" USING btree ("customer_id","service_date" DESC NULLS LAST,"slot" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_technician" ON "jobs" USING btree ("technician_id","service_date","slot") WHERE "jobs"."status" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_vehicle_slot" ON "jobs" USING btree ("vehicle_id","service_date","slot") WHERE "jobs"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "jobs_unassigned" ON "jobs" USING btree ("service_date","slot") WHERE "jobs"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "jobs_in_progress" ON "jobs" USING btree ("technician_id") WHERE "jobs"."status" = 'in_progress';--> statement-breakpoint
CREATE INDEX "jobs_vehicle" ON "jobs" USING btree ("vehicle_id");--> statement-breakpoint
CREATE INDEX "jobs_confirmation" ON "jobs" USING btree ("created_at") WHERE "jobs"."confirmation_due";--> statement-breakpoint
CREATE INDEX "jobs_newest" ON "jobs" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "jobs_completed" ON "jobs" USING btree ("completed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_number" ON "jobs" USING btree ("number");--> statement-breakpoint
CREATE INDEX "communications_job" ON "communications" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "communications_once" ON "communications" USING btree ("job_id","from_user_id","client_id") WHERE "communications"."client_id" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_messages_newest" ON "outbox_messages" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_technician" ON "reviews" USING btree ("technician_id");--> statement-breakpoint
CREATE INDEX "pay_cards_user" ON "pay_cards" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pay_discrepancies_job" ON "pay_discrepancies" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "provider_events_age" ON "provider_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "pay_ledger_job" ON "pay_ledger" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "pay_ledger_at" ON "pay_ledger" USING btree ("at");--> statement-breakpoint
CREATE INDEX "pay_adjustments_job" ON "pay_adjustments" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_holds_open" ON "pay_holds" USING btree ("job_id") WHERE "pay_holds"."status" = 'open';--> statement-breakpoint
CREATE INDEX "pay_holds_job" ON "pay_holds" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "pay_money_job" ON "pay_money" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "pay_refunds_job" ON "pay_refunds" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pay_ops_open" ON "pay_ops" USING btree ("job_id") WHERE "pay_ops"."status" = 'open';--> statement-breakpoint
CREATE INDEX "pay_ops_job" ON "pay_ops" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "pay_cases_newest" ON "pay_cases" USING btree ("created_at" DESC NULLS LAST,"job_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pay_cases_state" ON "pay_cases" USING btree ("state","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pay_cases_wake" ON "pay_cases" USING btree ("wake_at") WHERE "pay_cases"."wake_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_codes_email" ON "sign_in_codes" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "sign_in_codes_address" ON "sign_in_codes" USING btree ("address","created_at");--> statement-breakpoint
CREATE INDEX "simulator_records_age" ON "simulator_records" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","created_at");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (("first_name" || ' ' || "last_name" || ' ' || coalesce("email", '') || ' ' || "phone") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "engines_make" ON "engines" USING btree ("make");--> statement-breakpoint
CREATE INDEX "vehicles_customer" ON "vehicles" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "vehicles_deleted" ON "vehicles" USING btree ("deleted_at");
CREATE TABLE "blocked_slots" (
	"service_date" date NOT NULL,
	"slot" smallint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_slots_service_date_slot_pk" PRIMARY KEY("service_date","slot")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "calendar_feeds_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "card_additions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text,
	"token_hash" text NOT NULL,
	"is_default" boolean NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"code" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "catalog_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject_id" uuid NOT NULL,
	"actor_id" uuid,
	"changes" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"slots" smallint[] NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"customer_id" uuid,
	"job_id" uuid,
	"language" text,
	"assigned_to" uuid,
	"handled_at" timestamp with time zone,
	"handled_by" uuid,
	"channel" text DEFAULT 'form' NOT NULL,
	"texts_stopped" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contact_message_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"text_id" uuid
);
--> statement-breakpoint
CREATE TABLE "conversation_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"type" text NOT NULL,
	"direction" text NOT NULL,
	"from_user_id" uuid,
	"to_user_id" uuid,
	"message" text NOT NULL,
	"client_id" text,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"event" text,
	"received_at" timestamp with time zone
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"tax_rate_bp" integer
);
--> statement-breakpoint
CREATE TABLE "customer_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"actor_id" uuid,
	"kind" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_totals" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"job_count" integer DEFAULT 0 NOT NULL,
	"spent_cents" bigint DEFAULT 0 NOT NULL,
	"last_completed_at" timestamp with time zone,
	"last_visit_on" date,
	"found_by" text
);
--> statement-breakpoint
CREATE TABLE "daily_counts" (
	"what" text NOT NULL,
	"who" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "daily_counts_what_who_day_pk" PRIMARY KEY("what","who","day")
);
--> statement-breakpoint
CREATE TABLE "day_closes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"by" uuid NOT NULL,
	"entries" integer NOT NULL,
	"figures" jsonb NOT NULL,
	"open_differences" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_comparisons" (
	"day" date PRIMARY KEY NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"by" uuid
);
--> statement-breakpoint
CREATE TABLE "days_off" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"technician_id" uuid NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "days_off_in_order" CHECK ("days_off"."from_date" <= "days_off"."to_date")
);
--> statement-breakpoint
CREATE TABLE "difference_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"network_id" text NOT NULL,
	"here_cents" integer NOT NULL,
	"there_cents" integer NOT NULL,
	"note" text NOT NULL,
	"by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "difference_notes_once" UNIQUE("day","network_id","here_cents","there_cents")
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
	"confidence" text NOT NULL,
	"is_own" boolean DEFAULT false NOT NULL,
	"original" jsonb,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guest_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"ticket_hash" text NOT NULL,
	"job_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	CONSTRAINT "guest_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "guest_links_ticket_hash_unique" UNIQUE("ticket_hash")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"body_hash" text NOT NULL,
	"response" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_records" (
	"import_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"removed_at" timestamp with time zone,
	"kept_because" text,
	CONSTRAINT "import_records_import_id_kind_record_id_pk" PRIMARY KEY("import_id","kind","record_id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content" text,
	"state" text DEFAULT 'running' NOT NULL,
	"rows" integer NOT NULL,
	"done_rows" integer DEFAULT 0 NOT NULL,
	"counts" jsonb NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	"request_key" text,
	CONSTRAINT "imports_request_key_unique" UNIQUE("request_key")
);
--> statement-breakpoint
CREATE TABLE "incoming_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contact_message_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"message" text NOT NULL,
	"attachments" smallint DEFAULT 0 NOT NULL,
	"keyword" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "incoming_texts_provider_id_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_years" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"year" integer NOT NULL,
	"nth" integer NOT NULL,
	"number" text NOT NULL,
	"job_id" uuid NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"document" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"voided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_cents" integer DEFAULT 0 NOT NULL,
	"open_cents" integer GENERATED ALWAYS AS (case when voided_at is null then greatest(total_cents - paid_cents, 0) else 0 end) STORED NOT NULL,
	"bill_to" text GENERATED ALWAYS AS (coalesce(nullif(document #>> '{billTo,company}', ''), document #>> '{billTo,name}', '')) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (number || ' ' || coalesce(document #>> '{billTo,company}', '') || ' '
  || coalesce(document #>> '{billTo,name}', '') || ' ' || coalesce(document #>> '{visit,number}', '')) STORED NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_paid_cents" CHECK ("invoices"."paid_cents" >= 0),
	CONSTRAINT "invoices_total" CHECK ("invoices"."total_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "job_addons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"addon_service_id" uuid NOT NULL,
	"name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"added_by_technician" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added_by" uuid,
	"taxable" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"actor_id" uuid,
	"kind" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"received_at" timestamp with time zone
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"approval" text DEFAULT 'not_needed' NOT NULL,
	"added_by" uuid,
	"received_at" timestamp with time zone,
	"taxable" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"moment" text NOT NULL,
	"uploaded_by" uuid,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"received_at" timestamp with time zone,
	"unsent" boolean DEFAULT false NOT NULL
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
	"seat" smallint DEFAULT 1,
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
	"cancel_reason" text,
	"access_notes" text DEFAULT '' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"needs_confirmation" boolean DEFAULT false NOT NULL,
	"odometer_miles" integer,
	"filled_quarts" double precision,
	"started_received_at" timestamp with time zone,
	"completed_received_at" timestamp with time zone,
	"outcome" text,
	"not_done_reason" text,
	"not_done_note" text DEFAULT '' NOT NULL,
	"fee_decision_until" timestamp with time zone,
	"cancel_fee_cents" integer,
	"cancel_fee_within_hours" integer,
	"not_done_fee_cents" integer,
	"cancel_free_until" timestamp with time zone,
	"technician_lost" boolean DEFAULT false NOT NULL,
	"tax_rate_bp" integer,
	"taxable_cents" integer DEFAULT 0 NOT NULL,
	"on_invoice" boolean DEFAULT false NOT NULL,
	CONSTRAINT "jobs_seat_or_request" CHECK ("jobs"."seat" is not null or "jobs"."needs_confirmation" or "jobs"."status" = 'cancelled')
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"ref" text NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"cents" integer NOT NULL,
	"memo" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entries_ref_unique" UNIQUE("ref"),
	CONSTRAINT "ledger_entries_moves" CHECK ("ledger_entries"."cents" > 0 and "ledger_entries"."debit" <> "ledger_entries"."credit")
);
--> statement-breakpoint
CREATE TABLE "logo_pictures" (
	"logo_id" uuid NOT NULL,
	"size" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "logo_pictures_logo_id_size_pk" PRIMARY KEY("logo_id","size")
);
--> statement-breakpoint
CREATE TABLE "logos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"ground" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_movements" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"payment_id" text NOT NULL,
	"cents" integer NOT NULL,
	"status" text NOT NULL,
	"at" timestamp with time zone,
	"reference" text,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "network_movements_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text,
	"message" text,
	"job_id" uuid,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"audience" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "odometer_readings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vehicle_id" uuid NOT NULL,
	"miles" integer NOT NULL,
	"read_on" date NOT NULL,
	"read_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offered_seats" (
	"service_date" date NOT NULL,
	"slot" smallint NOT NULL,
	"seats" smallint NOT NULL,
	CONSTRAINT "offered_seats_service_date_slot_pk" PRIMARY KEY("service_date","slot")
);
--> statement-breakpoint
CREATE TABLE "office_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"job_id" uuid,
	"person_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "package_products" (
	"package_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"per_quart" boolean DEFAULT false NOT NULL,
	CONSTRAINT "package_products_package_id_product_id_pk" PRIMARY KEY("package_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "payment_accounts" (
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
	"told_charged_cents" integer DEFAULT 0 NOT NULL,
	"told_refunded_cents" integer DEFAULT 0 NOT NULL,
	"fee_cents" integer DEFAULT 0 NOT NULL,
	"entered_by" uuid,
	"tip_given_cents" integer DEFAULT 0 NOT NULL,
	"tip_cents" integer DEFAULT 0 NOT NULL,
	"amount_cents" integer,
	"visit_over" boolean DEFAULT false NOT NULL,
	"visit_on" date,
	"technician_id" uuid,
	"billed_tax_cents" integer DEFAULT 0 NOT NULL,
	"tax_collected_cents" integer DEFAULT 0 NOT NULL,
	"consent_version" text,
	"consent_at" timestamp with time zone,
	"invoice_paid_cents" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_accounts_tip" CHECK (0 <= "payment_accounts"."tip_cents" and "payment_accounts"."tip_cents" <= "payment_accounts"."tip_given_cents"),
	CONSTRAINT "payment_accounts_refunded" CHECK (0 <= "payment_accounts"."refunded_cents" and "payment_accounts"."refunded_cents" <= "payment_accounts"."captured_cents")
);
--> statement-breakpoint
CREATE TABLE "payment_adjustments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"from_cents" integer NOT NULL,
	"to_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'adjustment' NOT NULL,
	"key_hash" text
);
--> statement-breakpoint
CREATE TABLE "payment_captures" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"captured_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"refund_blocked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"purpose" text DEFAULT 'visit' NOT NULL,
	"wallet" text,
	CONSTRAINT "payment_captures_refunded" CHECK (0 <= "payment_captures"."refunded_cents" and "payment_captures"."refunded_cents" <= "payment_captures"."captured_cents")
);
--> statement-breakpoint
CREATE TABLE "payment_cards" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"network_card_id" text NOT NULL,
	"network_customer_id" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"consent_version" text NOT NULL,
	"consent_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires" text,
	"fingerprint" text,
	"kept_at" timestamp with time zone,
	"preferred_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"forgotten_at" timestamp with time zone,
	"to_keep" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_discrepancies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"ref" text NOT NULL,
	"detail" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"stuck_cents" integer,
	"payment_id" text,
	"resolved_by" uuid,
	"outcome" text,
	"resolution" text,
	CONSTRAINT "payment_discrepancies_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "payment_holds" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"can_raise" boolean NOT NULL,
	"fixed" boolean DEFAULT false NOT NULL,
	"refused" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"wallet" text
);
--> statement-breakpoint
CREATE TABLE "payment_operations" (
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
	"closed_at" timestamp with time zone,
	"keep_card" boolean DEFAULT false NOT NULL,
	"wallet" text
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"payment_id" text NOT NULL,
	"cents" integer NOT NULL,
	"status" text NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"access_notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "position_shares" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"technician_id" uuid NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
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
	"low_stock_at" integer,
	"extra_type" text,
	"version" integer DEFAULT 1 NOT NULL,
	"taxable" boolean DEFAULT true NOT NULL,
	CONSTRAINT "products_sku_unique" UNIQUE("sku")
);
--> statement-breakpoint
CREATE TABLE "promotion_uses" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"promotion_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"reason" text NOT NULL,
	"percent" integer,
	"cap_cents" integer,
	"off_cents" integer,
	"visits_from" date,
	"visits_until" date,
	"max_uses" integer,
	"max_uses_per_customer" integer,
	"first_visit_only" boolean DEFAULT false NOT NULL,
	"package_ids" uuid[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"given_cents" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotions_code_unique" UNIQUE("code"),
	CONSTRAINT "promotions_code" CHECK ("promotions"."code" ~ '^[A-Z0-9-]{3,20}$'),
	CONSTRAINT "promotions_off" CHECK (("promotions"."percent" is null) <> ("promotions"."off_cents" is null)
        and coalesce("promotions"."percent", 1) between 1 and 100 and coalesce("promotions"."off_cents", 1) > 0),
	CONSTRAINT "promotions_uses" CHECK ("promotions"."uses" >= 0 and "promotions"."given_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payment_id" text,
	"job_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dispute" jsonb,
	"occurred_at" timestamp with time zone,
	"replayed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_hash" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_session_hash_unique" UNIQUE("session_hash"),
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
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
	"may_publish" boolean DEFAULT false NOT NULL,
	CONSTRAINT "reviews_job_id_unique" UNIQUE("job_id")
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sent_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"job_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"language" text
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"is_recommended" boolean DEFAULT false NOT NULL,
	"included_quarts" real DEFAULT 5 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"taxable" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text,
	"before" jsonb,
	"after" jsonb,
	"undoes" uuid
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"changed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"limit_key" text NOT NULL,
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
CREATE TABLE "stock_movements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"job_id" uuid,
	"quantity" integer NOT NULL,
	"stock_after" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unsent_work" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"technician_id" uuid NOT NULL,
	"changes" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	"handled_by" uuid
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
	"anonymized_at" timestamp with time zone,
	"email_notifications" boolean DEFAULT true NOT NULL,
	"sms_notifications" boolean DEFAULT false NOT NULL,
	"marketing_emails" boolean DEFAULT false NOT NULL,
	"appointment_reminders" boolean DEFAULT true NOT NULL,
	"service_updates" boolean DEFAULT true NOT NULL,
	"language" text,
	"max_visits_without_card" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" uuid,
	"skills" text[] DEFAULT '{"diesel"}' NOT NULL,
	"working_hours" jsonb,
	"home_address" text DEFAULT '' NOT NULL,
	"home_latitude" double precision,
	"home_longitude" double precision,
	"photo_id" uuid,
	"invited_at" timestamp with time zone,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"merged_into" uuid,
	"search_text" text GENERATED ALWAYS AS (lower(' ' || first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g'))) STORED,
	"invoicing" jsonb,
	"time_zone" text
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"touched_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_additions" ADD CONSTRAINT "card_additions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_changes" ADD CONSTRAINT "catalog_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_text_id_sent_messages_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."sent_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_entries" ADD CONSTRAINT "conversation_entries_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_entries" ADD CONSTRAINT "conversation_entries_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_entries" ADD CONSTRAINT "conversation_entries_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_events" ADD CONSTRAINT "customer_events_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_events" ADD CONSTRAINT "customer_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_totals" ADD CONSTRAINT "customer_totals_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_closes" ADD CONSTRAINT "day_closes_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_comparisons" ADD CONSTRAINT "day_comparisons_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "days_off" ADD CONSTRAINT "days_off_technician_id_users_id_fk" FOREIGN KEY ("technician_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "difference_notes" ADD CONSTRAINT "difference_notes_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_links" ADD CONSTRAINT "guest_links_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_records" ADD CONSTRAINT "import_records_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_texts" ADD CONSTRAINT "incoming_texts_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_addons" ADD CONSTRAINT "job_addons_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_addons" ADD CONSTRAINT "job_addons_addon_service_id_products_id_fk" FOREIGN KEY ("addon_service_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_addons" ADD CONSTRAINT "job_addons_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_extras" ADD CONSTRAINT "job_extras_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_extras" ADD CONSTRAINT "job_extras_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_photos" ADD CONSTRAINT "job_photos_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_photos" ADD CONSTRAINT "job_photos_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_technician_id_users_id_fk" FOREIGN KEY ("technician_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_service_package_id_service_packages_id_fk" FOREIGN KEY ("service_package_id") REFERENCES "public"."service_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logo_pictures" ADD CONSTRAINT "logo_pictures_logo_id_logos_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."logos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "odometer_readings" ADD CONSTRAINT "odometer_readings_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "odometer_readings" ADD CONSTRAINT "odometer_readings_read_by_users_id_fk" FOREIGN KEY ("read_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_products" ADD CONSTRAINT "package_products_package_id_service_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."service_packages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_products" ADD CONSTRAINT "package_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_card_id_payment_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."payment_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_entered_by_users_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_adjustments" ADD CONSTRAINT "payment_adjustments_job_id_payment_accounts_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."payment_accounts"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_adjustments" ADD CONSTRAINT "payment_adjustments_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_captures" ADD CONSTRAINT "payment_captures_job_id_payment_accounts_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."payment_accounts"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_cards" ADD CONSTRAINT "payment_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_discrepancies" ADD CONSTRAINT "payment_discrepancies_job_id_payment_accounts_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."payment_accounts"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_discrepancies" ADD CONSTRAINT "payment_discrepancies_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_holds" ADD CONSTRAINT "payment_holds_job_id_payment_accounts_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."payment_accounts"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_operations" ADD CONSTRAINT "payment_operations_job_id_payment_accounts_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."payment_accounts"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_job_id_payment_accounts_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."payment_accounts"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payment_captures_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment_captures"("payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position_shares" ADD CONSTRAINT "position_shares_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position_shares" ADD CONSTRAINT "position_shares_technician_id_users_id_fk" FOREIGN KEY ("technician_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_job_id_payment_accounts_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."payment_accounts"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_hash_sessions_token_hash_fk" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_technician_id_users_id_fk" FOREIGN KEY ("technician_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_messages" ADD CONSTRAINT "sent_messages_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsent_work" ADD CONSTRAINT "unsent_work_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsent_work" ADD CONSTRAINT "unsent_work_technician_id_users_id_fk" FOREIGN KEY ("technician_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsent_work" ADD CONSTRAINT "unsent_work_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "card_additions_token" ON "card_additions" USING btree ("user_id","token_hash");--> statement-breakpoint
CREATE INDEX "catalog_changes_subject" ON "catalog_changes" USING btree ("subject_id","created_at");--> statement-breakpoint
CREATE INDEX "closures_to" ON "closures" USING btree ("to_date");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_messages_texts" ON "contact_messages" USING btree ("phone") WHERE "contact_messages"."channel" = 'sms';--> statement-breakpoint
CREATE INDEX "contact_messages_shown" ON "contact_messages" USING btree ("handled","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_messages_network" ON "contact_messages" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_customer" ON "contact_messages" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "contact_messages_name" ON "contact_messages" USING btree (("name" collate "und-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "contact_messages_subject" ON "contact_messages" USING btree (("subject" collate "und-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "contact_messages_search" ON "contact_messages" USING gin (("name" || ' ' || "email" || ' ' || "phone" || ' ' || "subject" || ' ' || "message") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contact_messages_handled_by" ON "contact_messages" USING btree ("handled_by") WHERE "contact_messages"."handled_by" is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_assigned" ON "contact_messages" USING btree ("assigned_to","created_at");--> statement-breakpoint
CREATE INDEX "contact_replies_message" ON "contact_replies" USING btree ("contact_message_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_replies_author" ON "contact_replies" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "contact_replies_text" ON "contact_replies" USING btree ("text_id") WHERE "contact_replies"."text_id" is not null;--> statement-breakpoint
CREATE INDEX "conversation_entries_job" ON "conversation_entries" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "conversation_entries_from" ON "conversation_entries" USING btree ("from_user_id") WHERE "conversation_entries"."from_user_id" is not null;--> statement-breakpoint
CREATE INDEX "conversation_entries_to" ON "conversation_entries" USING btree ("to_user_id") WHERE "conversation_entries"."to_user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_entries_once" ON "conversation_entries" USING btree ("job_id","from_user_id","client_id") WHERE "conversation_entries"."client_id" is not null;--> statement-breakpoint
CREATE INDEX "customer_events_customer" ON "customer_events" USING btree ("customer_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "customer_events_actor" ON "customer_events" USING btree ("actor_id") WHERE "customer_events"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "customer_notes_customer" ON "customer_notes" USING btree ("customer_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "customer_notes_author" ON "customer_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "customer_totals_jobs" ON "customer_totals" USING btree ("job_count","customer_id","found_by");--> statement-breakpoint
CREATE INDEX "customer_totals_spent" ON "customer_totals" USING btree ("spent_cents","customer_id","found_by");--> statement-breakpoint
CREATE INDEX "customer_totals_served" ON "customer_totals" USING btree (coalesce("last_completed_at", '9999-12-31T00:00:00Z'::timestamptz),"customer_id","last_completed_at","found_by");--> statement-breakpoint
CREATE INDEX "customer_totals_served_last" ON "customer_totals" USING btree (coalesce("last_completed_at", '1900-01-01T00:00:00Z'::timestamptz),"customer_id","last_completed_at","found_by");--> statement-breakpoint
CREATE INDEX "customer_totals_visited" ON "customer_totals" USING btree ("last_visit_on");--> statement-breakpoint
CREATE INDEX "daily_counts_day" ON "daily_counts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "day_closes_day" ON "day_closes" USING btree ("day","created_at");--> statement-breakpoint
CREATE INDEX "days_off_technician" ON "days_off" USING btree ("technician_id","to_date");--> statement-breakpoint
CREATE INDEX "difference_notes_by" ON "difference_notes" USING btree ("by");--> statement-breakpoint
CREATE INDEX "engines_make" ON "engines" USING btree ("make");--> statement-breakpoint
CREATE INDEX "guest_links_job" ON "guest_links" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "guest_links_network" ON "guest_links" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "imports_time" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "incoming_texts_message" ON "incoming_texts" USING btree ("contact_message_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_nth" ON "invoices" USING btree ("year","nth");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_job" ON "invoices" USING btree ("job_id") WHERE "invoices"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "invoices_job" ON "invoices" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ((year::bigint * 10000000 + nth),"id");--> statement-breakpoint
CREATE INDEX "invoices_bill_to" ON "invoices" USING btree ("bill_to" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("due_on","id");--> statement-breakpoint
CREATE INDEX "invoices_amount" ON "invoices" USING btree ("total_cents","id");--> statement-breakpoint
CREATE INDEX "invoices_paid" ON "invoices" USING btree ("paid_cents","id");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("open_cents","id");--> statement-breakpoint
CREATE INDEX "invoices_search" ON "invoices" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invoices_unpaid" ON "invoices" USING btree ("due_on","id") WHERE "invoices"."open_cents" > 0;--> statement-breakpoint
CREATE INDEX "invoices_void" ON "invoices" USING btree ((year::bigint * 10000000 + nth),"id") WHERE "invoices"."voided_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "job_addons_once" ON "job_addons" USING btree ("job_id","addon_service_id");--> statement-breakpoint
CREATE INDEX "job_addons_added_by" ON "job_addons" USING btree ("added_by") WHERE "job_addons"."added_by" is not null;--> statement-breakpoint
CREATE INDEX "job_events_job" ON "job_events" USING btree ("job_id","created_at","id","kind","actor_id");--> statement-breakpoint
CREATE INDEX "job_events_actor" ON "job_events" USING btree ("actor_id","created_at","id","kind");--> statement-breakpoint
CREATE INDEX "job_events_kind" ON "job_events" USING btree ("kind","created_at","id","actor_id");--> statement-breakpoint
CREATE INDEX "job_events_money" ON "job_events" USING btree ("created_at","id","actor_id") WHERE "job_events"."kind" in ('payment_held', 'payment_released', 'payment_charged', 'payment_refunded', 'payment_refund_failed', 'payment_disputed', 'payment_adjusted', 'payment_problem_resolved', 'refund_decided', 'tip_given', 'tip_refunded', 'fee_decided', 'fee_lapsed', 'extra_billed', 'invoice_issued', 'invoice_voided', 'invoice_paid', 'invoice_payment_undone');--> statement-breakpoint
CREATE INDEX "job_events_said" ON "job_events" USING gin ((lower(coalesce(data ->> 'words', '') || ' ' || coalesce(data ->> 'note', '') || ' ' || coalesce(data ->> 'reason', ''))) gin_trgm_ops) WHERE "job_events"."kind" in ('job_cancelled', 'job_not_done', 'payment_adjusted', 'refund_decided', 'fee_decided', 'payment_problem_resolved', 'invoice_paid', 'invoice_payment_undone');--> statement-breakpoint
CREATE INDEX "job_extras_job" ON "job_extras" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "job_extras_added_by" ON "job_extras" USING btree ("added_by") WHERE "job_extras"."added_by" is not null;--> statement-breakpoint
CREATE INDEX "job_photos_job" ON "job_photos" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "job_photos_uploaded_by" ON "job_photos" USING btree ("uploaded_by") WHERE "job_photos"."uploaded_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_seat" ON "jobs" USING btree ("service_date","slot","seat") WHERE "jobs"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "jobs_customer" ON "jobs" USING btree ("customer_id","service_date" DESC NULLS LAST,"slot" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_technician" ON "jobs" USING btree ("technician_id","service_date","slot") WHERE "jobs"."status" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_vehicle_slot" ON "jobs" USING btree ("vehicle_id","service_date","slot") WHERE "jobs"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "jobs_unassigned" ON "jobs" USING btree ("service_date","slot") WHERE "jobs"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "jobs_technician_lost" ON "jobs" USING btree ("service_date","slot") WHERE "jobs"."status" = 'scheduled' and "jobs"."technician_lost";--> statement-breakpoint
CREATE INDEX "jobs_requests" ON "jobs" USING btree ("service_date","slot") WHERE "jobs"."status" = 'scheduled' and "jobs"."needs_confirmation";--> statement-breakpoint
CREATE INDEX "jobs_under_way" ON "jobs" USING btree ("service_date","slot") WHERE "jobs"."status" in ('assigned', 'in_progress');--> statement-breakpoint
CREATE INDEX "jobs_in_progress" ON "jobs" USING btree ("technician_id") WHERE "jobs"."status" = 'in_progress';--> statement-breakpoint
CREATE INDEX "jobs_work" ON "jobs" USING btree ("technician_id","completed_at","id") WHERE "jobs"."technician_id" is not null;--> statement-breakpoint
CREATE INDEX "jobs_vehicle" ON "jobs" USING btree ("vehicle_id");--> statement-breakpoint
CREATE INDEX "jobs_address" ON "jobs" USING btree (lower("service_address") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "jobs_confirmation" ON "jobs" USING btree ("created_at") WHERE "jobs"."confirmation_due";--> statement-breakpoint
CREATE INDEX "jobs_fee_decision" ON "jobs" USING btree ("fee_decision_until") WHERE "jobs"."fee_decision_until" is not null;--> statement-breakpoint
CREATE INDEX "jobs_newest" ON "jobs" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "jobs_completed" ON "jobs" USING btree ("completed_at");--> statement-breakpoint
CREATE INDEX "jobs_cancelled" ON "jobs" USING btree ("cancelled_at") WHERE "jobs"."status" = 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_number" ON "jobs" USING btree ("number");--> statement-breakpoint
CREATE INDEX "ledger_entries_job" ON "ledger_entries" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_at" ON "ledger_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "ledger_entries_bank" ON "ledger_entries" USING btree ("at","debit","cents","credit") WHERE "ledger_entries"."debit" = 'bank' or "ledger_entries"."credit" = 'bank';--> statement-breakpoint
CREATE INDEX "ledger_entries_cash" ON "ledger_entries" USING btree ("at","debit","cents","credit") WHERE "ledger_entries"."debit" = 'cash' or "ledger_entries"."credit" = 'cash';--> statement-breakpoint
CREATE INDEX "ledger_entries_tips" ON "ledger_entries" USING btree ("at") WHERE "ledger_entries"."debit" = 'tips_payable' or "ledger_entries"."credit" = 'tips_payable';--> statement-breakpoint
CREATE INDEX "ledger_entries_sales_tax" ON "ledger_entries" USING btree ("at","debit","cents") WHERE "ledger_entries"."debit" = 'tax_payable' or "ledger_entries"."credit" = 'tax_payable';--> statement-breakpoint
CREATE INDEX "network_movements_at" ON "network_movements" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "odometer_readings_day" ON "odometer_readings" USING btree ("vehicle_id","read_on");--> statement-breakpoint
CREATE INDEX "odometer_readings_read_by" ON "odometer_readings" USING btree ("read_by") WHERE "odometer_readings"."read_by" is not null;--> statement-breakpoint
CREATE INDEX "office_events_time" ON "office_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "office_events_actor" ON "office_events" USING btree ("actor_id","created_at","id","kind");--> statement-breakpoint
CREATE INDEX "office_events_kind" ON "office_events" USING btree ("kind","created_at","id","actor_id");--> statement-breakpoint
CREATE INDEX "office_events_person" ON "office_events" USING btree ("person_id","created_at","id");--> statement-breakpoint
CREATE INDEX "office_events_name" ON "office_events" USING gin (lower("data" ->> 'name') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "office_events_job" ON "office_events" USING btree ("job_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_accounts_newest" ON "payment_accounts" USING btree ("created_at" DESC NULLS LAST,"job_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_accounts_state" ON "payment_accounts" USING btree ("state","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_accounts_amount" ON "payment_accounts" USING btree ("amount_cents","job_id");--> statement-breakpoint
CREATE INDEX "payment_accounts_visit" ON "payment_accounts" USING btree ("visit_on");--> statement-breakpoint
CREATE INDEX "payment_accounts_technician" ON "payment_accounts" USING btree ("technician_id","created_at" DESC NULLS LAST,"job_id" DESC NULLS LAST) WHERE "payment_accounts"."technician_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_accounts_held" ON "payment_accounts" USING btree ("held_cents","job_id");--> statement-breakpoint
CREATE INDEX "payment_accounts_captured" ON "payment_accounts" USING btree ("captured_cents","job_id");--> statement-breakpoint
CREATE INDEX "payment_accounts_listed" ON "payment_accounts" USING btree ((case when state in ('paid', 'refunding', 'invoice_paid') then 'completed' when state in ('held') then 'authorized' when state in ('none', 'card_saved', 'authorizing', 'expired', 'settling', 'balance_due') then 'pending' when state in ('failed') then 'failed' when state in ('refunded') then 'refunded' when state in ('voiding', 'voided') then 'not_charged' when state in ('on_invoice') then 'on_invoice' end),"job_id");--> statement-breakpoint
CREATE INDEX "payment_accounts_given_back" ON "payment_accounts" USING btree ("refunded_cents") WHERE "payment_accounts"."refunded_cents" > 0;--> statement-breakpoint
CREATE INDEX "payment_accounts_unpaid" ON "payment_accounts" USING btree ("created_at" DESC NULLS LAST,"job_id" DESC NULLS LAST) WHERE "payment_accounts"."visit_over" and "payment_accounts"."amount_cents" - "payment_accounts"."captured_cents" + "payment_accounts"."refunded_cents" - "payment_accounts"."invoice_paid_cents" > 0;--> statement-breakpoint
CREATE INDEX "payment_accounts_entered_by" ON "payment_accounts" USING btree ("entered_by") WHERE "payment_accounts"."entered_by" is not null;--> statement-breakpoint
CREATE INDEX "payment_accounts_wake" ON "payment_accounts" USING btree ("wake_at") WHERE "payment_accounts"."wake_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_adjustments_job" ON "payment_adjustments" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_adjustments_key" ON "payment_adjustments" USING btree ("job_id","key_hash");--> statement-breakpoint
CREATE INDEX "payment_adjustments_actor" ON "payment_adjustments" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "payment_captures_job" ON "payment_captures" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_cards_user" ON "payment_cards" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_cards_removed" ON "payment_cards" USING btree ("removed_at") WHERE "payment_cards"."removed_at" is not null and "payment_cards"."forgotten_at" is null;--> statement-breakpoint
CREATE INDEX "payment_discrepancies_job" ON "payment_discrepancies" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "payment_discrepancies_open" ON "payment_discrepancies" USING btree ("created_at") WHERE "payment_discrepancies"."resolved_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_holds_open" ON "payment_holds" USING btree ("job_id") WHERE "payment_holds"."status" = 'open';--> statement-breakpoint
CREATE INDEX "payment_holds_job" ON "payment_holds" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_operations_open" ON "payment_operations" USING btree ("job_id") WHERE "payment_operations"."status" = 'open';--> statement-breakpoint
CREATE INDEX "payment_operations_job" ON "payment_operations" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_refunds_job" ON "payment_refunds" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "places_customer" ON "places" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "promotion_uses_promotion" ON "promotion_uses" USING btree ("promotion_id");--> statement-breakpoint
CREATE INDEX "provider_events_age" ON "provider_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "provider_events_unmatched" ON "provider_events" USING btree ("created_at") WHERE "provider_events"."job_id" is null and "provider_events"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "reviews_customer" ON "reviews" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "reviews_published" ON "reviews" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "reviews"."may_publish" and "reviews"."rating" >= 4 and "reviews"."comment" <> '';--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_of_technician" ON "reviews" USING btree ("technician_id","created_at" DESC NULLS LAST,"rating");--> statement-breakpoint
CREATE INDEX "sent_messages_newest" ON "sent_messages" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sent_messages_recipient" ON "sent_messages" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "sent_messages_undelivered" ON "sent_messages" USING btree ("status","created_at" DESC NULLS LAST) WHERE "sent_messages"."status" in ('failed', 'skipped', 'queued');--> statement-breakpoint
CREATE UNIQUE INDEX "service_packages_recommended" ON "service_packages" USING btree ("is_recommended") WHERE "service_packages"."is_recommended";--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "setting_changes_time" ON "setting_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "setting_changes_undoes" ON "setting_changes" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "sign_in_codes_email" ON "sign_in_codes" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "sign_in_codes_limit_key" ON "sign_in_codes" USING btree ("limit_key","created_at");--> statement-breakpoint
CREATE INDEX "simulator_records_age" ON "simulator_records" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stock_movements_product" ON "stock_movements" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stock_movements_job" ON "stock_movements" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "stock_movements_actor" ON "stock_movements" USING btree ("actor_id") WHERE "stock_movements"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "unsent_work_job" ON "unsent_work" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "unsent_work_open" ON "unsent_work" USING btree ("created_at") WHERE "unsent_work"."handled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","created_at");--> statement-breakpoint
CREATE INDEX "users_customer_name" ON "users" USING btree (("first_name" || ' ' || "last_name") collate "und-x-icu","id") WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_email" ON "users" USING btree ((coalesce("email", U&'\FFFF') collate "und-x-icu"),"id") WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_email_last" ON "users" USING btree ((coalesce("email", '') collate "und-x-icu"),"id") WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_login" ON "users" USING btree (coalesce("last_login_at", '9999-12-31T00:00:00Z'::timestamptz),"id") WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_login_last" ON "users" USING btree (coalesce("last_login_at", '1900-01-01T00:00:00Z'::timestamptz),"id") WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_created" ON "users" USING btree ("created_at","id") WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_mailbox" ON "users" USING btree ((case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(regexp_replace(split_part(email, '@', 1), '(.)\+.*$', '\1'), '.', '') || '@gmail.com'
    else regexp_replace(split_part(email, '@', 1), '(.)\+.*$', '\1') || '@' || split_part(email, '@', 2) end)) WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_tags" ON "users" USING gin ("tags") WHERE "users"."tags" <> '{}';--> statement-breakpoint
CREATE INDEX "users_payer_name" ON "users" USING btree ((trim("first_name" || ' ' || "last_name")) collate "und-x-icu");--> statement-breakpoint
CREATE INDEX "users_found" ON "users" USING btree ("id","role","search_text") WHERE "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_otherwise_found" ON "users" USING gin ((replace(replace(replace(search_text, ' ' || lower(first_name) || '.', ' ' || substr(lower(first_name), 2) || '.'), ' ' || lower(first_name) || '@', ' ' || substr(lower(first_name), 2) || '@'), ' ' || lower(first_name) || ' ', ' ' || substr(lower(first_name), 2) || ' ')) gin_trgm_ops) WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_other_email" ON "users" USING btree (lower("first_name") text_pattern_ops) WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null and not starts_with(coalesce("users"."email", ''), lower("users"."first_name"));--> statement-breakpoint
CREATE INDEX "vehicles_customer" ON "vehicles" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "vehicles_deleted" ON "vehicles" USING btree ("deleted_at","id") WHERE "vehicles"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "vehicles_deleted_name" ON "vehicles" USING btree (("make" || ' ' || "model" || ' ' || "year") collate "und-x-icu","id") WHERE "vehicles"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "vehicles_deleted_search" ON "vehicles" USING gin (("year" || ' ' || "make" || ' ' || "model" || ' ' || coalesce("vin", '')) gin_trgm_ops,regexp_replace(upper("license_plate"), '[^A-Z0-9]', '', 'g') gin_trgm_ops) WHERE "vehicles"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "vehicles_plate" ON "vehicles" USING gin (regexp_replace(upper("license_plate"), '[^A-Z0-9]', '', 'g') gin_trgm_ops) WHERE "vehicles"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "vehicles_search" ON "vehicles" USING gin ((regexp_replace(upper("license_plate"), '[^A-Z0-9]', '', 'g') || ' ' || coalesce("vin", '')) gin_trgm_ops) WHERE "vehicles"."deleted_at" is null;--> statement-breakpoint
-- Functions and triggers, written by hand: drizzle-kit does not generate them.
-- Recomputes the newest dates of a customer. The row is locked in its own statement, so the next statement sees what
-- others committed while this one waited.
CREATE FUNCTION "customer_totals_recount"(of_customer uuid, more_jobs integer, more_cents bigint) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM 1 FROM customer_totals WHERE customer_id = of_customer FOR UPDATE;
  UPDATE customer_totals SET job_count = job_count + more_jobs, spent_cents = spent_cents + more_cents,
    last_completed_at = (SELECT max(coalesce(j.completed_at, j.starts_at)) FROM jobs j
      WHERE j.customer_id = of_customer AND j.status = 'completed'),
    last_visit_on = (SELECT j.service_date FROM jobs j
      WHERE j.customer_id = of_customer AND j.status <> 'cancelled'
      ORDER BY j.service_date DESC, j.slot DESC LIMIT 1)
  WHERE customer_id = of_customer;
END $$;--> statement-breakpoint
-- Rows written for a customer while the office merges their account land on the surviving account.
CREATE FUNCTION "follow_merged_customer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.customer_id := coalesce((SELECT u.merged_into FROM users u WHERE u.id = NEW.customer_id), NEW.customer_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "follow_merged_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.user_id := coalesce((SELECT u.merged_into FROM users u WHERE u.id = NEW.user_id), NEW.user_id);
  RETURN NEW;
END $$;--> statement-breakpoint
-- History is append-only. A visit's history allows two changes, and only while the server sets fivequart.erasing: erasing
-- a person's words, and replacing the id of a merged account.
CREATE FUNCTION "refuse_to_rewrite"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'job_events' AND current_setting('fivequart.erasing', true) = 'on' THEN
    IF NEW.id = OLD.id AND NEW.job_id = OLD.job_id AND NEW.kind = OLD.kind AND NEW.created_at = OLD.created_at THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
-- The cost of a visit in cents before sales tax existed; unused since.
CREATE FUNCTION "visit_amount_cents"(status text, package integer, addons integer, extras integer, adjustment integer,
  fee integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status = 'cancelled' THEN fee ELSE greatest(0, package + addons + extras + adjustment) END
$$;--> statement-breakpoint
-- The cost of a visit in cents, the same formula as `amountCents` and `salesTaxOn` in src/shared/rules.
CREATE FUNCTION "visit_amount_cents"(status text, package integer, addons integer, extras integer, taxable integer,
  tax_rate integer, adjustment integer, fee integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status = 'cancelled' THEN fee ELSE greatest(0, package + addons + extras + adjustment
    + ((greatest(0, taxable)::bigint * coalesce(tax_rate, 0) + 5000) / 10000)::integer) END
$$;--> statement-breakpoint
-- Always writes the account's row, even if its amount seems unchanged: the write waits for a concurrent adjustment and
-- then computes from its result.
CREATE FUNCTION "payment_account_of_visit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_accounts SET
    amount_cents = visit_amount_cents(NEW.status, NEW.package_cents, NEW.addons_cents, NEW.extras_cents,
      NEW.taxable_cents, NEW.tax_rate_bp, adjustment_cents, fee_cents),
    visit_over = NEW.status IN ('completed', 'cancelled'),
    visit_on = NEW.service_date,
    technician_id = NEW.technician_id
  WHERE job_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "payment_account_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT visit_amount_cents(j.status, j.package_cents, j.addons_cents, j.extras_cents,
    j.taxable_cents, j.tax_rate_bp, NEW.adjustment_cents, NEW.fee_cents) INTO NEW.amount_cents
  FROM jobs j WHERE j.id = NEW.job_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "payment_account_start"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_accounts m SET
    amount_cents = visit_amount_cents(j.status, j.package_cents, j.addons_cents, j.extras_cents,
      j.taxable_cents, j.tax_rate_bp, m.adjustment_cents, m.fee_cents),
    visit_over = j.status IN ('completed', 'cancelled'),
    visit_on = j.service_date,
    technician_id = j.technician_id
  FROM jobs j WHERE m.job_id = NEW.job_id AND j.id = m.job_id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Money received for invoices counts as spent.
CREATE FUNCTION "customer_totals_of_job"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cents bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE customer_totals SET job_count = job_count + 1,
      last_completed_at = CASE WHEN NEW.status = 'completed'
        THEN greatest(last_completed_at, coalesce(NEW.completed_at, NEW.starts_at)) ELSE last_completed_at END,
      last_visit_on = CASE WHEN NEW.status <> 'cancelled'
        THEN greatest(last_visit_on, NEW.service_date) ELSE last_visit_on END
    WHERE customer_id = NEW.customer_id;
  ELSIF OLD.customer_id <> NEW.customer_id THEN
    SELECT coalesce(sum(captured_cents - refunded_cents + invoice_paid_cents), 0) INTO cents FROM payment_accounts WHERE job_id = NEW.id;
    PERFORM customer_totals_recount(OLD.customer_id, -1, -cents), customer_totals_recount(NEW.customer_id, 1, cents);
  ELSE
    PERFORM customer_totals_recount(NEW.customer_id, 0, 0);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "customer_totals_of_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cents integer := NEW.captured_cents - NEW.refunded_cents + NEW.invoice_paid_cents;
BEGIN
  IF TG_OP = 'UPDATE' THEN cents := cents - (OLD.captured_cents - OLD.refunded_cents + OLD.invoice_paid_cents); END IF;
  UPDATE customer_totals SET spent_cents = spent_cents + cents
  WHERE customer_id = (SELECT j.customer_id FROM jobs j WHERE j.id = NEW.job_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "customer_totals_start"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_totals (customer_id, found_by)
    VALUES (NEW.id, CASE WHEN NEW.anonymized_at IS NULL THEN NEW.search_text END) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "customer_totals_of_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE customer_totals
  SET found_by = CASE WHEN NEW.role = 'customer' AND NEW.anonymized_at IS NULL THEN NEW.search_text END
  WHERE customer_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "promotion_counted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE promotions SET uses = uses + 1, given_cents = given_cents + NEW.cents WHERE id = NEW.promotion_id;
  ELSE
    UPDATE promotions SET uses = uses - 1, given_cents = given_cents - OLD.cents WHERE id = OLD.promotion_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A cancelled visit gives its promotion use back, whoever cancelled it.
CREATE FUNCTION "promotion_given_back"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM promotion_uses WHERE job_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Counts a customer's, a car's, and a network's open visits and returns the cap a new booking would exceed, or null. The
-- locks make concurrent bookings wait here until the first commits; because the function is volatile, its queries then see it.
-- Visits that cost nothing need no card and don't count.
CREATE FUNCTION "booking_refusal"(for_customer uuid, for_vehicle uuid, on_day date, caps jsonb) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  without_card integer := (caps->>'withoutCard')::integer;
  per_vehicle integer := (caps->>'perVehicleAndDay')::integer;
  open_guest integer := (caps->>'openGuest')::integer;
  per_network integer := (caps->>'perNetwork')::integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7410, hashtext(for_customer::text));
  IF per_network > 0 THEN
    PERFORM pg_advisory_xact_lock(7411, hashtext(caps->>'network'));
  END IF;
  IF without_card > 0 THEN
    without_card := coalesce(
      (SELECT u.max_visits_without_card FROM users u WHERE u.id = for_customer), without_card);
  END IF;
  IF per_vehicle > 0 AND per_vehicle <= (
    SELECT count(*) FROM jobs j
    WHERE j.vehicle_id = for_vehicle AND j.service_date = on_day AND j.status <> 'cancelled'
  ) THEN
    RETURN 'vehicle_day';
  END IF;
  IF open_guest > 0 AND open_guest <= (
    SELECT count(*) FROM jobs j
    WHERE j.customer_id = ANY (for_customer || ARRAY(
        SELECT value::uuid FROM jsonb_array_elements_text(coalesce(caps->'sameMailbox', '[]'))))
      AND j.service_date >= (caps->>'today')::date
      AND j.status IN ('scheduled', 'assigned', 'in_progress')
      AND EXISTS (SELECT FROM guest_links g WHERE g.job_id = j.id AND g.network <> '')
  ) THEN
    RETURN 'guest_visits';
  END IF;
  IF without_card > 0 AND without_card <= (
    SELECT count(*) FROM jobs j JOIN payment_accounts p ON p.job_id = j.id
    WHERE j.customer_id = for_customer AND j.service_date >= (caps->>'today')::date
      AND j.status IN ('scheduled', 'assigned')
      AND caps->'statesWithoutCard' ? p.state
      AND p.amount_cents > 0
  ) THEN
    RETURN 'visits_without_card';
  END IF;
  IF per_network > 0 AND per_network <= (
    SELECT count(*) FROM guest_links g
    WHERE g.network = caps->>'network' AND g.created_at > (caps->>'since')::timestamptz
  ) THEN
    RETURN 'guest_network';
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_totals" AFTER INSERT OR UPDATE OF "role" ON "users"
FOR EACH ROW WHEN (NEW."role" = 'customer') EXECUTE FUNCTION "customer_totals_start"();--> statement-breakpoint
-- Deferred to the end of the transaction, so totals are always locked last and two transactions never deadlock on them.
CREATE CONSTRAINT TRIGGER "jobs_new_totals" AFTER INSERT ON "jobs" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION "customer_totals_of_job"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "jobs_totals" AFTER UPDATE ON "jobs" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD."customer_id" <> NEW."customer_id" OR OLD."service_date" <> NEW."service_date"
  OR OLD."completed_at" IS DISTINCT FROM NEW."completed_at"
  OR (OLD."status" = 'completed') <> (NEW."status" = 'completed')
  OR (OLD."status" = 'cancelled') <> (NEW."status" = 'cancelled'))
EXECUTE FUNCTION "customer_totals_of_job"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_accounts_new_totals" AFTER INSERT ON "payment_accounts" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (NEW."captured_cents" <> NEW."refunded_cents") EXECUTE FUNCTION "customer_totals_of_payment"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_accounts_totals" AFTER UPDATE ON "payment_accounts" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD."captured_cents" - OLD."refunded_cents" <> NEW."captured_cents" - NEW."refunded_cents")
EXECUTE FUNCTION "customer_totals_of_payment"();--> statement-breakpoint
CREATE TRIGGER "jobs_follow_merged" BEFORE INSERT ON "jobs" FOR EACH ROW EXECUTE FUNCTION "follow_merged_customer"();--> statement-breakpoint
CREATE TRIGGER "vehicles_follow_merged" BEFORE INSERT ON "vehicles" FOR EACH ROW EXECUTE FUNCTION "follow_merged_customer"();--> statement-breakpoint
CREATE TRIGGER "reviews_follow_merged" BEFORE INSERT ON "reviews" FOR EACH ROW EXECUTE FUNCTION "follow_merged_customer"();--> statement-breakpoint
CREATE TRIGGER "contact_messages_follow_merged" BEFORE INSERT ON "contact_messages" FOR EACH ROW EXECUTE FUNCTION "follow_merged_customer"();--> statement-breakpoint
CREATE TRIGGER "payment_cards_follow_merged" BEFORE INSERT ON "payment_cards" FOR EACH ROW EXECUTE FUNCTION "follow_merged_user"();--> statement-breakpoint
CREATE TRIGGER "sessions_follow_merged" BEFORE INSERT ON "sessions" FOR EACH ROW EXECUTE FUNCTION "follow_merged_user"();--> statement-breakpoint
CREATE TRIGGER "notifications_follow_merged" BEFORE INSERT ON "notifications" FOR EACH ROW EXECUTE FUNCTION "follow_merged_user"();--> statement-breakpoint
CREATE TRIGGER "job_events_stay" BEFORE UPDATE OR DELETE ON "job_events"
FOR EACH ROW EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "office_events_stay" BEFORE UPDATE OR DELETE ON "office_events"
FOR EACH ROW EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "setting_changes_stay" BEFORE UPDATE OR DELETE ON "setting_changes"
FOR EACH ROW EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "catalog_changes_stay" BEFORE UPDATE OR DELETE ON "catalog_changes"
FOR EACH ROW EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_stay" BEFORE UPDATE OR DELETE ON "ledger_entries"
FOR EACH ROW EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "payment_accounts_moved" BEFORE UPDATE ON "payment_accounts" FOR EACH ROW WHEN (
  OLD."adjustment_cents" <> NEW."adjustment_cents" OR OLD."fee_cents" <> NEW."fee_cents")
EXECUTE FUNCTION "payment_account_moved"();--> statement-breakpoint
-- A booking passes its amount, so its row is written once.
CREATE TRIGGER "payment_accounts_start" AFTER INSERT ON "payment_accounts" FOR EACH ROW
WHEN (NEW."amount_cents" IS NULL) EXECUTE FUNCTION "payment_account_start"();--> statement-breakpoint
CREATE TRIGGER "jobs_payment" AFTER UPDATE ON "jobs" FOR EACH ROW WHEN (
  OLD."status" <> NEW."status" OR OLD."service_date" <> NEW."service_date"
  OR OLD."technician_id" IS DISTINCT FROM NEW."technician_id" OR OLD."package_cents" <> NEW."package_cents"
  OR OLD."addons_cents" <> NEW."addons_cents" OR OLD."extras_cents" <> NEW."extras_cents"
  OR OLD."taxable_cents" <> NEW."taxable_cents" OR OLD."tax_rate_bp" IS DISTINCT FROM NEW."tax_rate_bp")
EXECUTE FUNCTION "payment_account_of_visit"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_accounts_invoice_totals" AFTER UPDATE ON "payment_accounts" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD."captured_cents" - OLD."refunded_cents" = NEW."captured_cents" - NEW."refunded_cents"
  AND OLD."invoice_paid_cents" <> NEW."invoice_paid_cents")
EXECUTE FUNCTION "customer_totals_of_payment"();--> statement-breakpoint
-- Deferred like every trigger that locks the totals.
CREATE CONSTRAINT TRIGGER "users_found_by" AFTER UPDATE ON "users" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD."search_text" IS DISTINCT FROM NEW."search_text" OR OLD."role" IS DISTINCT FROM NEW."role"
  OR (OLD."anonymized_at" IS NULL) <> (NEW."anonymized_at" IS NULL))
EXECUTE FUNCTION "customer_totals_of_user"();--> statement-breakpoint
CREATE TRIGGER "promotion_uses_counted" AFTER INSERT OR DELETE ON "promotion_uses" FOR EACH ROW
EXECUTE FUNCTION "promotion_counted"();--> statement-breakpoint
CREATE TRIGGER "jobs_promotion" AFTER UPDATE OF "status" ON "jobs" FOR EACH ROW WHEN (
  NEW."status" = 'cancelled' AND OLD."status" <> 'cancelled')
EXECUTE FUNCTION "promotion_given_back"();
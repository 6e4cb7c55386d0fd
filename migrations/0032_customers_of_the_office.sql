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
	"last_visit_on" date
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "customer_events" ADD CONSTRAINT "customer_events_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_events" ADD CONSTRAINT "customer_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_totals" ADD CONSTRAINT "customer_totals_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_events_customer" ON "customer_events" USING btree ("customer_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "customer_notes_customer" ON "customer_notes" USING btree ("customer_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "customer_totals_jobs" ON "customer_totals" USING btree ("job_count","customer_id");--> statement-breakpoint
CREATE INDEX "customer_totals_spent" ON "customer_totals" USING btree ("spent_cents","customer_id");--> statement-breakpoint
CREATE INDEX "customer_totals_served" ON "customer_totals" USING btree (coalesce("last_completed_at", '9999-12-31T00:00:00Z'::timestamptz),"customer_id");--> statement-breakpoint
CREATE INDEX "customer_totals_served_last" ON "customer_totals" USING btree (coalesce("last_completed_at", '1900-01-01T00:00:00Z'::timestamptz),"customer_id");--> statement-breakpoint
CREATE INDEX "customer_totals_visited" ON "customer_totals" USING btree ("last_visit_on");--> statement-breakpoint
CREATE INDEX "users_customer_email" ON "users" USING btree ((coalesce("email", U&'\FFFF') collate "und-x-icu"),"id") WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_email_last" ON "users" USING btree ((coalesce("email", '') collate "und-x-icu"),"id") WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_login" ON "users" USING btree (coalesce("last_login_at", '9999-12-31T00:00:00Z'::timestamptz),"id") WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_login_last" ON "users" USING btree (coalesce("last_login_at", '1900-01-01T00:00:00Z'::timestamptz),"id") WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_customer_created" ON "users" USING btree ("created_at","id") WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_mailbox" ON "users" USING btree ((case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(regexp_replace(split_part(email, '@', 1), '(.)\+.*$', '\1'), '.', '') || '@gmail.com'
    else regexp_replace(split_part(email, '@', 1), '(.)\+.*$', '\1') || '@' || split_part(email, '@', 2) end)) WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_tags" ON "users" USING gin ("tags") WHERE "users"."tags" <> '{}';--> statement-breakpoint
INSERT INTO "customer_totals" ("customer_id", "job_count", "spent_cents", "last_completed_at", "last_visit_on")
SELECT u."id", count(j."id"), coalesce(sum(m."captured_cents" - m."refunded_cents"), 0),
  max(coalesce(j."completed_at", j."starts_at")) FILTER (WHERE j."status" = 'completed'),
  max(j."service_date") FILTER (WHERE j."status" <> 'cancelled')
FROM "users" u LEFT JOIN "jobs" j ON j."customer_id" = u."id" LEFT JOIN "payment_accounts" m ON m."job_id" = j."id"
WHERE u."role" = 'customer' GROUP BY u."id";--> statement-breakpoint
CREATE FUNCTION "customer_totals_start"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO customer_totals (customer_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_totals" AFTER INSERT OR UPDATE OF "role" ON "users"
FOR EACH ROW WHEN (NEW."role" = 'customer') EXECUTE FUNCTION "customer_totals_start"();--> statement-breakpoint
-- What is newest is counted anew; its row is locked by a statement of its own, so that the next one sees what others
-- committed while this one waited.
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
    SELECT coalesce(sum(captured_cents - refunded_cents), 0) INTO cents FROM payment_accounts WHERE job_id = NEW.id;
    PERFORM customer_totals_recount(OLD.customer_id, -1, -cents), customer_totals_recount(NEW.customer_id, 1, cents);
  ELSE
    PERFORM customer_totals_recount(NEW.customer_id, 0, 0);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "customer_totals_of_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cents integer := NEW.captured_cents - NEW.refunded_cents;
BEGIN
  IF TG_OP = 'UPDATE' THEN cents := cents - (OLD.captured_cents - OLD.refunded_cents); END IF;
  UPDATE customer_totals SET spent_cents = spent_cents + cents
  WHERE customer_id = (SELECT j.customer_id FROM jobs j WHERE j.id = NEW.job_id);
  RETURN NULL;
END $$;--> statement-breakpoint
-- Deferred to the end of the transaction: it locks the totals after everything else, whatever the transaction did, so
-- that two never wait for each other.
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
-- What somebody was just doing when the office merged two accounts goes on with the one that stays.
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
CREATE TRIGGER "jobs_follow_merged" BEFORE INSERT ON "jobs" FOR EACH ROW EXECUTE FUNCTION "follow_merged_customer"();--> statement-breakpoint
CREATE TRIGGER "vehicles_follow_merged" BEFORE INSERT ON "vehicles" FOR EACH ROW EXECUTE FUNCTION "follow_merged_customer"();--> statement-breakpoint
CREATE TRIGGER "reviews_follow_merged" BEFORE INSERT ON "reviews" FOR EACH ROW EXECUTE FUNCTION "follow_merged_customer"();--> statement-breakpoint
CREATE TRIGGER "contact_messages_follow_merged" BEFORE INSERT ON "contact_messages" FOR EACH ROW EXECUTE FUNCTION "follow_merged_customer"();--> statement-breakpoint
CREATE TRIGGER "payment_cards_follow_merged" BEFORE INSERT ON "payment_cards" FOR EACH ROW EXECUTE FUNCTION "follow_merged_user"();--> statement-breakpoint
CREATE TRIGGER "sessions_follow_merged" BEFORE INSERT ON "sessions" FOR EACH ROW EXECUTE FUNCTION "follow_merged_user"();--> statement-breakpoint
CREATE TRIGGER "notifications_follow_merged" BEFORE INSERT ON "notifications" FOR EACH ROW EXECUTE FUNCTION "follow_merged_user"();

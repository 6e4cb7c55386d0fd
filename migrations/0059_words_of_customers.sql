ALTER TABLE "customer_totals" ADD COLUMN "found_by" text;--> statement-breakpoint
DROP INDEX "customer_totals_jobs";--> statement-breakpoint
DROP INDEX "customer_totals_spent";--> statement-breakpoint
DROP INDEX "customer_totals_served";--> statement-breakpoint
DROP INDEX "customer_totals_served_last";--> statement-breakpoint
UPDATE "customer_totals" SET "found_by" = u."search_text" FROM "users" u
WHERE u."id" = "customer_totals"."customer_id" AND u."role" = 'customer' AND u."anonymized_at" IS NULL;--> statement-breakpoint
CREATE INDEX "users_otherwise_found" ON "users" USING gin ((replace(replace(replace(search_text, ' ' || lower(first_name) || '.', ' ' || substr(lower(first_name), 2) || '.'), ' ' || lower(first_name) || '@', ' ' || substr(lower(first_name), 2) || '@'), ' ' || lower(first_name) || ' ', ' ' || substr(lower(first_name), 2) || ' ')) gin_trgm_ops) WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_other_email" ON "users" USING btree (lower("first_name") text_pattern_ops) WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null and not starts_with(coalesce("users"."email", ''), lower("users"."first_name"));--> statement-breakpoint
CREATE INDEX "customer_totals_jobs" ON "customer_totals" USING btree ("job_count","customer_id","found_by");--> statement-breakpoint
CREATE INDEX "customer_totals_spent" ON "customer_totals" USING btree ("spent_cents","customer_id","found_by");--> statement-breakpoint
CREATE INDEX "customer_totals_served" ON "customer_totals" USING btree (coalesce("last_completed_at", '9999-12-31T00:00:00Z'::timestamptz),"customer_id","last_completed_at","found_by");--> statement-breakpoint
CREATE INDEX "customer_totals_served_last" ON "customer_totals" USING btree (coalesce("last_completed_at", '1900-01-01T00:00:00Z'::timestamptz),"customer_id","last_completed_at","found_by");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "customer_totals_start"() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- Deferred to the end of the transaction, as all that locks the totals is.
CREATE CONSTRAINT TRIGGER "users_found_by" AFTER UPDATE ON "users" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD."search_text" IS DISTINCT FROM NEW."search_text" OR OLD."role" IS DISTINCT FROM NEW."role"
  OR (OLD."anonymized_at" IS NULL) <> (NEW."anonymized_at" IS NULL))
EXECUTE FUNCTION "customer_totals_of_user"();

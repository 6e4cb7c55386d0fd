-- Names with umlauts are found with ae, oe and ue too.
DROP INDEX "contact_messages_search";--> statement-breakpoint
DROP INDEX "office_events_name";--> statement-breakpoint
DROP INDEX "jobs_contact";--> statement-breakpoint
ALTER TABLE "invoices" drop column "search_text";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(number || ' ' || coalesce(document #>> '{billTo,company}', '') || ' '
  || coalesce(document #>> '{billTo,name}', '') || ' ' || coalesce(document #>> '{visit,number}', '') || ' '
  || replace(coalesce(document #>> '{billTo,company}', '') || ' ' || coalesce(document #>> '{billTo,name}', ''), ' ', '')
  || case when (coalesce(document #>> '{billTo,company}', '') || ' ' || coalesce(document #>> '{billTo,name}', '')) ~ '[äöüÄÖÜ]' then ' ' || regexp_replace(coalesce(document #>> '{billTo,company}', '') || ' ' || coalesce(document #>> '{billTo,name}', ''), '([äöüÄÖÜ])', '\1e', 'g') else '' end)) STORED NOT NULL;--> statement-breakpoint
DROP TRIGGER "users_found_by" ON "users";--> statement-breakpoint
ALTER TABLE "users" drop column "search_text";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(' ' || first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g')
          || case when first_name || ' ' || last_name like '% % %' then ' ' || replace(first_name || last_name, ' ', '') else '' end
          || case when (first_name || ' ' || last_name) ~ '[äöüÄÖÜ]' then ' ' || regexp_replace(first_name || ' ' || last_name, '([äöüÄÖÜ])', '\1e', 'g') else '' end)) STORED;--> statement-breakpoint
CREATE INDEX "contact_messages_search" ON "contact_messages" USING gin (fold_text("name" || ' ' || "email" || ' ' || "phone" || ' ' || "subject" || ' ' || "message" || ' ' || replace("name", ' ', '') || case when ("name") ~ '[äöüÄÖÜ]' then ' ' || regexp_replace("name", '([äöüÄÖÜ])', '\1e', 'g') else '' end) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "office_events_name" ON "office_events" USING gin ((fold_text((data ->> 'name') || ' ' || replace(data ->> 'name', ' ', '') || case when (data ->> 'name') ~ '[äöüÄÖÜ]' then ' ' || regexp_replace(data ->> 'name', '([äöüÄÖÜ])', '\1e', 'g') else '' end)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_contact" ON "jobs" USING gin ((fold_text(' ' || "contact_name" || ' ' || "contact_phone" || ' ' || replace("contact_name", ' ', '') || case when ("contact_name") ~ '[äöüÄÖÜ]' then ' ' || regexp_replace("contact_name", '([äöüÄÖÜ])', '\1e', 'g') else '' end)) gin_trgm_ops) WHERE ("jobs"."contact_name" <> '' or "jobs"."contact_phone" <> '');--> statement-breakpoint
CREATE INDEX "invoices_search" ON "invoices" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_found" ON "users" USING btree ("id","role","search_text") WHERE "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_otherwise_found" ON "users" USING gin ((replace(replace(replace(search_text, ' ' || lower(first_name) || '.', ' ' || substr(lower(first_name), 2) || '.'), ' ' || lower(first_name) || '@', ' ' || substr(lower(first_name), 2) || '@'), ' ' || lower(first_name) || ' ', ' ' || substr(lower(first_name), 2) || ' ')) gin_trgm_ops) WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_found_by" AFTER UPDATE ON "users" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD."search_text" IS DISTINCT FROM NEW."search_text" OR OLD."role" IS DISTINCT FROM NEW."role"
  OR (OLD."anonymized_at" IS NULL) <> (NEW."anonymized_at" IS NULL))
EXECUTE FUNCTION "customer_totals_of_user"();--> statement-breakpoint
UPDATE "customer_totals" SET "found_by" = u."search_text" FROM "users" u WHERE u."id" = "customer_id" AND "found_by" <> u."search_text";

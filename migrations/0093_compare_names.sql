-- Hyphens and commas are dropped, periods where they abbreviate, and "&" is "and"; equals `foldText` of the rules. Calls
-- no function of ours, so that restoring a dump finds it by any search path.
CREATE OR REPLACE FUNCTION fold_text(typed text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  others CONSTANT text := '[^\u0001-\u052F\u1E00-\u206F\u2100-\u2188\u2212\uFB00-\uFB06\uFF01-\uFF5E\U0001D400-\U0001D7FF]';
  parts text[] := ARRAY[typed];
  part text;
  folded text := '';
BEGIN
  IF octet_length(typed) = char_length(typed) THEN
    folded := translate(lower(typed COLLATE "C"), '''`', '');
  ELSE
    IF typed ~ others THEN
      parts := string_to_array(typed, NULL);
    END IF;
    FOREACH part IN ARRAY parts LOOP
      IF part ~ others THEN
        folded := folded || part;
      ELSE
        folded := folded || replace(replace(replace(replace(translate(
          lower(normalize(replace(part, U&'\00B4', ''), NFKD) COLLATE "und-x-icu"),
          U&'\00F8\0111\00F0\0127\0131\0142\0167\014B\03C2\2010\2011\2012\2013\2014\2212\0027\0060\2018\2019\201A'
        '\201B\2032\2035\02B9\02BB\02BC\02BD\02BE\02BF\02C8\02CA\02CB\00AD\0300\0301\0302\0303\0304\0305\0306'
        '\0307\0308\0309\030A\030B\030C\030D\030E\030F\0310\0311\0312\0313\0314\0315\0316\0317\0318\0319\031A'
        '\031B\031C\031D\031E\031F\0320\0321\0322\0323\0324\0325\0326\0327\0328\0329\032A\032B\032C\032D\032E'
        '\032F\0330\0331\0332\0333\0334\0335\0336\0337\0338\0339\033A\033B\033C\033D\033E\033F\0340\0341\0342'
        '\0343\0344\0345\0346\0347\0348\0349\034A\034B\034C\034D\034E\034F\0350\0351\0352\0353\0354\0355\0356'
        '\0357\0358\0359\035A\035B\035C\035D\035E\035F\0360\0361\0362\0363\0364\0365\0366\0367\0368\0369\036A'
        '\036B\036C\036D\036E\036F\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\2061\2062\2063\2064'
        '\2065\2066\2067\2068\2069\206A\206B\206C\206D\206E\206F',
          U&'\006F\0064\0064\0068\0069\006C\0074\006E\03C3\002D\002D\002D\002D\002D\002D'),
          U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe'), U&'\00FE', 'th');
      END IF;
    END LOOP;
  END IF;
  folded := translate(replace(folded, ' - ', ' '), '-,', '');
  -- Looking around is slow, and most texts have only the periods of an e-mail.
  IF folded ~ '(^|[^a-z0-9])[a-z]?\.|\.([^a-z0-9]|$)' THEN
    folded := regexp_replace(folded, '(?<![a-z0-9])([a-z])\. (?=[a-z]\.)', '\1.', 'g');
    folded := regexp_replace(folded, '\.(?![a-z0-9])|(?<![a-z0-9]{2}|[0-9])\.', '', 'g');
  END IF;
  IF strpos(folded, '&') > 0 THEN
    folded := regexp_replace(folded, ' *& *', ' and ', 'g');
  END IF;
  IF strpos(folded, ' + ') > 0 THEN
    folded := regexp_replace(folded, '(?<= )\+(?= )', 'and', 'g');
  END IF;
  RETURN folded;
END;
$$;--> statement-breakpoint
DROP INDEX "contact_messages_search";--> statement-breakpoint
DROP INDEX "office_events_name";--> statement-breakpoint
DROP INDEX "jobs_contact";--> statement-breakpoint
ALTER TABLE "invoices" drop column "search_text";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(number || ' ' || coalesce(document #>> '{billTo,company}', '') || ' '
  || coalesce(document #>> '{billTo,name}', '') || ' ' || coalesce(document #>> '{visit,number}', '') || ' '
  || replace(coalesce(document #>> '{billTo,company}', '') || ' ' || coalesce(document #>> '{billTo,name}', ''), ' ', ''))) STORED NOT NULL;--> statement-breakpoint
DROP TRIGGER "users_found_by" ON "users";--> statement-breakpoint
ALTER TABLE "users" drop column "search_text";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(' ' || first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g')
          || case when first_name || ' ' || last_name like '% % %' then ' ' || replace(first_name || last_name, ' ', '') else '' end)) STORED;--> statement-breakpoint
CREATE INDEX "users_same_name" ON "users" USING btree (replace(replace(replace(fold_text(first_name || ' ' || last_name), ' y ', ' and '), ' e hij', ' and hij'), ' ', '')) WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "contact_messages_search" ON "contact_messages" USING gin (fold_text("name" || ' ' || "email" || ' ' || "phone" || ' ' || "subject" || ' ' || "message" || ' ' || replace("name", ' ', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "office_events_name" ON "office_events" USING gin ((fold_text((data ->> 'name') || ' ' || replace(data ->> 'name', ' ', ''))) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_contact" ON "jobs" USING gin ((fold_text(' ' || "contact_name" || ' ' || "contact_phone" || ' ' || replace("contact_name", ' ', ''))) gin_trgm_ops) WHERE ("jobs"."contact_name" <> '' or "jobs"."contact_phone" <> '');--> statement-breakpoint
CREATE INDEX "invoices_search" ON "invoices" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_found" ON "users" USING btree ("id","role","search_text") WHERE "users"."anonymized_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_otherwise_found" ON "users" USING gin ((replace(replace(replace(search_text, ' ' || lower(first_name) || '.', ' ' || substr(lower(first_name), 2) || '.'), ' ' || lower(first_name) || '@', ' ' || substr(lower(first_name), 2) || '@'), ' ' || lower(first_name) || ' ', ' ' || substr(lower(first_name), 2) || ' ')) gin_trgm_ops) WHERE "users"."role" = 'customer' and "users"."anonymized_at" is null;--> statement-breakpoint
REINDEX INDEX "job_events_said";--> statement-breakpoint
REINDEX INDEX "jobs_address";--> statement-breakpoint
REINDEX INDEX "vehicles_deleted_search";--> statement-breakpoint
REINDEX INDEX "vehicles_model";--> statement-breakpoint
REINDEX INDEX "vehicles_make_model";--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_found_by" AFTER UPDATE ON "users" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD."search_text" IS DISTINCT FROM NEW."search_text" OR OLD."role" IS DISTINCT FROM NEW."role"
  OR (OLD."anonymized_at" IS NULL) <> (NEW."anonymized_at" IS NULL))
EXECUTE FUNCTION "customer_totals_of_user"();--> statement-breakpoint
UPDATE "customer_totals" SET "found_by" = u."search_text" FROM "users" u WHERE u."id" = "customer_id" AND "found_by" <> u."search_text";

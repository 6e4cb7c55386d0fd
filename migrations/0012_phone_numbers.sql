DROP INDEX "users_search";--> statement-breakpoint
-- Numbers as they were typed become E.164; what is no number by itself stays, and is shown, as it is.
UPDATE "users" SET "phone" = CASE
  WHEN "phone" ~ '^[ (]*[+]' THEN '+' || regexp_replace("phone", '[^0-9]', '', 'g')
  ELSE '+1' || right(regexp_replace("phone", '[^0-9]', '', 'g'), 10)
END
WHERE "phone" ~ '^[0-9 ()+./-]+$' AND "phone" !~ '[(]0[)]' AND CASE
  WHEN "phone" ~ '^[ (]*[+]' THEN regexp_replace("phone", '[^0-9]', '', 'g') ~ '^(1[2-9][0-9]{9}|[2-9][0-9]{7,14})$'
  ELSE regexp_replace("phone", '[^0-9]', '', 'g') ~ '^1?[2-9][0-9]{9}$'
END;--> statement-breakpoint
UPDATE "contact_messages" SET "phone" = CASE
  WHEN "phone" ~ '^[ (]*[+]' THEN '+' || regexp_replace("phone", '[^0-9]', '', 'g')
  ELSE '+1' || right(regexp_replace("phone", '[^0-9]', '', 'g'), 10)
END
WHERE "phone" ~ '^[0-9 ()+./-]+$' AND "phone" !~ '[(]0[)]' AND CASE
  WHEN "phone" ~ '^[ (]*[+]' THEN regexp_replace("phone", '[^0-9]', '', 'g') ~ '^(1[2-9][0-9]{9}|[2-9][0-9]{7,14})$'
  ELSE regexp_replace("phone", '[^0-9]', '', 'g') ~ '^1?[2-9][0-9]{9}$'
END;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (("first_name" || ' ' || "last_name" || ' ' || coalesce("email", '') || ' ' || "phone" || ' ' || regexp_replace("phone", '[^0-9]', '', 'g')) gin_trgm_ops);
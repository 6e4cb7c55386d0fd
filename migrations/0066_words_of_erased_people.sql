-- Whoever had the e-mail of an imported row was named in words; from now on an id is kept, and worded when it is read.
UPDATE "imports" SET "problems" = (
  SELECT jsonb_agg(CASE WHEN p->>'message' LIKE 'This is the e-mail of %'
    THEN p - 'message' || '{"emailOf": null}' ELSE p END ORDER BY n)
  FROM jsonb_array_elements("problems") WITH ORDINALITY AS e(p, n)
) WHERE "problems"::text LIKE '%This is the e-mail of %';--> statement-breakpoint
UPDATE "payment_adjustments" a SET "words" = '' FROM "jobs" j JOIN "users" u ON u."id" = j."customer_id"
WHERE a."job_id" = j."id" AND a."words" <> '' AND a."reason" <> 'promotion'
  AND u."anonymized_at" IS NOT NULL AND u."merged_into" IS NULL;--> statement-breakpoint
UPDATE "payment_discrepancies" d SET "resolution" = '' FROM "jobs" j JOIN "users" u ON u."id" = j."customer_id"
WHERE d."job_id" = j."id" AND d."resolution" <> ''
  AND u."anonymized_at" IS NOT NULL AND u."merged_into" IS NULL;--> statement-breakpoint
SELECT set_config('fivequart.erasing', 'on', true);--> statement-breakpoint
UPDATE "job_events" e SET "data" = e."data" - 'billedEmail' FROM "jobs" j JOIN "users" u ON u."id" = j."customer_id"
WHERE e."job_id" = j."id" AND e."kind" = 'invoice_issued' AND e."data" ? 'billedEmail'
  AND u."anonymized_at" IS NOT NULL AND u."merged_into" IS NULL;--> statement-breakpoint
SELECT set_config('fivequart.erasing', 'off', true);

ALTER TABLE "payment_accounts" ADD COLUMN "tip_disputed_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "tip_lost_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "tip_recovered_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "payment_accounts" m SET "tip_disputed_cents" = tip.disputed, "tip_lost_cents" = tip.lost
FROM (SELECT job_id, sum(disputed_cents) AS disputed, sum(lost_cents) AS lost FROM payment_captures
  WHERE purpose = 'tip' AND disputed_cents + lost_cents > 0 GROUP BY job_id) tip
WHERE tip.job_id = m.job_id;

DROP INDEX "job_events_money";--> statement-breakpoint
DROP INDEX "ledger_entries_cash";--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "tip_given_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "tip_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_captures" ADD COLUMN "purpose" text DEFAULT 'visit' NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_entries_tips" ON "ledger_entries" USING btree ("at") WHERE "ledger_entries"."debit" = 'tips_payable' or "ledger_entries"."credit" = 'tips_payable';--> statement-breakpoint
CREATE INDEX "job_events_money" ON "job_events" USING btree ("created_at","id","actor_id") WHERE "job_events"."kind" in ('payment_held', 'payment_released', 'payment_charged', 'payment_refunded', 'payment_refund_failed', 'payment_adjusted', 'payment_problem_resolved', 'refund_decided', 'tip_given', 'tip_refunded', 'fee_decided', 'fee_lapsed', 'extra_billed');--> statement-breakpoint
CREATE INDEX "ledger_entries_cash" ON "ledger_entries" USING btree ("at","debit","cents","credit") WHERE "ledger_entries"."debit" = 'cash' or "ledger_entries"."credit" = 'cash';--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_tip" CHECK (0 <= "payment_accounts"."tip_cents" and "payment_accounts"."tip_cents" <= "payment_accounts"."tip_given_cents");
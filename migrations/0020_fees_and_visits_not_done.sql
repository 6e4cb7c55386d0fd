ALTER TABLE "jobs" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "not_done_reason" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "not_done_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "fee_decision_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "fee_cents" integer DEFAULT 0 NOT NULL;
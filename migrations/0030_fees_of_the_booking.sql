ALTER TABLE "jobs" ADD COLUMN "cancel_fee_cents" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "cancel_fee_within_hours" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "not_done_fee_cents" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "cancel_free_until" timestamp with time zone;
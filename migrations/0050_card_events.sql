DROP INDEX "job_events_money";--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "dispute" jsonb;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "occurred_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "replayed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "provider_events_unmatched" ON "provider_events" USING btree ("created_at") WHERE "provider_events"."job_id" is null and "provider_events"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "job_events_money" ON "job_events" USING btree ("created_at","id","actor_id") WHERE "job_events"."kind" in ('payment_held', 'payment_released', 'payment_charged', 'payment_refunded', 'payment_refund_failed', 'payment_disputed', 'payment_adjusted', 'payment_problem_resolved', 'refund_decided', 'tip_given', 'tip_refunded', 'fee_decided', 'fee_lapsed', 'extra_billed');
DROP INDEX "job_events_time";--> statement-breakpoint
DROP INDEX "job_events_job";--> statement-breakpoint
DROP INDEX "job_events_actor";--> statement-breakpoint
DROP INDEX "job_events_kind";--> statement-breakpoint
DROP INDEX "office_events_actor";--> statement-breakpoint
DROP INDEX "office_events_kind";--> statement-breakpoint
ALTER TABLE "users" drop column "search_text";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(' ' || first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g'))) STORED;--> statement-breakpoint
CREATE INDEX "job_events_money" ON "job_events" USING btree ("created_at","id","actor_id") WHERE "job_events"."kind" in ('payment_held', 'payment_released', 'payment_charged', 'payment_refunded', 'payment_refund_failed', 'payment_adjusted', 'payment_problem_resolved', 'refund_decided', 'fee_decided', 'fee_lapsed', 'extra_billed');--> statement-breakpoint
CREATE INDEX "job_events_job" ON "job_events" USING btree ("job_id","created_at","id","kind","actor_id");--> statement-breakpoint
CREATE INDEX "job_events_actor" ON "job_events" USING btree ("actor_id","created_at","id","kind");--> statement-breakpoint
CREATE INDEX "job_events_kind" ON "job_events" USING btree ("kind","created_at","id","actor_id");--> statement-breakpoint
CREATE INDEX "office_events_actor" ON "office_events" USING btree ("actor_id","created_at","id","kind");--> statement-breakpoint
CREATE INDEX "office_events_kind" ON "office_events" USING btree ("kind","created_at","id","actor_id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);

CREATE TABLE "photo_parts" (
	"person_id" uuid NOT NULL,
	"upload" uuid NOT NULL,
	"start" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photo_parts_person_id_upload_start_pk" PRIMARY KEY("person_id","upload","start")
);
--> statement-breakpoint
DROP INDEX "job_events_money";--> statement-breakpoint
DROP INDEX "job_events_said";--> statement-breakpoint
ALTER TABLE "photo_parts" ADD CONSTRAINT "photo_parts_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_events_money" ON "job_events" USING btree ("created_at","id","actor_id") WHERE "job_events"."kind" in ('payment_held', 'payment_released', 'payment_charged', 'payment_refunded', 'payment_refund_failed', 'payment_disputed', 'payment_adjusted', 'promotion_rechecked', 'payment_problem_resolved', 'refund_decided', 'tip_given', 'tip_refunded', 'fee_decided', 'fee_lapsed', 'extra_billed', 'invoice_issued', 'invoice_voided', 'payment_recorded', 'payment_taken_back');--> statement-breakpoint
CREATE INDEX "job_events_said" ON "job_events" USING gin ((fold_text(coalesce(data ->> 'words', '') || ' ' || coalesce(data ->> 'note', '') || ' ' || coalesce(data ->> 'reason', ''))) gin_trgm_ops) WHERE "job_events"."kind" in ('job_cancelled', 'job_not_done', 'payment_adjusted', 'refund_decided', 'fee_decided', 'payment_problem_resolved', 'payment_recorded', 'payment_taken_back');
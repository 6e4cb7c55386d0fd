CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"estimate_id" uuid,
	"method" text NOT NULL,
	"person" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"said" text DEFAULT '' NOT NULL,
	"sent_by" uuid,
	"lines" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"words" text NOT NULL,
	"signature" jsonb,
	"signature_hash" text,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_lines" ADD COLUMN "estimate_id" uuid;--> statement-breakpoint
ALTER TABLE "job_lines" ADD COLUMN "offered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "job_lines" ADD COLUMN "finding_item_id" text;--> statement-breakpoint
ALTER TABLE "job_lines" ADD COLUMN "repeats" uuid;--> statement-breakpoint
ALTER TABLE "job_lines" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_job" ON "approvals" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "approvals_sent_by" ON "approvals" USING btree ("sent_by") WHERE "approvals"."sent_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_signature" ON "approvals" USING btree ("signature_hash") WHERE "approvals"."signature_hash" is not null;--> statement-breakpoint
ALTER TABLE "job_lines" ADD CONSTRAINT "job_lines_repeats_job_lines_id_fk" FOREIGN KEY ("repeats") REFERENCES "public"."job_lines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_lines_estimate" ON "job_lines" USING btree ("estimate_id") WHERE "job_lines"."estimate_id" is not null;--> statement-breakpoint
CREATE INDEX "job_lines_repeats" ON "job_lines" USING btree ("repeats") WHERE "job_lines"."repeats" is not null;--> statement-breakpoint
-- What was answered before is an estimate of one line; its record has the line's words.
UPDATE "job_lines" SET estimate_id = id WHERE source = 'extra' AND approval IN ('waiting', 'approved', 'declined');--> statement-breakpoint
SELECT set_config('fivequart.erasing', 'on', false);--> statement-breakpoint
UPDATE "job_events" SET data = (data - ARRAY['extraId', 'serviceType', 'description', 'totalCents', 'taxRate'])
  || jsonb_build_object('lines', jsonb_build_array(data - ARRAY['forFee', 'became']))
WHERE kind = 'extra_approval' AND NOT data ? 'lines';--> statement-breakpoint
UPDATE "job_events" SET data = (data - ARRAY['extraId', 'description', 'totalCents', 'approved', 'freed'])
  || jsonb_build_object('lines', jsonb_build_array(data - ARRAY['forFee', 'freed']))
WHERE kind = 'extra_decided' AND NOT data ? 'lines';--> statement-breakpoint
SELECT set_config('fivequart.erasing', 'off', false);--> statement-breakpoint
UPDATE "notifications" SET data = (data - ARRAY['extraId', 'serviceType', 'description', 'totalCents', 'taxRate'])
  || jsonb_build_object('lines', jsonb_build_array(data - ARRAY['forFee', 'became']))
WHERE type = 'extra_approval' AND NOT data ? 'lines';--> statement-breakpoint
UPDATE "notifications" SET data = (data - ARRAY['extraId', 'description', 'totalCents', 'approved', 'freed'])
  || jsonb_build_object('lines', jsonb_build_array(data - ARRAY['forFee', 'freed']))
WHERE type = 'extra_decided' AND NOT data ? 'lines';--> statement-breakpoint
-- An answer never changes, except while personal data are erased.
CREATE FUNCTION refuse_changed_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('fivequart.erasing', true) = 'on' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'approvals never change';
END $$;--> statement-breakpoint
CREATE TRIGGER approvals_never_change BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION refuse_changed_approval();

ALTER TABLE "jobs" ADD COLUMN "technician_lost" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "changes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_technician_lost" ON "jobs" USING btree ("service_date","slot") WHERE "jobs"."status" = 'scheduled' and "jobs"."technician_lost";
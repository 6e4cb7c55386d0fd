ALTER TABLE "jobs" ADD COLUMN "technician_lock" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_technician_lock" CHECK ("jobs"."technician_lock" in ('office', 'promise'));
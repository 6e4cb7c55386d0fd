ALTER TABLE "jobs" ALTER COLUMN "seat" DROP NOT NULL;--> statement-breakpoint
UPDATE "jobs" SET "seat" = NULL WHERE "needs_confirmation" AND "status" = 'scheduled';--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_seat_or_request" CHECK ("jobs"."seat" is not null or "jobs"."needs_confirmation" or "jobs"."status" = 'cancelled');
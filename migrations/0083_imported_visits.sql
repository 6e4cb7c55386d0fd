ALTER TABLE "jobs" DROP CONSTRAINT "jobs_seat_or_request";--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "columns" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "mend" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "imported_service" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_seat_or_request" CHECK ("jobs"."seat" is not null or "jobs"."needs_confirmation" or "jobs"."status" = 'cancelled' or "jobs"."slot" <= 0);
CREATE TABLE "job_receipts" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"subtotals" boolean NOT NULL,
	"registration_number" text NOT NULL,
	"warranty" text NOT NULL,
	"next_service_words" text NOT NULL,
	"next_service_on" date,
	"next_service_miles" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "tires" jsonb;--> statement-breakpoint
ALTER TABLE "job_receipts" ADD CONSTRAINT "job_receipts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "conversation_entries" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job_addons" ADD COLUMN "added_by" uuid;--> statement-breakpoint
ALTER TABLE "job_events" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job_extras" ADD COLUMN "added_by" uuid;--> statement-breakpoint
ALTER TABLE "job_extras" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job_photos" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "started_received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "completed_received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job_addons" ADD CONSTRAINT "job_addons_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_extras" ADD CONSTRAINT "job_extras_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
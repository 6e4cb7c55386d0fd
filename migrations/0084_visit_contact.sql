ALTER TABLE "jobs" ADD COLUMN "contact_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "contact_phone" text DEFAULT '' NOT NULL;
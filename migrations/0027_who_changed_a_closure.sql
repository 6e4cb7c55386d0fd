ALTER TABLE "closures" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "closures" ADD COLUMN "changed_by" uuid;
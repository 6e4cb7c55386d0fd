CREATE TABLE "setting_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text,
	"before" jsonb,
	"after" jsonb,
	"undoes" uuid
);
--> statement-breakpoint
ALTER TABLE "core_spots" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "setting_changes_time" ON "setting_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "setting_changes_undoes" ON "setting_changes" USING btree ("undoes");
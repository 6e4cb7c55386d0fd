ALTER TABLE "imports" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "touched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_request_key_unique" UNIQUE("request_key");
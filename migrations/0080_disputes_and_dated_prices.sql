CREATE TABLE "payment_disputes" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"payment_id" text NOT NULL,
	"cents" integer NOT NULL,
	"state" text NOT NULL,
	"respond_by" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "service_packages" ADD COLUMN "price_changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "core_spots" ADD COLUMN "tax_rate_changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "disputed_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "lost_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_captures" ADD COLUMN "disputed_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_captures" ADD COLUMN "lost_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_job_id_payment_accounts_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."payment_accounts"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payment_captures_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment_captures"("payment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_disputes_job" ON "payment_disputes" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_accounts_disputed" ON "payment_accounts" USING btree ("created_at" DESC NULLS LAST,"job_id" DESC NULLS LAST) WHERE "payment_accounts"."disputed_cents" + "payment_accounts"."lost_cents" > 0;
ALTER TABLE "payment_accounts" ADD COLUMN "told_charged_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "told_refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_adjustments" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_adjustments" ADD COLUMN "kind" text DEFAULT 'adjustment' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_adjustments" ADD COLUMN "key_hash" text;--> statement-breakpoint
ALTER TABLE "payment_discrepancies" ADD COLUMN "stuck_cents" integer;--> statement-breakpoint
ALTER TABLE "payment_discrepancies" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "payment_discrepancies" ADD COLUMN "resolved_by" uuid;--> statement-breakpoint
ALTER TABLE "payment_discrepancies" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "payment_discrepancies" ADD COLUMN "resolution" text;--> statement-breakpoint
ALTER TABLE "payment_discrepancies" ADD CONSTRAINT "payment_discrepancies_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_adjustments_key" ON "payment_adjustments" USING btree ("job_id","key_hash");--> statement-breakpoint
UPDATE "payment_accounts" SET "told_charged_cents" = "captured_cents", "told_refunded_cents" = "refunded_cents" WHERE "captured_cents" > 0;

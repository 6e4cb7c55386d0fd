ALTER TABLE "invoices" ADD COLUMN "paid_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "invoices" i SET "paid_cents" = m."invoice_paid_cents" FROM "payment_accounts" m
WHERE m."job_id" = i."job_id" AND i."voided_at" IS NULL AND m."invoice_paid_cents" > 0;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "open_cents" integer GENERATED ALWAYS AS (case when voided_at is null then greatest(total_cents - paid_cents, 0) else 0 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "bill_to" text GENERATED ALWAYS AS (coalesce(nullif(document #>> '{billTo,company}', ''), document #>> '{billTo,name}', '')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "search_text" text GENERATED ALWAYS AS (number || ' ' || coalesce(document #>> '{billTo,company}', '') || ' '
  || coalesce(document #>> '{billTo,name}', '') || ' ' || coalesce(document #>> '{visit,number}', '')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ((year::bigint * 10000000 + nth),"id");--> statement-breakpoint
CREATE INDEX "invoices_bill_to" ON "invoices" USING btree ("bill_to" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("due_on","id");--> statement-breakpoint
CREATE INDEX "invoices_amount" ON "invoices" USING btree ("total_cents","id");--> statement-breakpoint
CREATE INDEX "invoices_paid" ON "invoices" USING btree ("paid_cents","id");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("open_cents","id");--> statement-breakpoint
CREATE INDEX "invoices_search" ON "invoices" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invoices_unpaid" ON "invoices" USING btree ("due_on","id") WHERE "invoices"."open_cents" > 0;--> statement-breakpoint
CREATE INDEX "invoices_void" ON "invoices" USING btree ((year::bigint * 10000000 + nth),"id") WHERE "invoices"."voided_at" is not null;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_paid_cents" CHECK ("invoices"."paid_cents" >= 0);
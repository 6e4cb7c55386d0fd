ALTER TABLE "core_spots" ADD COLUMN "tax_rate_bp" integer;--> statement-breakpoint
ALTER TABLE "job_addons" ADD COLUMN "taxable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "job_extras" ADD COLUMN "taxable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "tax_rate_bp" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "taxable_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "billed_tax_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "tax_collected_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "taxable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "service_packages" ADD COLUMN "taxable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_entries_sales_tax" ON "ledger_entries" USING btree ("at","debit","cents") WHERE "ledger_entries"."debit" = 'tax_payable' or "ledger_entries"."credit" = 'tax_payable';--> statement-breakpoint
-- As `salesTaxOn` and `amountCents` of the rules say it. The function of before stays for processes of before.
CREATE FUNCTION "visit_amount_cents"(status text, package integer, addons integer, extras integer, taxable integer,
  tax_rate integer, adjustment integer, fee integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status = 'cancelled' THEN fee ELSE greatest(0, package + addons + extras + adjustment
    + ((greatest(0, taxable)::bigint * coalesce(tax_rate, 0) + 5000) / 10000)::integer) END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "payment_account_of_visit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_accounts SET
    amount_cents = visit_amount_cents(NEW.status, NEW.package_cents, NEW.addons_cents, NEW.extras_cents,
      NEW.taxable_cents, NEW.tax_rate_bp, adjustment_cents, fee_cents),
    visit_over = NEW.status IN ('completed', 'cancelled'),
    visit_on = NEW.service_date,
    technician_id = NEW.technician_id
  WHERE job_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "payment_account_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT visit_amount_cents(j.status, j.package_cents, j.addons_cents, j.extras_cents,
    j.taxable_cents, j.tax_rate_bp, NEW.adjustment_cents, NEW.fee_cents) INTO NEW.amount_cents
  FROM jobs j WHERE j.id = NEW.job_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "payment_account_start"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_accounts m SET
    amount_cents = visit_amount_cents(j.status, j.package_cents, j.addons_cents, j.extras_cents,
      j.taxable_cents, j.tax_rate_bp, m.adjustment_cents, m.fee_cents),
    visit_over = j.status IN ('completed', 'cancelled'),
    visit_on = j.service_date,
    technician_id = j.technician_id
  FROM jobs j WHERE m.job_id = NEW.job_id AND j.id = m.job_id;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER "jobs_payment" ON "jobs";--> statement-breakpoint
CREATE TRIGGER "jobs_payment" AFTER UPDATE ON "jobs" FOR EACH ROW WHEN (
  OLD."status" <> NEW."status" OR OLD."service_date" <> NEW."service_date"
  OR OLD."technician_id" IS DISTINCT FROM NEW."technician_id" OR OLD."package_cents" <> NEW."package_cents"
  OR OLD."addons_cents" <> NEW."addons_cents" OR OLD."extras_cents" <> NEW."extras_cents"
  OR OLD."taxable_cents" <> NEW."taxable_cents" OR OLD."tax_rate_bp" IS DISTINCT FROM NEW."tax_rate_bp")
EXECUTE FUNCTION "payment_account_of_visit"();

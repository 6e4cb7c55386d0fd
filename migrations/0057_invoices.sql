DROP INDEX "payment_accounts_listed";--> statement-breakpoint
DROP INDEX "payment_accounts_unpaid";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "on_invoice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "invoice_paid_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invoicing" jsonb;--> statement-breakpoint
CREATE INDEX "ledger_entries_bank" ON "ledger_entries" USING btree ("at","debit","cents","credit") WHERE "ledger_entries"."debit" = 'bank' or "ledger_entries"."credit" = 'bank';--> statement-breakpoint
CREATE INDEX "payment_accounts_listed" ON "payment_accounts" USING btree ((case when state in ('paid', 'refunding', 'invoice_paid') then 'completed' when state in ('held') then 'authorized' when state in ('none', 'card_saved', 'authorizing', 'expired', 'settling', 'balance_due') then 'pending' when state in ('failed') then 'failed' when state in ('refunded') then 'refunded' when state in ('voiding', 'voided') then 'not_charged' when state in ('on_invoice') then 'on_invoice' end),"job_id");--> statement-breakpoint
CREATE INDEX "payment_accounts_unpaid" ON "payment_accounts" USING btree ("created_at" DESC NULLS LAST,"job_id" DESC NULLS LAST) WHERE "payment_accounts"."visit_over" and "payment_accounts"."amount_cents" - "payment_accounts"."captured_cents" + "payment_accounts"."refunded_cents" - "payment_accounts"."invoice_paid_cents" > 0;--> statement-breakpoint
-- What a customer has spent is also what came in for their invoices.
CREATE OR REPLACE FUNCTION "customer_totals_of_job"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cents bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE customer_totals SET job_count = job_count + 1,
      last_completed_at = CASE WHEN NEW.status = 'completed'
        THEN greatest(last_completed_at, coalesce(NEW.completed_at, NEW.starts_at)) ELSE last_completed_at END,
      last_visit_on = CASE WHEN NEW.status <> 'cancelled'
        THEN greatest(last_visit_on, NEW.service_date) ELSE last_visit_on END
    WHERE customer_id = NEW.customer_id;
  ELSIF OLD.customer_id <> NEW.customer_id THEN
    SELECT coalesce(sum(captured_cents - refunded_cents + invoice_paid_cents), 0) INTO cents FROM payment_accounts WHERE job_id = NEW.id;
    PERFORM customer_totals_recount(OLD.customer_id, -1, -cents), customer_totals_recount(NEW.customer_id, 1, cents);
  ELSE
    PERFORM customer_totals_recount(NEW.customer_id, 0, 0);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "customer_totals_of_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cents integer := NEW.captured_cents - NEW.refunded_cents + NEW.invoice_paid_cents;
BEGIN
  IF TG_OP = 'UPDATE' THEN cents := cents - (OLD.captured_cents - OLD.refunded_cents + OLD.invoice_paid_cents); END IF;
  UPDATE customer_totals SET spent_cents = spent_cents + cents
  WHERE customer_id = (SELECT j.customer_id FROM jobs j WHERE j.id = NEW.job_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_accounts_invoice_totals" AFTER UPDATE ON "payment_accounts" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD."captured_cents" - OLD."refunded_cents" = NEW."captured_cents" - NEW."refunded_cents"
  AND OLD."invoice_paid_cents" <> NEW."invoice_paid_cents")
EXECUTE FUNCTION "customer_totals_of_payment"();

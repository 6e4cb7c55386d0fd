-- What a customer has paid no longer counts money lost in disputes.
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
    SELECT coalesce(sum(captured_cents - refunded_cents - lost_cents + recorded_cents), 0) INTO cents
    FROM payment_accounts WHERE job_id = NEW.id;
    PERFORM customer_totals_recount(OLD.customer_id, -1, -cents), customer_totals_recount(NEW.customer_id, 1, cents);
  ELSE
    PERFORM customer_totals_recount(NEW.customer_id, 0, 0);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "customer_totals_of_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cents integer := NEW.captured_cents - NEW.refunded_cents - NEW.lost_cents + NEW.recorded_cents;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    cents := cents - (OLD.captured_cents - OLD.refunded_cents - OLD.lost_cents + OLD.recorded_cents);
  END IF;
  UPDATE customer_totals SET spent_cents = spent_cents + cents
  WHERE customer_id = (SELECT j.customer_id FROM jobs j WHERE j.id = NEW.job_id);
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER "payment_accounts_invoice_totals" ON "payment_accounts";--> statement-breakpoint
DROP TRIGGER "payment_accounts_new_totals" ON "payment_accounts";--> statement-breakpoint
DROP TRIGGER "payment_accounts_totals" ON "payment_accounts";--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_accounts_new_totals" AFTER INSERT ON "payment_accounts" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (NEW."captured_cents" - NEW."refunded_cents" - NEW."lost_cents" + NEW."recorded_cents" <> 0)
EXECUTE FUNCTION "customer_totals_of_payment"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_accounts_totals" AFTER UPDATE ON "payment_accounts" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD."captured_cents" - OLD."refunded_cents" - OLD."lost_cents" + OLD."recorded_cents"
  <> NEW."captured_cents" - NEW."refunded_cents" - NEW."lost_cents" + NEW."recorded_cents")
EXECUTE FUNCTION "customer_totals_of_payment"();--> statement-breakpoint
UPDATE "customer_totals" t SET "spent_cents" = t."spent_cents" - lost.cents
FROM (SELECT j.customer_id, sum(m.lost_cents) AS cents FROM payment_accounts m JOIN jobs j ON j.id = m.job_id
  WHERE m.lost_cents > 0 GROUP BY j.customer_id) lost
WHERE t."customer_id" = lost.customer_id;

ALTER TABLE "payment_accounts" ADD COLUMN "amount_cents" integer;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "visit_over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "visit_on" date;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "technician_id" uuid;--> statement-breakpoint
-- What a visit costs, in cents; `amountCents` of the rules says the same of rows.
CREATE FUNCTION "visit_amount_cents"(status text, package integer, addons integer, extras integer, adjustment integer,
  fee integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status = 'cancelled' THEN fee ELSE greatest(0, package + addons + extras + adjustment) END
$$;--> statement-breakpoint
UPDATE "payment_accounts" m SET
  "amount_cents" = visit_amount_cents(j."status", j."package_cents", j."addons_cents", j."extras_cents",
    m."adjustment_cents", m."fee_cents"),
  "visit_over" = j."status" IN ('completed', 'cancelled'),
  "visit_on" = j."service_date",
  "technician_id" = j."technician_id"
FROM "jobs" j WHERE j."id" = m."job_id";--> statement-breakpoint
CREATE INDEX "payment_accounts_amount" ON "payment_accounts" USING btree ("amount_cents","job_id");--> statement-breakpoint
CREATE INDEX "payment_accounts_visit" ON "payment_accounts" USING btree ("visit_on");--> statement-breakpoint
CREATE INDEX "payment_accounts_technician" ON "payment_accounts" USING btree ("technician_id","created_at" DESC NULLS LAST,"job_id" DESC NULLS LAST) WHERE "payment_accounts"."technician_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_accounts_held" ON "payment_accounts" USING btree ("held_cents") WHERE "payment_accounts"."held_cents" > 0;--> statement-breakpoint
CREATE INDEX "payment_accounts_captured" ON "payment_accounts" USING btree ("captured_cents") WHERE "payment_accounts"."captured_cents" > 0;--> statement-breakpoint
CREATE INDEX "payment_accounts_given_back" ON "payment_accounts" USING btree ("refunded_cents") WHERE "payment_accounts"."refunded_cents" > 0;--> statement-breakpoint
CREATE INDEX "payment_accounts_unpaid" ON "payment_accounts" USING btree ("created_at" DESC NULLS LAST,"job_id" DESC NULLS LAST) WHERE "payment_accounts"."visit_over" and "payment_accounts"."amount_cents" - "payment_accounts"."captured_cents" + "payment_accounts"."refunded_cents" > 0;--> statement-breakpoint
-- The account's row is always written, even where its amount seems to stay: so this waits for whoever is just adjusting
-- it, and counts from what they leave.
CREATE FUNCTION "payment_account_of_visit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_accounts SET
    amount_cents = visit_amount_cents(NEW.status, NEW.package_cents, NEW.addons_cents, NEW.extras_cents,
      adjustment_cents, fee_cents),
    visit_over = NEW.status IN ('completed', 'cancelled'),
    visit_on = NEW.service_date,
    technician_id = NEW.technician_id
  WHERE job_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "payment_account_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT visit_amount_cents(j.status, j.package_cents, j.addons_cents, j.extras_cents,
    NEW.adjustment_cents, NEW.fee_cents) INTO NEW.amount_cents
  FROM jobs j WHERE j.id = NEW.job_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "payment_account_start"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_accounts m SET
    amount_cents = visit_amount_cents(j.status, j.package_cents, j.addons_cents, j.extras_cents,
      m.adjustment_cents, m.fee_cents),
    visit_over = j.status IN ('completed', 'cancelled'),
    visit_on = j.service_date,
    technician_id = j.technician_id
  FROM jobs j WHERE m.job_id = NEW.job_id AND j.id = m.job_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "jobs_payment" AFTER UPDATE ON "jobs" FOR EACH ROW WHEN (
  OLD."status" <> NEW."status" OR OLD."service_date" <> NEW."service_date"
  OR OLD."technician_id" IS DISTINCT FROM NEW."technician_id" OR OLD."package_cents" <> NEW."package_cents"
  OR OLD."addons_cents" <> NEW."addons_cents" OR OLD."extras_cents" <> NEW."extras_cents")
EXECUTE FUNCTION "payment_account_of_visit"();--> statement-breakpoint
CREATE TRIGGER "payment_accounts_moved" BEFORE UPDATE ON "payment_accounts" FOR EACH ROW WHEN (
  OLD."adjustment_cents" <> NEW."adjustment_cents" OR OLD."fee_cents" <> NEW."fee_cents")
EXECUTE FUNCTION "payment_account_moved"();--> statement-breakpoint
-- Whoever books says the amount; the row is written once then.
CREATE TRIGGER "payment_accounts_start" AFTER INSERT ON "payment_accounts" FOR EACH ROW
WHEN (NEW."amount_cents" IS NULL) EXECUTE FUNCTION "payment_account_start"();

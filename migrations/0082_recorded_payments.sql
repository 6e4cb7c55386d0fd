CREATE TABLE "recorded_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"method" text NOT NULL,
	"cents" integer NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"received_on" date NOT NULL,
	"recorded_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_back_at" timestamp with time zone,
	"taken_back_by" uuid,
	"taken_back_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "recorded_payments_cents" CHECK ("recorded_payments"."cents" <> 0)
);
--> statement-breakpoint
DROP INDEX "ledger_entries_bank";--> statement-breakpoint
DROP INDEX "job_events_money";--> statement-breakpoint
DROP INDEX "job_events_said";--> statement-breakpoint
ALTER TABLE "day_closes" ADD COLUMN "counted_cash_cents" integer;--> statement-breakpoint
ALTER TABLE "recorded_payments" ADD CONSTRAINT "recorded_payments_job_id_payment_accounts_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."payment_accounts"("job_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_payments" ADD CONSTRAINT "recorded_payments_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_payments" ADD CONSTRAINT "recorded_payments_taken_back_by_users_id_fk" FOREIGN KEY ("taken_back_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recorded_payments_job" ON "recorded_payments" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "recorded_payments_recorded_by" ON "recorded_payments" USING btree ("recorded_by");--> statement-breakpoint
CREATE INDEX "recorded_payments_taken_back_by" ON "recorded_payments" USING btree ("taken_back_by") WHERE "recorded_payments"."taken_back_by" is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_received" ON "ledger_entries" USING btree ("at","debit","cents","credit") WHERE debit in ('cash_drawer', 'checks', 'terminal', 'bank', 'other_receipts') or credit in ('cash_drawer', 'checks', 'terminal', 'bank', 'other_receipts');--> statement-breakpoint
CREATE INDEX "job_events_money" ON "job_events" USING btree ("created_at","id","actor_id") WHERE "job_events"."kind" in ('payment_held', 'payment_released', 'payment_charged', 'payment_refunded', 'payment_refund_failed', 'payment_disputed', 'payment_adjusted', 'payment_problem_resolved', 'refund_decided', 'tip_given', 'tip_refunded', 'fee_decided', 'fee_lapsed', 'extra_billed', 'invoice_issued', 'invoice_voided', 'payment_recorded', 'payment_taken_back');--> statement-breakpoint
CREATE INDEX "job_events_said" ON "job_events" USING gin ((fold_text(coalesce(data ->> 'words', '') || ' ' || coalesce(data ->> 'note', '') || ' ' || coalesce(data ->> 'reason', ''))) gin_trgm_ops) WHERE "job_events"."kind" in ('job_cancelled', 'job_not_done', 'payment_adjusted', 'refund_decided', 'fee_decided', 'payment_problem_resolved', 'payment_recorded', 'payment_taken_back');--> statement-breakpoint
ALTER TABLE "payment_accounts" RENAME COLUMN "invoice_paid_cents" TO "recorded_cents";--> statement-breakpoint
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
    SELECT coalesce(sum(captured_cents - refunded_cents + recorded_cents), 0) INTO cents FROM payment_accounts WHERE job_id = NEW.id;
    PERFORM customer_totals_recount(OLD.customer_id, -1, -cents), customer_totals_recount(NEW.customer_id, 1, cents);
  ELSE
    PERFORM customer_totals_recount(NEW.customer_id, 0, 0);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "customer_totals_of_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cents integer := NEW.captured_cents - NEW.refunded_cents + NEW.recorded_cents;
BEGIN
  IF TG_OP = 'UPDATE' THEN cents := cents - (OLD.captured_cents - OLD.refunded_cents + OLD.recorded_cents); END IF;
  UPDATE customer_totals SET spent_cents = spent_cents + cents
  WHERE customer_id = (SELECT j.customer_id FROM jobs j WHERE j.id = NEW.job_id);
  RETURN NULL;
END $$;--> statement-breakpoint
-- Payments of invoices so far were booked to the bank, without their method.
INSERT INTO "recorded_payments" ("job_id", "method", "cents", "received_on", "created_at")
SELECT m.job_id, 'transfer', m.recorded_cents,
  (l.at AT TIME ZONE coalesce((SELECT changed ->> 'timeZone' FROM settings WHERE id = 1), 'America/Chicago'))::date, l.at
FROM payment_accounts m
CROSS JOIN LATERAL (SELECT coalesce(max(at), now()) AS at FROM ledger_entries WHERE job_id = m.job_id AND debit = 'bank') l
WHERE m.recorded_cents > 0;--> statement-breakpoint
ALTER TABLE "job_events" DISABLE TRIGGER "job_events_stay";--> statement-breakpoint
UPDATE "job_events" SET "kind" = CASE "kind" WHEN 'invoice_paid' THEN 'payment_recorded' ELSE 'payment_taken_back' END
WHERE "kind" IN ('invoice_paid', 'invoice_payment_undone');--> statement-breakpoint
ALTER TABLE "job_events" ENABLE TRIGGER "job_events_stay";--> statement-breakpoint
UPDATE "day_closes" SET "figures" = ("figures" - 'byInvoice') || jsonb_build_object('cash', 0, 'check', 0, 'terminal', 0,
  'transfer', coalesce("figures" -> 'byInvoice', '0'), 'other', 0)
WHERE NOT "figures" ? 'transfer';--> statement-breakpoint
-- A business that took no cards sent no reminders, because payments could not be recorded: they begin when its office wants them.
INSERT INTO "settings" ("id", "changed")
SELECT 1, '{"paymentReminderDays": []}' WHERE EXISTS (SELECT FROM jobs WHERE status = 'completed')
  AND NOT EXISTS (SELECT FROM payment_operations) AND NOT EXISTS (SELECT FROM payment_captures)
  AND NOT EXISTS (SELECT FROM payment_cards)
ON CONFLICT ("id") DO UPDATE SET "changed" = EXCLUDED."changed" || "settings"."changed";

ALTER TABLE "payment_accounts" ADD COLUMN "due_since" date;--> statement-breakpoint
CREATE INDEX "payment_accounts_due_oldest" ON "payment_accounts" USING btree (coalesce(case when (visit_over and (amount_cents - captured_cents + refunded_cents - recorded_cents + recovered_cents) > 0 and state in ('none', 'card_saved', 'authorizing', 'held', 'expired', 'settling', 'balance_due', 'failed', 'on_invoice')) then coalesce(due_since, visit_on) end, '9999-12-31'::date),"job_id");--> statement-breakpoint
CREATE INDEX "payment_accounts_due_newest" ON "payment_accounts" USING btree (coalesce(case when (visit_over and (amount_cents - captured_cents + refunded_cents - recorded_cents + recovered_cents) > 0 and state in ('none', 'card_saved', 'authorizing', 'held', 'expired', 'settling', 'balance_due', 'failed', 'on_invoice')) then coalesce(due_since, visit_on) end, '1000-01-01'::date),"job_id");--> statement-breakpoint
UPDATE "payment_accounts" m SET "due_since" = coalesce(
  (SELECT i.due_on FROM invoices i WHERE i.job_id = m.job_id AND i.voided_at IS NULL),
  (coalesce(j.completed_at, j.cancelled_at) AT TIME ZONE
    coalesce((SELECT changed ->> 'timeZone' FROM settings WHERE id = 1), 'America/Chicago'))::date)
FROM jobs j WHERE j.id = m.job_id AND m.visit_over
  AND m.amount_cents - m.captured_cents + m.refunded_cents - m.recorded_cents + m.recovered_cents > 0;

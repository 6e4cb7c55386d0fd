-- One vocabulary for code and tables.
ALTER TABLE "pay_cases" RENAME TO "payment_accounts";--> statement-breakpoint
ALTER TABLE "pay_ops" RENAME TO "payment_operations";--> statement-breakpoint
ALTER TABLE "pay_holds" RENAME TO "payment_holds";--> statement-breakpoint
ALTER TABLE "pay_money" RENAME TO "payment_captures";--> statement-breakpoint
ALTER TABLE "pay_refunds" RENAME TO "payment_refunds";--> statement-breakpoint
ALTER TABLE "pay_adjustments" RENAME TO "payment_adjustments";--> statement-breakpoint
ALTER TABLE "pay_cards" RENAME TO "payment_cards";--> statement-breakpoint
ALTER TABLE "pay_ledger" RENAME TO "ledger_entries";--> statement-breakpoint
ALTER TABLE "pay_discrepancies" RENAME TO "payment_discrepancies";--> statement-breakpoint
ALTER TABLE "outbox_messages" RENAME TO "sent_messages";--> statement-breakpoint
ALTER TABLE "communications" RENAME TO "conversation_entries";--> statement-breakpoint
ALTER TABLE "conversation_entries" RENAME CONSTRAINT "communications_pkey" TO "conversation_entries_pkey";--> statement-breakpoint
ALTER TABLE "conversation_entries" RENAME CONSTRAINT "communications_job_id_jobs_id_fk" TO "conversation_entries_job_id_jobs_id_fk";--> statement-breakpoint
ALTER TABLE "conversation_entries" RENAME CONSTRAINT "communications_from_user_id_users_id_fk" TO "conversation_entries_from_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "conversation_entries" RENAME CONSTRAINT "communications_to_user_id_users_id_fk" TO "conversation_entries_to_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "communications_job" RENAME TO "conversation_entries_job";--> statement-breakpoint
ALTER INDEX "communications_once" RENAME TO "conversation_entries_once";--> statement-breakpoint
ALTER TABLE "sent_messages" RENAME CONSTRAINT "outbox_messages_pkey" TO "sent_messages_pkey";--> statement-breakpoint
ALTER TABLE "sent_messages" RENAME CONSTRAINT "outbox_messages_job_id_jobs_id_fk" TO "sent_messages_job_id_jobs_id_fk";--> statement-breakpoint
ALTER INDEX "outbox_messages_newest" RENAME TO "sent_messages_newest";--> statement-breakpoint
ALTER TABLE "payment_cards" RENAME CONSTRAINT "pay_cards_pkey" TO "payment_cards_pkey";--> statement-breakpoint
ALTER TABLE "payment_cards" RENAME CONSTRAINT "pay_cards_user_id_users_id_fk" TO "payment_cards_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "pay_cards_user" RENAME TO "payment_cards_user";--> statement-breakpoint
ALTER TABLE "payment_discrepancies" RENAME CONSTRAINT "pay_discrepancies_pkey" TO "payment_discrepancies_pkey";--> statement-breakpoint
ALTER TABLE "payment_discrepancies" RENAME CONSTRAINT "pay_discrepancies_job_id_pay_cases_job_id_fk" TO "payment_discrepancies_job_id_payment_accounts_job_id_fk";--> statement-breakpoint
ALTER TABLE "payment_discrepancies" RENAME CONSTRAINT "pay_discrepancies_ref_unique" TO "payment_discrepancies_ref_unique";--> statement-breakpoint
ALTER INDEX "pay_discrepancies_job" RENAME TO "payment_discrepancies_job";--> statement-breakpoint
ALTER TABLE "provider_events" RENAME CONSTRAINT "provider_events_job_id_pay_cases_job_id_fk" TO "provider_events_job_id_payment_accounts_job_id_fk";--> statement-breakpoint
ALTER TABLE "ledger_entries" RENAME CONSTRAINT "pay_ledger_pkey" TO "ledger_entries_pkey";--> statement-breakpoint
ALTER TABLE "ledger_entries" RENAME CONSTRAINT "pay_ledger_ref_unique" TO "ledger_entries_ref_unique";--> statement-breakpoint
ALTER TABLE "ledger_entries" RENAME CONSTRAINT "pay_ledger_moves" TO "ledger_entries_moves";--> statement-breakpoint
ALTER INDEX "pay_ledger_job" RENAME TO "ledger_entries_job";--> statement-breakpoint
ALTER INDEX "pay_ledger_at" RENAME TO "ledger_entries_at";--> statement-breakpoint
ALTER TABLE "payment_adjustments" RENAME CONSTRAINT "pay_adjustments_pkey" TO "payment_adjustments_pkey";--> statement-breakpoint
ALTER TABLE "payment_adjustments" RENAME CONSTRAINT "pay_adjustments_job_id_pay_cases_job_id_fk" TO "payment_adjustments_job_id_payment_accounts_job_id_fk";--> statement-breakpoint
ALTER TABLE "payment_adjustments" RENAME CONSTRAINT "pay_adjustments_actor_id_users_id_fk" TO "payment_adjustments_actor_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "pay_adjustments_job" RENAME TO "payment_adjustments_job";--> statement-breakpoint
ALTER TABLE "payment_holds" RENAME CONSTRAINT "pay_holds_pkey" TO "payment_holds_pkey";--> statement-breakpoint
ALTER TABLE "payment_holds" RENAME CONSTRAINT "pay_holds_job_id_pay_cases_job_id_fk" TO "payment_holds_job_id_payment_accounts_job_id_fk";--> statement-breakpoint
ALTER INDEX "pay_holds_open" RENAME TO "payment_holds_open";--> statement-breakpoint
ALTER INDEX "pay_holds_job" RENAME TO "payment_holds_job";--> statement-breakpoint
ALTER TABLE "payment_captures" RENAME CONSTRAINT "pay_money_pkey" TO "payment_captures_pkey";--> statement-breakpoint
ALTER TABLE "payment_captures" RENAME CONSTRAINT "pay_money_job_id_pay_cases_job_id_fk" TO "payment_captures_job_id_payment_accounts_job_id_fk";--> statement-breakpoint
ALTER TABLE "payment_captures" RENAME CONSTRAINT "pay_money_refunded" TO "payment_captures_refunded";--> statement-breakpoint
ALTER INDEX "pay_money_job" RENAME TO "payment_captures_job";--> statement-breakpoint
ALTER TABLE "payment_refunds" RENAME CONSTRAINT "pay_refunds_pkey" TO "payment_refunds_pkey";--> statement-breakpoint
ALTER TABLE "payment_refunds" RENAME CONSTRAINT "pay_refunds_job_id_pay_cases_job_id_fk" TO "payment_refunds_job_id_payment_accounts_job_id_fk";--> statement-breakpoint
ALTER TABLE "payment_refunds" RENAME CONSTRAINT "pay_refunds_payment_id_pay_money_payment_id_fk" TO "payment_refunds_payment_id_payment_captures_payment_id_fk";--> statement-breakpoint
ALTER INDEX "pay_refunds_job" RENAME TO "payment_refunds_job";--> statement-breakpoint
ALTER TABLE "payment_operations" RENAME CONSTRAINT "pay_ops_pkey" TO "payment_operations_pkey";--> statement-breakpoint
ALTER TABLE "payment_operations" RENAME CONSTRAINT "pay_ops_job_id_pay_cases_job_id_fk" TO "payment_operations_job_id_payment_accounts_job_id_fk";--> statement-breakpoint
ALTER INDEX "pay_ops_open" RENAME TO "payment_operations_open";--> statement-breakpoint
ALTER INDEX "pay_ops_job" RENAME TO "payment_operations_job";--> statement-breakpoint
ALTER TABLE "payment_accounts" RENAME CONSTRAINT "pay_cases_pkey" TO "payment_accounts_pkey";--> statement-breakpoint
ALTER TABLE "payment_accounts" RENAME CONSTRAINT "pay_cases_job_id_jobs_id_fk" TO "payment_accounts_job_id_jobs_id_fk";--> statement-breakpoint
ALTER TABLE "payment_accounts" RENAME CONSTRAINT "pay_cases_card_id_pay_cards_id_fk" TO "payment_accounts_card_id_payment_cards_id_fk";--> statement-breakpoint
ALTER TABLE "payment_accounts" RENAME CONSTRAINT "pay_cases_refunded" TO "payment_accounts_refunded";--> statement-breakpoint
ALTER INDEX "pay_cases_newest" RENAME TO "payment_accounts_newest";--> statement-breakpoint
ALTER INDEX "pay_cases_state" RENAME TO "payment_accounts_state";--> statement-breakpoint
ALTER INDEX "pay_cases_wake" RENAME TO "payment_accounts_wake";--> statement-breakpoint
ALTER TABLE "jobs" RENAME COLUMN "place" TO "seat";--> statement-breakpoint
ALTER INDEX "jobs_place" RENAME TO "jobs_seat";--> statement-breakpoint
ALTER TABLE "sign_in_codes" RENAME COLUMN "address" TO "limit_key";--> statement-breakpoint
ALTER INDEX "sign_in_codes_address" RENAME TO "sign_in_codes_limit_key";--> statement-breakpoint
ALTER TABLE "users" RENAME COLUMN "anonymised_at" TO "anonymized_at";--> statement-breakpoint
-- Written by nothing and read by nothing.
ALTER TABLE "idempotency_keys" DROP COLUMN "status";--> statement-breakpoint
UPDATE "conversation_entries" SET "type" = 'message' WHERE "type" = 'sms';--> statement-breakpoint
UPDATE "payment_refunds" SET "origin" = 'orchestrator' WHERE "origin" = 'planner';--> statement-breakpoint
-- From PostgreSQL 18 on these have names as well.
DO $$ DECLARE old record; BEGIN
  FOR old IN
    SELECT t.oid::regclass AS tab, c.conname AS was, t.relname || '_' || a.attname || '_not_null' AS name
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'n' AND c.connamespace = current_schema()::regnamespace
  LOOP
    IF old.was <> old.name THEN
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', old.tab, old.was, old.name);
    END IF;
  END LOOP;
END $$;--> statement-breakpoint
-- Mails and text messages that wait in the queue find their row by its new name.
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    UPDATE pgboss.job SET data = data - 'outboxId' || jsonb_build_object('messageId', data->'outboxId')
    WHERE data ? 'outboxId';
  END IF;
END $$;

ALTER TABLE "unsent_work" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unsent_work" ADD COLUMN "handled_by" uuid;--> statement-breakpoint
ALTER TABLE "unsent_work" ADD CONSTRAINT "unsent_work_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_requests" ON "jobs" USING btree ("service_date","slot") WHERE "jobs"."status" = 'scheduled' and "jobs"."needs_confirmation";--> statement-breakpoint
CREATE INDEX "jobs_under_way" ON "jobs" USING btree ("service_date","slot") WHERE "jobs"."status" in ('assigned', 'in_progress');--> statement-breakpoint
CREATE INDEX "ledger_entries_cash" ON "ledger_entries" USING btree ("at","debit","cents") WHERE "ledger_entries"."debit" = 'cash' or "ledger_entries"."credit" = 'cash';--> statement-breakpoint
CREATE INDEX "payment_discrepancies_open" ON "payment_discrepancies" USING btree ("created_at") WHERE "payment_discrepancies"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "unsent_work_open" ON "unsent_work" USING btree ("created_at") WHERE "unsent_work"."handled_at" is null;
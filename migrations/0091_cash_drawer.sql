ALTER TABLE "day_closes" ADD COLUMN "expected_cash_cents" integer;--> statement-breakpoint
ALTER TABLE "day_closes" ADD COLUMN "taken_cash_cents" integer;
CREATE TABLE "invoice_years" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"year" integer NOT NULL,
	"nth" integer NOT NULL,
	"number" text NOT NULL,
	"job_id" uuid NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"document" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"voided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_total" CHECK ("invoices"."total_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_nth" ON "invoices" USING btree ("year","nth");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_job" ON "invoices" USING btree ("job_id") WHERE "invoices"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "invoices_job" ON "invoices" USING btree ("job_id");
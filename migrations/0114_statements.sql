CREATE TABLE "statement_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"statement_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"cents" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"statement_id" uuid NOT NULL,
	"method" text NOT NULL,
	"cents" integer NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"received_on" date NOT NULL,
	"recorded_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_back_at" timestamp with time zone,
	"taken_back_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "statement_payments_cents" CHECK ("statement_payments"."cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "statement_years" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"period" text NOT NULL,
	"year" integer NOT NULL,
	"nth" integer NOT NULL,
	"number" text NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"document" jsonb NOT NULL,
	"pdf" "bytea" NOT NULL,
	"total_cents" integer NOT NULL,
	"closed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "recorded_payments" ADD COLUMN "statement_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_payments" ADD CONSTRAINT "statement_payments_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_payments" ADD CONSTRAINT "statement_payments_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_visit" ON "statement_lines" USING btree ("job_id") WHERE "statement_lines"."kind" = 'visit';--> statement-breakpoint
CREATE INDEX "statement_lines_job" ON "statement_lines" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "statement_lines_statement" ON "statement_lines" USING btree ("statement_id","position");--> statement-breakpoint
CREATE INDEX "statement_payments_statement" ON "statement_payments" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "statement_payments_recorded_by" ON "statement_payments" USING btree ("recorded_by") WHERE "statement_payments"."recorded_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "statements_period" ON "statements" USING btree ("company_id","period");--> statement-breakpoint
CREATE UNIQUE INDEX "statements_nth" ON "statements" USING btree ("year","nth");--> statement-breakpoint
CREATE INDEX "statements_due" ON "statements" USING btree ("due_on");--> statement-breakpoint
CREATE INDEX "statements_closed_by" ON "statements" USING btree ("closed_by") WHERE "statements"."closed_by" is not null;--> statement-breakpoint
ALTER TABLE "recorded_payments" ADD CONSTRAINT "recorded_payments_statement_payment_id_statement_payments_id_fk" FOREIGN KEY ("statement_payment_id") REFERENCES "public"."statement_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recorded_payments_statement" ON "recorded_payments" USING btree ("statement_payment_id") WHERE "recorded_payments"."statement_payment_id" is not null;
CREATE TABLE "company_approvals" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"cents" integer NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"lapsed_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	"approved" boolean
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "approval_above_cents" integer;--> statement-breakpoint
ALTER TABLE "company_approvals" ADD CONSTRAINT "company_approvals_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_approvals" ADD CONSTRAINT "company_approvals_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_approvals_waiting" ON "company_approvals" USING btree ("until") WHERE "company_approvals"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "company_approvals_answered_by" ON "company_approvals" USING btree ("answered_by") WHERE "company_approvals"."answered_by" is not null;
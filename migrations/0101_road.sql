CREATE TABLE "day_plans" (
	"service_date" date PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "service_packages" ADD COLUMN "minutes" integer DEFAULT 45 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "tentative_technician_id" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_tentative_technician_id_users_id_fk" FOREIGN KEY ("tentative_technician_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE TABLE "job_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"service_type" text,
	"description" text NOT NULL,
	"quantity" double precision DEFAULT 1 NOT NULL,
	"unit_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"taxable" boolean DEFAULT false NOT NULL,
	"product_id" uuid,
	"product" jsonb,
	"approval" text DEFAULT 'not_needed' NOT NULL,
	"added_by_technician" boolean DEFAULT false NOT NULL,
	"added_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"received_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "core_spots" ADD COLUMN "tax_mode" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "tax_mode" text DEFAULT 'everything' NOT NULL;--> statement-breakpoint
ALTER TABLE "job_lines" ADD CONSTRAINT "job_lines_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_lines" ADD CONSTRAINT "job_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_lines" ADD CONSTRAINT "job_lines_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "job_lines" (id, job_id, source, kind, service_type, description, quantity, unit_cents, total_cents, taxable, approval, added_by, created_at, received_at)
SELECT id, job_id, 'extra', CASE WHEN service_type IN ('battery_test', 'other') THEN 'labor' ELSE 'part' END, service_type, description, quantity, unit_cents, total_cents, taxable, approval, added_by, created_at, received_at
FROM "job_extras";--> statement-breakpoint
INSERT INTO "job_lines" (id, job_id, source, kind, description, unit_cents, total_cents, taxable, product_id, product, added_by_technician, added_by, created_at)
SELECT a.id, a.job_id, 'addon', CASE WHEN p.category = 'service' THEN 'labor' ELSE 'part' END, a.name, a.price_cents, a.price_cents, a.taxable, a.addon_service_id,
  CASE WHEN p.category = 'service' THEN NULL ELSE jsonb_build_object('name', a.name, 'brand', p.brand, 'viscosity', p.viscosity, 'serviceCategory', p.service_category, 'partNumber', p.part_number, 'condition', p.condition) END,
  a.added_by_technician, a.added_by, a.created_at
FROM "job_addons" a JOIN "products" p ON p.id = a.addon_service_id;--> statement-breakpoint
UPDATE "job_lines" l SET kind = 'fee' FROM "jobs" j WHERE j.id = l.job_id AND l.source = 'extra' AND j.status = 'cancelled' AND l.created_at > j.cancelled_at;--> statement-breakpoint
UPDATE "jobs" j SET extras_cents = j.extras_cents - f.cents FROM (SELECT job_id, sum(total_cents)::int AS cents FROM "job_lines" WHERE kind = 'fee' AND approval = 'approved' GROUP BY job_id) f WHERE f.job_id = j.id;--> statement-breakpoint
DROP TABLE "job_addons";--> statement-breakpoint
DROP TABLE "job_extras";--> statement-breakpoint
CREATE INDEX "job_lines_job" ON "job_lines" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "job_lines_addon_once" ON "job_lines" USING btree ("job_id","product_id") WHERE "job_lines"."source" = 'addon';--> statement-breakpoint
CREATE INDEX "job_lines_product" ON "job_lines" USING btree ("product_id") WHERE "job_lines"."product_id" is not null;--> statement-breakpoint
CREATE INDEX "job_lines_added_by" ON "job_lines" USING btree ("added_by") WHERE "job_lines"."added_by" is not null;
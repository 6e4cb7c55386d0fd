ALTER TABLE "products" ADD COLUMN "brand" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "viscosity" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "service_category" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "part_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "condition" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "unit_cost_cents" integer;--> statement-breakpoint
ALTER TABLE "engines" ADD COLUMN "filters" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "engines" ADD COLUMN "drain_plug_torque" real;--> statement-breakpoint
ALTER TABLE "engines" ADD COLUMN "drain_plug_washer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "engines" ADD COLUMN "oil_reset" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicles" ADD COLUMN "engine_id" uuid;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vehicles_engine" ON "vehicles" USING btree ("engine_id") WHERE "vehicles"."engine_id" is not null;
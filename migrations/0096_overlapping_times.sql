DROP INDEX "jobs_vehicle_slot";--> statement-breakpoint
DROP INDEX "jobs_seat";--> statement-breakpoint
DROP INDEX "jobs_technician";--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_imported" ON "jobs" USING btree ("vehicle_id","service_date","slot") WHERE "jobs"."slot" <= 0;--> statement-breakpoint
CREATE INDEX "jobs_seat" ON "jobs" USING btree ("service_date","slot","seat") WHERE "jobs"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "jobs_technician" ON "jobs" USING btree ("technician_id","service_date","slot") WHERE "jobs"."status" <> 'cancelled';--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_seat_taken" EXCLUDE USING gist ("service_date" WITH =, "seat" WITH =,
  int4range("slot" / 10000, "slot" % 10000) WITH &&) WHERE ("status" <> 'cancelled' AND "slot" > 0);--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_technician_busy" EXCLUDE USING gist ("technician_id" WITH =, "service_date" WITH =,
  int4range("slot" / 10000, "slot" % 10000) WITH &&) WHERE ("status" <> 'cancelled' AND "slot" > 0);--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_vehicle_busy" EXCLUDE USING gist ("vehicle_id" WITH =, "service_date" WITH =,
  int4range("slot" / 10000, "slot" % 10000) WITH &&) WHERE ("status" <> 'cancelled' AND "slot" > 0);

CREATE TABLE "office_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"job_id" uuid,
	"person_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "office_events_time" ON "office_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "office_events_actor" ON "office_events" USING btree ("actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "office_events_kind" ON "office_events" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "office_events_person" ON "office_events" USING btree ("person_id","created_at","id");--> statement-breakpoint
CREATE INDEX "office_events_job" ON "office_events" USING btree ("job_id","created_at","id");--> statement-breakpoint
CREATE INDEX "job_events_time" ON "job_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "job_events_actor" ON "job_events" USING btree ("actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "job_events_kind" ON "job_events" USING btree ("kind","created_at","id");--> statement-breakpoint
-- What happened stays as it was written. Two changes of a visit's history are let through where the program says so: the
-- words of a person who is erased, and the id of one whose account became another's.
CREATE FUNCTION "refuse_to_rewrite"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'job_events' AND current_setting('fivequart.erasing', true) = 'on' THEN
    IF NEW.id = OLD.id AND NEW.job_id = OLD.job_id AND NEW.kind = OLD.kind AND NEW.created_at = OLD.created_at THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "job_events_stay" BEFORE UPDATE OR DELETE ON "job_events"
FOR EACH ROW EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "office_events_stay" BEFORE UPDATE OR DELETE ON "office_events"
FOR EACH ROW EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "setting_changes_stay" BEFORE UPDATE OR DELETE ON "setting_changes"
FOR EACH ROW EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "catalog_changes_stay" BEFORE UPDATE OR DELETE ON "catalog_changes"
FOR EACH ROW EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_stay" BEFORE UPDATE OR DELETE ON "ledger_entries"
FOR EACH ROW EXECUTE FUNCTION "refuse_to_rewrite"();--> statement-breakpoint
-- What the office did before there was this table, as far as it is known.
INSERT INTO "office_events" ("actor_id", "kind", "data", "created_at")
SELECT actor_id, CASE WHEN subject = 'core_spot' THEN 'service_area_changed' ELSE 'settings_changed' END,
  CASE WHEN subject = 'settings' THEN jsonb_build_object('names', (SELECT jsonb_agg(name) FROM jsonb_object_keys(coalesce(after, before)) name)) ELSE '{}' END,
  created_at FROM setting_changes;--> statement-breakpoint
INSERT INTO "office_events" ("actor_id", "kind", "data", "created_at")
SELECT c.actor_id, CASE WHEN e.id IS NULL THEN 'catalog_changed' ELSE 'engines_changed' END,
  jsonb_build_object(CASE WHEN e.id IS NULL THEN 'itemId' ELSE 'engineId' END, c.subject_id), c.created_at
FROM catalog_changes c LEFT JOIN engines e ON e.id = c.subject_id WHERE c.actor_id IS NOT NULL;--> statement-breakpoint
INSERT INTO "office_events" ("actor_id", "kind", "data", "created_at")
SELECT actor_id, 'stock_changed', jsonb_build_object('productId', product_id), created_at
FROM stock_movements WHERE job_id IS NULL AND actor_id IS NOT NULL;--> statement-breakpoint
INSERT INTO "office_events" ("actor_id", "kind", "person_id", "data", "created_at")
SELECT c.actor_id, CASE c.kind WHEN 'merged' THEN 'customers_merged' WHEN 'vehicle_recovered' THEN 'vehicle_recovered' ELSE 'customer_changed' END,
  c.customer_id, CASE WHEN c.kind IN ('merged', 'vehicle_recovered') THEN '{}' ELSE jsonb_build_object('what', c.kind) END, c.created_at
FROM customer_events c JOIN users u ON u.id = c.actor_id AND u.role = 'admin';

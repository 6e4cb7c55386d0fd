-- A slot is its start and end, HHMMHHMM, instead of its position among five.
CREATE FUNCTION pg_temp.slot_of("position" integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE "position" WHEN 1 THEN 8000900 WHEN 2 THEN 9301030 WHEN 3 THEN 13001400 WHEN 4 THEN 14301530
    WHEN 5 THEN 16001700 ELSE "position" END
$$;--> statement-breakpoint
-- Positions anywhere in recorded data: under "slot" and "slots", and weekly hours as starts.
CREATE FUNCTION pg_temp.with_slots(data jsonb, name text DEFAULT '') RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF name IN ('slot', 'slots') AND jsonb_typeof(data) = 'number' THEN
    RETURN to_jsonb(pg_temp.slot_of(data::int));
  ELSIF name = 'weeklyHours' AND jsonb_typeof(data) = 'number' THEN
    RETURN to_jsonb((ARRAY['08:00', '09:30', '13:00', '14:30', '16:00'])[data::int]);
  ELSIF jsonb_typeof(data) = 'array' THEN
    RETURN (SELECT coalesce(jsonb_agg(pg_temp.with_slots(item, name) ORDER BY at), '[]')
      FROM jsonb_array_elements(data) WITH ORDINALITY AS items (item, at));
  ELSIF jsonb_typeof(data) = 'object' THEN
    RETURN (SELECT coalesce(jsonb_object_agg(key, pg_temp.with_slots(value,
        CASE WHEN key IN ('from', 'to') AND data ->> 'name' = 'weeklyHours' THEN 'weeklyHours' ELSE key END)), '{}')
      FROM jsonb_each(data));
  END IF;
  RETURN data;
END $$;--> statement-breakpoint
ALTER TABLE "jobs" ALTER COLUMN "slot" SET DATA TYPE integer USING pg_temp.slot_of("slot");--> statement-breakpoint
ALTER TABLE "blocked_slots" ALTER COLUMN "slot" SET DATA TYPE integer USING pg_temp.slot_of("slot");--> statement-breakpoint
ALTER TABLE "offered_seats" ALTER COLUMN "slot" SET DATA TYPE integer USING pg_temp.slot_of("slot");--> statement-breakpoint
ALTER TABLE "closures" ALTER COLUMN "slots" SET DATA TYPE integer[] USING "slots"::integer[];--> statement-breakpoint
UPDATE "closures" SET "slots" = ARRAY(SELECT pg_temp.slot_of(one) FROM unnest("slots") one ORDER BY one);--> statement-breakpoint
UPDATE "settings" SET "changed" = pg_temp.with_slots("changed") WHERE "changed" ? 'weeklyHours';--> statement-breakpoint
UPDATE "notifications" SET "data" = pg_temp.with_slots("data") WHERE "data"::text LIKE '%"slot%';--> statement-breakpoint
UPDATE "idempotency_keys" SET "response" = pg_temp.with_slots("response") WHERE "response"::text LIKE '%"slot"%';--> statement-breakpoint
ALTER TABLE "job_events" DISABLE TRIGGER "job_events_stay";--> statement-breakpoint
UPDATE "job_events" SET "data" = pg_temp.with_slots("data") WHERE "data"::text LIKE '%"slot"%';--> statement-breakpoint
ALTER TABLE "job_events" ENABLE TRIGGER "job_events_stay";--> statement-breakpoint
ALTER TABLE "office_events" DISABLE TRIGGER "office_events_stay";--> statement-breakpoint
UPDATE "office_events" SET "data" = pg_temp.with_slots("data")
  WHERE "data"::text LIKE '%"slot%' OR "data"::text LIKE '%weeklyHours%';--> statement-breakpoint
ALTER TABLE "office_events" ENABLE TRIGGER "office_events_stay";--> statement-breakpoint
ALTER TABLE "setting_changes" DISABLE TRIGGER "setting_changes_stay";--> statement-breakpoint
UPDATE "setting_changes" SET "before" = pg_temp.with_slots("before"), "after" = pg_temp.with_slots("after")
  WHERE "after" ? 'weeklyHours' OR "before" ? 'weeklyHours';--> statement-breakpoint
ALTER TABLE "setting_changes" ENABLE TRIGGER "setting_changes_stay";--> statement-breakpoint
DROP FUNCTION pg_temp.with_slots;--> statement-breakpoint
DROP FUNCTION pg_temp.slot_of;

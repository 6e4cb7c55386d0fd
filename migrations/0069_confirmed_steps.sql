-- Days, area and prices of a business that has done visits have proved themselves; pages go on saying them.
INSERT INTO "settings" ("id", "version", "changed")
SELECT 1, 0, '{}' WHERE EXISTS (SELECT FROM "jobs" WHERE "status" = 'completed')
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "settings" SET "changed" = "changed" || jsonb_build_object('confirmedSteps', (
  SELECT jsonb_agg(DISTINCT step) FROM jsonb_array_elements_text(
    coalesce("changed"->'confirmedSteps', '[]') || '["hours", "area", "prices"]') AS s(step)))
WHERE "id" = 1 AND EXISTS (SELECT FROM "jobs" WHERE "status" = 'completed');

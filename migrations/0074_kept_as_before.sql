-- A business that has been at work keeps what was sent and read, until it chooses how long.
INSERT INTO "settings" ("id", "changed")
SELECT 1, '{"sentMessagesKeptDays": 0, "notificationsKeptDays": 0}'::jsonb
WHERE EXISTS (SELECT FROM "sent_messages") OR EXISTS (SELECT FROM "notifications")
ON CONFLICT ("id") DO UPDATE SET
  "changed" = excluded."changed" || "settings"."changed",
  "version" = "settings"."version" + 1;

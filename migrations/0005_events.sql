ALTER TABLE "notifications" ALTER COLUMN "title" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "message" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "communications" ADD COLUMN "event" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "audience" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "data" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- What the business said in conversations was known by its English words; from here on by what happened.
UPDATE "communications" SET "event" = CASE "message"
  WHEN 'Your technician is on the way.' THEN 'technician_on_way'
  WHEN 'Your technician has arrived.' THEN 'technician_arrived'
  WHEN 'The technician closed the communication.' THEN 'communication_closed'
  WHEN 'The service is completed.' THEN 'service_completed'
  WHEN 'The visit was cancelled.' THEN 'job_cancelled'
  WHEN 'The visit was moved.' THEN 'job_rescheduled'
  WHEN 'Another technician will come.' THEN 'job_assigned'
END WHERE "type" = 'system_notification';--> statement-breakpoint
UPDATE "communications" SET "event" = 'call_started' WHERE "type" = 'call';--> statement-breakpoint
-- The history calls what happened as everything else does.
UPDATE "job_events" SET "kind" = CASE
  WHEN "kind" = 'extra_added' AND "data"->>'approval' = 'waiting' THEN 'extra_approval'
  WHEN "kind" = 'started' THEN 'service_started'
  WHEN "kind" = 'completed' THEN 'service_completed'
  ELSE 'job_' || "kind"
END WHERE "kind" IN ('booked', 'confirmed', 'assigned', 'unassigned', 'claimed', 'reminded', 'started', 'completed', 'cancelled', 'rescheduled')
  OR ("kind" = 'extra_added' AND "data"->>'approval' = 'waiting');--> statement-breakpoint
-- So that the news of a message to the office can be found by it, and erased with it.
UPDATE "notifications" n SET "data" = jsonb_build_object('contactMessageId', c."id")
FROM "contact_messages" c
WHERE n."type" = 'contact_message' AND n."title" = 'Message from ' || c."name" AND n."message" = c."subject";
--> statement-breakpoint
-- What the card network said stood in the note too; it is read from where it is kept now.
UPDATE "pay_cases" SET "note" = '' WHERE "job_id" IN (SELECT "job_id" FROM "pay_discrepancies" WHERE "resolved_at" IS NULL);

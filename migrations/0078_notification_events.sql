-- Notifications stored as text, from before events, carry no event to word.
DELETE FROM "notifications" WHERE "audience" IS NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "audience" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "title";--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "message";

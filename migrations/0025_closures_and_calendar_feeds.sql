CREATE TABLE "calendar_feeds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "calendar_feeds_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "closures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"slots" smallint[] NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closures_to" ON "closures" USING btree ("to_date");--> statement-breakpoint
CREATE INDEX "jobs_cancelled" ON "jobs" USING btree ("cancelled_at") WHERE "jobs"."status" = 'cancelled';--> statement-breakpoint
INSERT INTO "closures" ("from_date", "to_date", "slots", "reason")
SELECT "service_date", "service_date", array_agg("slot" ORDER BY "slot"), "reason"
FROM "blocked_slots" GROUP BY "service_date", "reason";

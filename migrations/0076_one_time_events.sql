CREATE TABLE "one_time_events" (
	"event" text NOT NULL,
	"about" text NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_time_events_event_about_pk" PRIMARY KEY("event","about")
);
--> statement-breakpoint
-- Reminders already sent are not sent again.
INSERT INTO "one_time_events" ("event", "about", "step", "created_at")
SELECT e.kind,
  CASE WHEN e.kind = 'invoice_reminded' THEN e.data ->> 'number'
    WHEN e.kind IN ('review_asked', 'service_due', 'payment_reminded') THEN e.job_id::text
    ELSE e.job_id || ' ' || to_char((e.data ->> 'startsAt')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  END AS about,
  max(CASE WHEN e.kind IN ('payment_reminded', 'invoice_reminded') THEN (e.data ->> 'days')::int ELSE 0 END),
  max(e.created_at)
FROM "job_events" e
WHERE e.kind IN ('review_asked', 'service_due')
  OR (e.kind = 'payment_reminded' AND e.data ? 'days')
  OR (e.kind = 'invoice_reminded' AND e.data ?& ARRAY['days', 'number'])
  OR (e.kind IN ('job_reminded', 'visit_soon', 'running_late', 'visit_overdue') AND e.data ? 'startsAt')
GROUP BY 1, 2;

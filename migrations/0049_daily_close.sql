CREATE TABLE "day_closes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"by" uuid NOT NULL,
	"entries" integer NOT NULL,
	"figures" jsonb NOT NULL,
	"open_differences" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_comparisons" (
	"day" date PRIMARY KEY NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"by" uuid
);
--> statement-breakpoint
CREATE TABLE "difference_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"network_id" text NOT NULL,
	"here_cents" integer NOT NULL,
	"there_cents" integer NOT NULL,
	"note" text NOT NULL,
	"by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "difference_notes_once" UNIQUE("day","network_id","here_cents","there_cents")
);
--> statement-breakpoint
CREATE TABLE "network_movements" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"payment_id" text NOT NULL,
	"cents" integer NOT NULL,
	"status" text NOT NULL,
	"at" timestamp with time zone,
	"reference" text,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "network_movements_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
ALTER TABLE "day_closes" ADD CONSTRAINT "day_closes_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_comparisons" ADD CONSTRAINT "day_comparisons_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "difference_notes" ADD CONSTRAINT "difference_notes_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_closes_day" ON "day_closes" USING btree ("day","created_at");--> statement-breakpoint
CREATE INDEX "difference_notes_by" ON "difference_notes" USING btree ("by");--> statement-breakpoint
CREATE INDEX "network_movements_at" ON "network_movements" USING btree ("at");
--> statement-breakpoint
-- What the simulated card network captured and refunded before it kept a list of that.
INSERT INTO "simulator_records" ("kind", "id", "data", "created_at")
SELECT 'movement', lpad((extract(epoch FROM coalesce(e."at", s."created_at")) * 1000)::bigint::text, 15, '0') || ':' || s."id",
	jsonb_build_object('paymentId', s."id", 'refundId', NULL), coalesce(e."at", s."created_at")
FROM "simulator_records" s LEFT JOIN "ledger_entries" e ON e."ref" IN ('captured:' || s."id", 'tip:' || s."id")
WHERE s."kind" = 'payment' AND s."data" ->> 'status' = 'completed'
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "simulator_records" ("kind", "id", "data", "created_at")
SELECT 'movement', lpad(r ->> 'at', 15, '0') || ':' || (r ->> 'id'),
	jsonb_build_object('paymentId', s."id", 'refundId', r ->> 'id'), to_timestamp((r ->> 'at')::bigint / 1000.0)
FROM "simulator_records" s CROSS JOIN LATERAL jsonb_array_elements(s."data" -> 'refunds') r
WHERE s."kind" = 'payment'
ON CONFLICT DO NOTHING;

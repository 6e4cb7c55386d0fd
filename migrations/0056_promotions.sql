CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"reason" text NOT NULL,
	"percent" integer,
	"cap_cents" integer,
	"off_cents" integer,
	"visits_from" date,
	"visits_until" date,
	"max_uses" integer,
	"max_uses_per_customer" integer,
	"first_visit_only" boolean DEFAULT false NOT NULL,
	"package_ids" uuid[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"given_cents" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotions_code_unique" UNIQUE("code"),
	CONSTRAINT "promotions_code" CHECK ("promotions"."code" ~ '^[A-Z0-9-]{3,20}$'),
	CONSTRAINT "promotions_off" CHECK (("promotions"."percent" is null) <> ("promotions"."off_cents" is null)
        and coalesce("promotions"."percent", 1) between 1 and 100 and coalesce("promotions"."off_cents", 1) > 0),
	CONSTRAINT "promotions_uses" CHECK ("promotions"."uses" >= 0 and "promotions"."given_cents" >= 0)
);

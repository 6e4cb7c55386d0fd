CREATE TABLE "learned_drives" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"learned" jsonb NOT NULL,
	"computed_at" timestamp with time zone NOT NULL
);

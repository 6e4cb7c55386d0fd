CREATE TABLE "daily_counts" (
	"what" text NOT NULL,
	"who" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "daily_counts_what_who_day_pk" PRIMARY KEY("what","who","day")
);
--> statement-breakpoint
CREATE INDEX "daily_counts_day" ON "daily_counts" USING btree ("day");
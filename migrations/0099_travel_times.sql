CREATE TABLE "travel_times" (
	"from_latitude" integer NOT NULL,
	"from_longitude" integer NOT NULL,
	"to_latitude" integer NOT NULL,
	"to_longitude" integer NOT NULL,
	"seconds" integer NOT NULL,
	"meters" integer NOT NULL,
	"source" text NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "travel_times_pk" PRIMARY KEY("from_latitude","from_longitude","to_latitude","to_longitude")
);

CREATE TABLE "offered_seats" (
	"service_date" date NOT NULL,
	"slot" smallint NOT NULL,
	"seats" smallint NOT NULL,
	CONSTRAINT "offered_seats_service_date_slot_pk" PRIMARY KEY("service_date","slot")
);

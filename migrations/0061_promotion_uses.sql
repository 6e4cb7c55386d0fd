CREATE TABLE "promotion_uses" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"promotion_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promotion_uses_promotion" ON "promotion_uses" USING btree ("promotion_id");--> statement-breakpoint
CREATE FUNCTION "promotion_counted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE promotions SET uses = uses + 1, given_cents = given_cents + NEW.cents WHERE id = NEW.promotion_id;
  ELSE
    UPDATE promotions SET uses = uses - 1, given_cents = given_cents - OLD.cents WHERE id = OLD.promotion_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "promotion_uses_counted" AFTER INSERT OR DELETE ON "promotion_uses" FOR EACH ROW
EXECUTE FUNCTION "promotion_counted"();--> statement-breakpoint
-- Whoever cancels, and for whatever reason: what was not done was not given.
CREATE FUNCTION "promotion_given_back"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM promotion_uses WHERE job_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "jobs_promotion" AFTER UPDATE OF "status" ON "jobs" FOR EACH ROW WHEN (
  NEW."status" = 'cancelled' AND OLD."status" <> 'cancelled')
EXECUTE FUNCTION "promotion_given_back"();

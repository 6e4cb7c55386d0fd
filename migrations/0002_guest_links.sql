CREATE TABLE "guest_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"ticket_hash" text NOT NULL,
	"job_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_links_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "guest_links_ticket_hash_unique" UNIQUE("ticket_hash")
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "guest_links" ADD CONSTRAINT "guest_links_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_links_job" ON "guest_links" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "contact_messages_shown" ON "contact_messages" USING btree ("handled","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_messages_network" ON "contact_messages" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree ("email","created_at");
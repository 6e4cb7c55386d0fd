CREATE TABLE "incoming_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contact_message_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"message" text NOT NULL,
	"attachments" smallint DEFAULT 0 NOT NULL,
	"keyword" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "incoming_texts_provider_id_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "channel" text DEFAULT 'form' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "texts_stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD COLUMN "text_id" uuid;--> statement-breakpoint
ALTER TABLE "incoming_texts" ADD CONSTRAINT "incoming_texts_contact_message_id_contact_messages_id_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incoming_texts_message" ON "incoming_texts" USING btree ("contact_message_id","created_at");--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_text_id_sent_messages_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."sent_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_messages_texts" ON "contact_messages" USING btree ("phone") WHERE "contact_messages"."channel" = 'sms';--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING btree ("phone");
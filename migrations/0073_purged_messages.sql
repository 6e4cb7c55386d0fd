CREATE INDEX "contact_replies_text" ON "contact_replies" USING btree ("text_id") WHERE "contact_replies"."text_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" USING btree ("created_at");

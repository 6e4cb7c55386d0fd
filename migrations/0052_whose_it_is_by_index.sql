CREATE INDEX "contact_messages_handled_by" ON "contact_messages" USING btree ("handled_by") WHERE "contact_messages"."handled_by" is not null;--> statement-breakpoint
CREATE INDEX "contact_replies_author" ON "contact_replies" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "conversation_entries_from" ON "conversation_entries" USING btree ("from_user_id") WHERE "conversation_entries"."from_user_id" is not null;--> statement-breakpoint
CREATE INDEX "conversation_entries_to" ON "conversation_entries" USING btree ("to_user_id") WHERE "conversation_entries"."to_user_id" is not null;--> statement-breakpoint
CREATE INDEX "customer_events_actor" ON "customer_events" USING btree ("actor_id") WHERE "customer_events"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "customer_notes_author" ON "customer_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "job_addons_added_by" ON "job_addons" USING btree ("added_by") WHERE "job_addons"."added_by" is not null;--> statement-breakpoint
CREATE INDEX "job_extras_added_by" ON "job_extras" USING btree ("added_by") WHERE "job_extras"."added_by" is not null;--> statement-breakpoint
CREATE INDEX "job_photos_uploaded_by" ON "job_photos" USING btree ("uploaded_by") WHERE "job_photos"."uploaded_by" is not null;--> statement-breakpoint
CREATE INDEX "odometer_readings_read_by" ON "odometer_readings" USING btree ("read_by") WHERE "odometer_readings"."read_by" is not null;--> statement-breakpoint
CREATE INDEX "payment_accounts_entered_by" ON "payment_accounts" USING btree ("entered_by") WHERE "payment_accounts"."entered_by" is not null;--> statement-breakpoint
CREATE INDEX "payment_adjustments_actor" ON "payment_adjustments" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "reviews_customer" ON "reviews" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "stock_movements_actor" ON "stock_movements" USING btree ("actor_id") WHERE "stock_movements"."actor_id" is not null;
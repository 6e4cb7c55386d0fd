DROP INDEX "reviews_technician";--> statement-breakpoint
CREATE INDEX "contact_messages_name" ON "contact_messages" USING btree (("name" collate "und-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "contact_messages_subject" ON "contact_messages" USING btree (("subject" collate "und-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "contact_messages_search" ON "contact_messages" USING gin (("name" || ' ' || "email" || ' ' || "phone" || ' ' || "subject" || ' ' || "message") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_work" ON "jobs" USING btree ("technician_id","completed_at","id") WHERE "jobs"."technician_id" is not null;--> statement-breakpoint
CREATE INDEX "reviews_of_technician" ON "reviews" USING btree ("technician_id","created_at" DESC NULLS LAST,"rating");
CREATE TABLE "card_additions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text,
	"token_hash" text NOT NULL,
	"is_default" boolean NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"code" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "consent_version" text;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "consent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_cards" ADD COLUMN "expires" text;--> statement-breakpoint
ALTER TABLE "payment_cards" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "payment_cards" ADD COLUMN "kept_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_cards" ADD COLUMN "preferred_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_cards" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_operations" ADD COLUMN "keep_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "card_additions" ADD CONSTRAINT "card_additions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "card_additions_token" ON "card_additions" USING btree ("user_id","token_hash");
ALTER TABLE "payment_captures" ADD COLUMN "wallet" text;--> statement-breakpoint
ALTER TABLE "payment_holds" ADD COLUMN "card_brand" text;--> statement-breakpoint
ALTER TABLE "payment_holds" ADD COLUMN "card_last4" text;--> statement-breakpoint
ALTER TABLE "payment_holds" ADD COLUMN "wallet" text;--> statement-breakpoint
ALTER TABLE "payment_operations" ADD COLUMN "wallet" text;
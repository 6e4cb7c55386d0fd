ALTER TABLE "pay_money" ADD COLUMN "card_brand" text;--> statement-breakpoint
ALTER TABLE "pay_money" ADD COLUMN "card_last4" text;
CREATE TABLE "logo_pictures" (
	"logo_id" uuid NOT NULL,
	"size" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "logo_pictures_logo_id_size_pk" PRIMARY KEY("logo_id","size")
);
--> statement-breakpoint
CREATE TABLE "logos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"ground" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "logo_pictures" ADD CONSTRAINT "logo_pictures_logo_id_logos_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."logos"("id") ON DELETE cascade ON UPDATE no action;
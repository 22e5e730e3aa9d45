-- Rows that came before cannot tell who brought them: nearly all of them were shipped.
ALTER TABLE "listing" ADD COLUMN "shipped" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "listing" ALTER COLUMN "shipped" SET DEFAULT false;
ALTER TABLE "listing_alias" ADD COLUMN "shipped" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "listing_alias" ALTER COLUMN "shipped" SET DEFAULT false;
ALTER TABLE "membership" ADD COLUMN "shipped" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "membership" ALTER COLUMN "shipped" SET DEFAULT false;
ALTER TABLE "relation" ADD COLUMN "shipped" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "relation" ALTER COLUMN "shipped" SET DEFAULT false;

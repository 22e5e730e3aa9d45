-- AlterTable
ALTER TABLE "market_series" ADD COLUMN     "history" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "revision" UUID NOT NULL DEFAULT gen_random_uuid();

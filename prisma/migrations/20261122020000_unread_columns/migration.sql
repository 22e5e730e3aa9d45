-- Columns that were written and never read.
ALTER TABLE "article" DROP COLUMN "ingested_at";
ALTER TABLE "feed_state" DROP COLUMN "fetched_at";
ALTER TABLE "preference" DROP COLUMN "updated_at";
ALTER TABLE "reference_load" DROP COLUMN "loaded_at";
ALTER TABLE "sector_link" DROP COLUMN "note";

-- A direction is never without a part in the trend: what was stored without one gets the weakest.
UPDATE "impact" SET "role" = coalesce("role", 'beneficiary'), "exposure" = coalesce("exposure", 'secondary')
 WHERE "role" IS NULL OR "exposure" IS NULL;

-- AlterTable
ALTER TABLE "impact" ALTER COLUMN "role" SET NOT NULL,
ALTER COLUMN "exposure" SET NOT NULL;

-- DropIndex
DROP INDEX "article_trend_node_id_published_idx";

-- CreateIndex
CREATE INDEX "article_trend_node_idx" ON "article_trend"("node_id", "published" DESC, "article_id", "story_id");

-- DropIndex
DROP INDEX "impact_named_idx";

-- CreateIndex
CREATE INDEX "impact_about_idx" ON "impact"("listing_id", "published" DESC, "article_id" DESC, "direction", "hop", "relevance", "aspect", "story_id") WHERE hop = 0 OR (hop = 1 AND relevance >= (0.3)::real);

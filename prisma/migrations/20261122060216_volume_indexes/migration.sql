-- DropIndex
DROP INDEX "impact_of_listing_idx";

-- CreateIndex
CREATE INDEX "impact_of_listing_idx" ON "impact"("listing_id", "published" DESC, "article_id" DESC, "direction", "hop", "relevance", "aspect", "story_id");

-- CreateIndex
CREATE INDEX "impact_named_idx" ON "impact"("published", "story_id", "listing_id") WHERE (tagged);

-- CreateIndex
CREATE INDEX "story_retold_idx" ON "story"("id") WHERE (article_count > 1);

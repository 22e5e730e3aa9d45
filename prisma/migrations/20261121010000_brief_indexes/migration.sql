-- The article a story is shown with, read off the index alone: stories in order, the foremost article of each first.
DROP INDEX "article_story_id_idx";
CREATE INDEX "article_foremost_idx" ON "article"("story_id", "impact_score" DESC, "published", "id", "lead_direction", "lead_aspect");

-- What a time's stories do to each listing, read off the index alone.
CREATE INDEX "impact_movers_idx" ON "impact"("published", "article_id", "listing_id", "direction", "hop", "relevance");

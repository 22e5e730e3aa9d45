-- What moves a listing, latest first, read off the index alone.
DROP INDEX "impact_listing_id_published_article_id_idx";
CREATE INDEX "impact_of_listing_idx" ON "impact"("listing_id", "published" DESC, "article_id" DESC, "direction", "hop", "relevance");

-- Index-only scans need the visibility map: news that comes in small batches is vacuumed after 2 % of the table, not after 20 %.
ALTER TABLE "article" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "impact" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "story" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "article_trend" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

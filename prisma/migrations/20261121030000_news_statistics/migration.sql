-- A few thousand listings share the impacts very unevenly: without a long list of the frequent ones the planner guesses wrong for sets of them.
ALTER TABLE "impact" ALTER COLUMN "listing_id" SET STATISTICS 1000;

-- Index-only scans need the visibility map: news that comes in small batches is vacuumed after 2 % of the table, not after 20 %.
ALTER TABLE "article" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "impact" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "story" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "article_trend" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

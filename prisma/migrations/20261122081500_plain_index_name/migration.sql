-- RenameIndex
ALTER INDEX "article_foremost_idx" RENAME TO "article_story_lead_idx";

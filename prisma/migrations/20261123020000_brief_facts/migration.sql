-- AlterTable
ALTER TABLE "article" ADD COLUMN     "brief_facts" JSONB,
ADD COLUMN     "brief_source" TEXT NOT NULL DEFAULT 'rules',
ADD COLUMN     "model_brief_langs" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Impacts stored before get the share of all labelled directions that are right; a constant default rewrites no row.
-- AlterTable
ALTER TABLE "article" ADD COLUMN     "lead_confidence" REAL NOT NULL DEFAULT 0.8;
ALTER TABLE "article" ALTER COLUMN "lead_confidence" SET DEFAULT 0;

-- AlterTable
ALTER TABLE "impact" ADD COLUMN     "confidence" REAL NOT NULL DEFAULT 0.8;
ALTER TABLE "impact" ALTER COLUMN "confidence" SET DEFAULT 0;

-- AlterTable
ALTER TABLE "impact" ADD COLUMN     "steps" JSONB NOT NULL DEFAULT '[]';

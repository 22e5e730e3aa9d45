-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "employees" INTEGER,
ADD COLUMN     "fiscal_year_end" TEXT,
ADD COLUMN     "ipo_date" TEXT,
ADD COLUMN     "shares_outstanding" DOUBLE PRECISION;

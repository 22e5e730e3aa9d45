-- CreateTable
CREATE TABLE "positioning_report" (
    "contract_code" TEXT NOT NULL,
    "report_date" DATE NOT NULL,
    "combined" BOOLEAN NOT NULL,
    "open_interest" INTEGER NOT NULL,
    "large_long" INTEGER NOT NULL,
    "large_short" INTEGER NOT NULL,
    "large_spread" INTEGER NOT NULL,
    "commercial_long" INTEGER NOT NULL,
    "commercial_short" INTEGER NOT NULL,
    "small_long" INTEGER NOT NULL,
    "small_short" INTEGER NOT NULL,
    "data_set" TEXT NOT NULL,

    CONSTRAINT "positioning_report_pkey" PRIMARY KEY ("contract_code","report_date","combined")
);

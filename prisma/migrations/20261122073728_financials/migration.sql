-- CreateTable
CREATE TABLE "financial_period" (
    "listing_id" INTEGER NOT NULL,
    "period_type" CHAR(1) NOT NULL,
    "period_end" DATE NOT NULL,
    "fiscal_year" SMALLINT NOT NULL,
    "fiscal_period" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "filing_date" DATE,
    "usd_rate" DOUBLE PRECISION,
    "values" DOUBLE PRECISION[],
    "ratios" DOUBLE PRECISION[],
    "derived" SMALLINT[],
    "data_set" TEXT NOT NULL,

    CONSTRAINT "financial_period_pkey" PRIMARY KEY ("listing_id","period_type","period_end")
);

-- CreateTable
CREATE TABLE "reported_figure" (
    "listing_id" INTEGER NOT NULL,
    "concept" SMALLINT NOT NULL,
    "period_start" DATE NOT NULL,
    "period_end" DATE NOT NULL,
    "filed" DATE NOT NULL,
    "tag" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "reported_figure_pkey" PRIMARY KEY ("listing_id","concept","period_end","period_start","filed")
);

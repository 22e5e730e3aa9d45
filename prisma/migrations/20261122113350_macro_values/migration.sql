-- CreateTable
CREATE TABLE "macro_series" (
    "series_id" TEXT NOT NULL,
    "title" TEXT,
    "frequency" TEXT,
    "units" TEXT,
    "seasonal_adjustment" TEXT,
    "source" TEXT,
    "description" TEXT,
    "days" INTEGER[],
    "values" DOUBLE PRECISION[],
    "data_set" TEXT NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "macro_series_pkey" PRIMARY KEY ("series_id")
);

-- CreateTable
CREATE TABLE "development_series" (
    "database" INTEGER NOT NULL,
    "indicator" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "first_year" INTEGER NOT NULL,
    "values" DOUBLE PRECISION[],
    "data_set" TEXT NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "development_series_pkey" PRIMARY KEY ("database","indicator","country")
);

-- CreateTable
CREATE TABLE "development_indicator" (
    "indicator" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "topics" TEXT[],
    "description" TEXT NOT NULL,

    CONSTRAINT "development_indicator_pkey" PRIMARY KEY ("indicator")
);

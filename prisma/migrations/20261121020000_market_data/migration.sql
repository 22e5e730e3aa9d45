-- CreateTable
CREATE TABLE "bar" (
    "listing_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "open" DOUBLE PRECISION NOT NULL,
    "high" DOUBLE PRECISION NOT NULL,
    "low" DOUBLE PRECISION NOT NULL,
    "close" DOUBLE PRECISION NOT NULL,
    "volume" DOUBLE PRECISION,

    CONSTRAINT "bar_pkey" PRIMARY KEY ("listing_id","date")
);

-- CreateTable
CREATE TABLE "corporate_action" (
    "listing_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "type" TEXT NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "corporate_action_pkey" PRIMARY KEY ("listing_id","date","type")
);

-- CreateTable
CREATE TABLE "market_series" (
    "listing_id" INTEGER NOT NULL,
    "data_set" TEXT NOT NULL,
    "currency" TEXT,

    CONSTRAINT "market_series_pkey" PRIMARY KEY ("listing_id")
);

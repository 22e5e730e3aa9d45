-- CreateTable
CREATE TABLE "option_series" (
    "listing_id" INTEGER NOT NULL,
    "data_set" TEXT NOT NULL,

    CONSTRAINT "option_series_pkey" PRIMARY KEY ("listing_id")
);

-- CreateTable
CREATE TABLE "option_year" (
    "listing_id" INTEGER NOT NULL,
    "year" SMALLINT NOT NULL,
    "day" DATE[],
    "spot" REAL[],
    "iv_weekly" REAL[],
    "iv_30d" REAL[],
    "iv_90d" REAL[],
    "skew_weekly" REAL[],
    "skew_30d" REAL[],
    "skew_90d" REAL[],
    "weekly_days" REAL[],
    "call_volume" REAL[],
    "put_volume" REAL[],
    "call_open_interest" REAL[],
    "put_open_interest" REAL[],
    "max_pain" REAL[],
    "gamma_exposure" REAL[],

    CONSTRAINT "option_year_pkey" PRIMARY KEY ("listing_id","year")
);

-- CreateTable
CREATE TABLE "option_chain" (
    "listing_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "spot" REAL NOT NULL,
    "digest" BYTEA NOT NULL,
    "expiry" DATE[],
    "is_call" BOOLEAN[],
    "strike" REAL[],
    "bid" REAL[],
    "ask" REAL[],
    "last" REAL[],
    "volume" REAL[],
    "open_interest" REAL[],
    "implied_volatility" REAL[],
    "delta" REAL[],
    "gamma" REAL[],

    CONSTRAINT "option_chain_pkey" PRIMARY KEY ("listing_id","day")
);

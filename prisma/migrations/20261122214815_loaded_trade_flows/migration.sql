-- CreateTable
CREATE TABLE "trade_flow" (
    "dataset" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "flow" TEXT NOT NULL,
    "period" INTEGER NOT NULL,
    "reporter" INTEGER NOT NULL,
    "partner" INTEGER NOT NULL,
    "value_usd" DOUBLE PRECISION NOT NULL,
    "net_weight_kg" DOUBLE PRECISION,
    "quantity" DOUBLE PRECISION,
    "quantity_unit" INTEGER,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trade_flow_pkey" PRIMARY KEY ("dataset","code","flow","period","reporter","partner")
);

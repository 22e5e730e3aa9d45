-- CreateTable
CREATE TABLE "portfolio" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "base_currency" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "margin" DECIMAL(26,8),
    "intent" JSONB,
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "portfolio_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trade" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "portfolio_id" INTEGER NOT NULL,
    "listing_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "quantity" DECIMAL(26,8) NOT NULL,
    "price" DECIMAL(26,8) NOT NULL,
    "fee" DECIMAL(26,8) NOT NULL DEFAULT 0,
    "direction" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trade_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "portfolio_account_id_id_key" ON "portfolio"("account_id", "id");

-- CreateIndex
CREATE INDEX "trade_portfolio_id_date_id_idx" ON "trade"("portfolio_id", "date", "id");

-- CreateIndex
CREATE INDEX "trade_account_id_portfolio_id_idx" ON "trade"("account_id", "portfolio_id");

-- AddForeignKey
ALTER TABLE "portfolio" ADD CONSTRAINT "portfolio_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade" ADD CONSTRAINT "trade_account_id_portfolio_id_fkey" FOREIGN KEY ("account_id", "portfolio_id") REFERENCES "portfolio"("account_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

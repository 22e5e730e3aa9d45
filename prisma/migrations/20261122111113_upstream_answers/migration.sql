-- CreateTable
CREATE TABLE "upstream_answer" (
    "upstream" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upstream_answer_pkey" PRIMARY KEY ("upstream","scope","request")
);

-- CreateIndex
CREATE INDEX "upstream_answer_fetched_at_idx" ON "upstream_answer"("fetched_at");

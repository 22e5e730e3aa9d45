-- The first answer to a call that carried an Idempotency-Key, written in the transaction of what the call wrote.
CREATE TABLE "stored_answer" (
    "account_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "headers" JSONB NOT NULL,
    "body" TEXT NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_answer_pkey" PRIMARY KEY ("account_id","key")
);

CREATE INDEX "stored_answer_stored_at_idx" ON "stored_answer"("stored_at");

ALTER TABLE "stored_answer" ADD CONSTRAINT "stored_answer_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

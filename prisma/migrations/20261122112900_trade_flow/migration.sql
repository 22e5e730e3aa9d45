-- CreateTable
CREATE TABLE "linked_key" (
    "account_id" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL,
    "refused_at" TIMESTAMPTZ(3),

    CONSTRAINT "linked_key_pkey" PRIMARY KEY ("account_id","provider")
);

-- CreateTable
CREATE TABLE "official_text" (
    "classification" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "official_text_pkey" PRIMARY KEY ("classification","code")
);

-- AddForeignKey
ALTER TABLE "linked_key" ADD CONSTRAINT "linked_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- Trigram search over titles; a trusted extension, so the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateTable
CREATE TABLE "plan" (
    "name" TEXT NOT NULL,
    "credits_per_day" INTEGER,
    "requests_per_minute" INTEGER NOT NULL,
    "unlimited" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "account" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "prefix" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_usage" (
    "account_id" INTEGER NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "used" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "credit_usage_pkey" PRIMARY KEY ("account_id","period_start")
);

-- CreateTable
CREATE TABLE "credit_charge" (
    "account_id" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "credits" INTEGER NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "charged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credit_charge_pkey" PRIMARY KEY ("account_id","request_id")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_window" (
    "account_id" INTEGER NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rate_window_pkey" PRIMARY KEY ("account_id","window_start")
);

-- CreateTable
CREATE TABLE "preference" (
    "account_id" INTEGER NOT NULL,
    "prefs" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "preference_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "reference_load" (
    "name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "loaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reference_load_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "exchange" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mic" TEXT,
    "country" TEXT,
    "currency" TEXT,
    "timezone" TEXT,
    "also_written" TEXT[],

    CONSTRAINT "exchange_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "gics_node" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "gics_node_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "listing" (
    "id" SERIAL NOT NULL,
    "ticker" TEXT NOT NULL,
    "symbol" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "short_names" TEXT[],
    "former_names" TEXT[],
    "exchange" TEXT NOT NULL,
    "country" TEXT,
    "currency" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "gics" TEXT,
    "isin" TEXT,
    "website" TEXT,
    "market_cap_usd" DOUBLE PRECISION,
    "description" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "listing_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listing_alias" (
    "listing_id" INTEGER NOT NULL,
    "alias" TEXT NOT NULL,
    "kind" TEXT NOT NULL,

    CONSTRAINT "listing_alias_pkey" PRIMARY KEY ("listing_id","alias")
);

-- CreateTable
CREATE TABLE "relation" (
    "source_id" INTEGER NOT NULL,
    "target_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "weight" DOUBLE PRECISION NOT NULL,
    "sign" SMALLINT,
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "relation_pkey" PRIMARY KEY ("source_id","target_id","type")
);

-- CreateTable
CREATE TABLE "sector_link" (
    "source_gics" TEXT NOT NULL,
    "target_gics" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "weight" DOUBLE PRECISION NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "sector_link_pkey" PRIMARY KEY ("source_gics","target_gics","type")
);

-- CreateTable
CREATE TABLE "megatrend" (
    "node_id" INTEGER NOT NULL,
    "parent_id" INTEGER,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "tier" SMALLINT NOT NULL,
    "layer" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "keywords" TEXT[],

    CONSTRAINT "megatrend_pkey" PRIMARY KEY ("node_id")
);

-- CreateTable
CREATE TABLE "membership" (
    "listing_id" INTEGER NOT NULL,
    "node_id" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "exposure" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("listing_id","node_id")
);

-- CreateTable
CREATE TABLE "article" (
    "id" SERIAL NOT NULL,
    "job_id" TEXT NOT NULL,
    "story_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "published" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL,
    "url" TEXT,
    "lang" TEXT,
    "text" TEXT,
    "brief_text" TEXT NOT NULL,
    "brief_texts" JSONB NOT NULL DEFAULT '{}',
    "impact_score" SMALLINT NOT NULL,
    "news_types" TEXT[],
    "lead_listing_id" INTEGER,
    "lead_direction" TEXT,
    "lead_aspect" TEXT,
    "lead_relevance" REAL NOT NULL DEFAULT 0,
    "digest" BYTEA NOT NULL,
    "search" tsvector GENERATED ALWAYS AS (
        setweight(to_tsvector('english', "title"), 'A') || setweight(to_tsvector('english', coalesce("text", '')), 'C')
    ) STORED,
    "ingested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "article_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "story" (
    "id" SERIAL NOT NULL,
    "head_id" INTEGER,
    "outlet_count" INTEGER NOT NULL DEFAULT 1,
    "article_count" INTEGER NOT NULL DEFAULT 1,
    "first_published" TIMESTAMPTZ(3) NOT NULL,
    "signature" BYTEA NOT NULL,

    CONSTRAINT "story_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "impact" (
    "listing_id" INTEGER NOT NULL,
    "article_id" INTEGER NOT NULL,
    "story_id" INTEGER NOT NULL,
    "published" TIMESTAMPTZ(3) NOT NULL,
    "impact_score" SMALLINT NOT NULL,
    "direction" TEXT NOT NULL,
    "aspect" TEXT NOT NULL,
    "magnitude" SMALLINT NOT NULL,
    "tagged" BOOLEAN NOT NULL,
    "role" TEXT,
    "exposure" TEXT,
    "relevance" REAL NOT NULL,
    "rationale" TEXT NOT NULL,
    "hop" SMALLINT NOT NULL,
    "path" INTEGER[],

    CONSTRAINT "impact_pkey" PRIMARY KEY ("listing_id","article_id")
);

-- CreateTable
CREATE TABLE "article_trend" (
    "node_id" INTEGER NOT NULL,
    "article_id" INTEGER NOT NULL,
    "story_id" INTEGER NOT NULL,
    "published" TIMESTAMPTZ(3) NOT NULL,
    "relevance" REAL NOT NULL,

    CONSTRAINT "article_trend_pkey" PRIMARY KEY ("node_id","article_id")
);

-- CreateTable
CREATE TABLE "feed_state" (
    "url" TEXT NOT NULL,
    "etag" TEXT,
    "last_modified" TEXT,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "feed_state_pkey" PRIMARY KEY ("url")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_key_prefix_key" ON "api_key"("prefix");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_digest_key" ON "api_key"("digest");

-- CreateIndex
CREATE INDEX "api_key_account_id_idx" ON "api_key"("account_id");

-- CreateIndex
CREATE INDEX "credit_charge_account_id_charged_at_idx" ON "credit_charge"("account_id", "charged_at");

-- CreateIndex
CREATE UNIQUE INDEX "listing_ticker_key" ON "listing"("ticker");

-- CreateIndex
CREATE INDEX "listing_exchange_idx" ON "listing"("exchange");

-- CreateIndex
CREATE INDEX "listing_gics_idx" ON "listing"("gics");

-- CreateIndex
CREATE INDEX "relation_target_id_idx" ON "relation"("target_id");

-- CreateIndex
CREATE UNIQUE INDEX "megatrend_slug_key" ON "megatrend"("slug");

-- CreateIndex
CREATE INDEX "megatrend_parent_id_idx" ON "megatrend"("parent_id");

-- CreateIndex
CREATE INDEX "membership_node_id_idx" ON "membership"("node_id");

-- CreateIndex
CREATE UNIQUE INDEX "article_job_id_key" ON "article"("job_id");

-- CreateIndex
CREATE INDEX "article_published_id_idx" ON "article"("published" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "article_impact_score_published_id_idx" ON "article"("impact_score" DESC, "published" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "article_lead_relevance_published_id_idx" ON "article"("lead_relevance" DESC, "published" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "article_story_id_idx" ON "article"("story_id");

-- CreateIndex
CREATE INDEX "article_search_idx" ON "article" USING GIN ("search");

-- CreateIndex
CREATE INDEX "article_title_idx" ON "article" USING GIN ("title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "story_first_published_idx" ON "story"("first_published");

-- CreateIndex
CREATE INDEX "impact_listing_id_published_article_id_idx" ON "impact"("listing_id", "published" DESC, "article_id" DESC);

-- CreateIndex
CREATE INDEX "impact_listing_id_story_id_idx" ON "impact"("listing_id", "story_id");

-- CreateIndex
CREATE INDEX "impact_article_id_idx" ON "impact"("article_id");

-- CreateIndex
CREATE INDEX "article_trend_node_id_published_idx" ON "article_trend"("node_id", "published" DESC);

-- CreateIndex
CREATE INDEX "article_trend_article_id_idx" ON "article_trend"("article_id");

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_plan_fkey" FOREIGN KEY ("plan") REFERENCES "plan"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_charge" ADD CONSTRAINT "credit_charge_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "preference" ADD CONSTRAINT "preference_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing" ADD CONSTRAINT "listing_exchange_fkey" FOREIGN KEY ("exchange") REFERENCES "exchange"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing" ADD CONSTRAINT "listing_gics_fkey" FOREIGN KEY ("gics") REFERENCES "gics_node"("code") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_alias" ADD CONSTRAINT "listing_alias_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listing"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "relation" ADD CONSTRAINT "relation_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "listing"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "relation" ADD CONSTRAINT "relation_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "listing"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "megatrend" ADD CONSTRAINT "megatrend_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "megatrend"("node_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listing"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "megatrend"("node_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "article" ADD CONSTRAINT "article_story_id_fkey" FOREIGN KEY ("story_id") REFERENCES "story"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "impact" ADD CONSTRAINT "impact_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listing"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "impact" ADD CONSTRAINT "impact_article_id_fkey" FOREIGN KEY ("article_id") REFERENCES "article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "article_trend" ADD CONSTRAINT "article_trend_node_id_fkey" FOREIGN KEY ("node_id") REFERENCES "megatrend"("node_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "article_trend" ADD CONSTRAINT "article_trend_article_id_fkey" FOREIGN KEY ("article_id") REFERENCES "article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Hot rows that every request updates in place: room for heap-only updates, frequent vacuum.
ALTER TABLE "rate_window" SET (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ALTER TABLE "credit_usage" SET (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Admits a group of requests in one statement: who holds each key, and the how-manieth of its account's minute each request is.
-- A key that is unknown or revoked has no row in the answer. Requests that are not counted see the minute as it stands.
CREATE FUNCTION admit_requests(p_digests bytea[], p_counted boolean[], p_window timestamptz, p_period timestamptz)
RETURNS TABLE (
  "ordinal" bigint, digest bytea, account_id integer, account_name text, key_prefix text, plan text,
  credits_per_day integer, requests_per_minute integer, unlimited boolean, requests integer, used bigint
) LANGUAGE sql VOLATILE AS $$
  WITH asked AS (
    SELECT a.ordinal, a.counted, k.digest, k.account_id, o.name AS account_name, k.prefix, p.name AS plan,
           p.credits_per_day, p.requests_per_minute, p.unlimited
      FROM unnest(p_digests, p_counted) WITH ORDINALITY AS a(digest, counted, ordinal)
      JOIN api_key k ON k.digest = a.digest AND k.revoked_at IS NULL
      JOIN account o ON o.id = k.account_id
      JOIN plan p ON p.name = o.plan
  ), counted AS (
    INSERT INTO rate_window AS w (account_id, window_start, requests)
    SELECT asked.account_id, p_window, count(*) FROM asked WHERE asked.counted GROUP BY asked.account_id ORDER BY asked.account_id
    ON CONFLICT (account_id, window_start) DO UPDATE SET requests = w.requests + excluded.requests
    RETURNING w.account_id, w.requests
  )
  SELECT asked.ordinal, asked.digest, asked.account_id, asked.account_name, asked.prefix, asked.plan,
         asked.credits_per_day, asked.requests_per_minute, asked.unlimited,
         CASE WHEN asked.counted
           THEN counted.requests - (count(*) FILTER (WHERE asked.counted) OVER (PARTITION BY asked.account_id))::integer
                + (count(*) FILTER (WHERE asked.counted) OVER (PARTITION BY asked.account_id ORDER BY asked.ordinal))::integer
           ELSE coalesce(counted.requests, standing.requests, 0)
         END,
         coalesce(u.used, 0)
    FROM asked
    LEFT JOIN counted ON counted.account_id = asked.account_id
    LEFT JOIN rate_window standing ON standing.account_id = asked.account_id AND standing.window_start = p_window
    LEFT JOIN credit_usage u ON u.account_id = asked.account_id AND u.period_start = p_period
$$;

-- Settles a group of charges in one durable statement. Charges of one account are taken in the order given, each granted only if
-- it fits what is left; p_limits is null for unlimited plans. A request id that was charged before is granted and not charged again.
CREATE FUNCTION settle_charges(
  p_accounts integer[], p_limits bigint[], p_credits integer[], p_requests text[], p_operations text[],
  p_period timestamptz, p_at timestamptz
) RETURNS TABLE ("ordinal" integer, granted boolean, used bigint) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_account integer;
  v_used bigint;
  v_before bigint;
  i integer;
BEGIN
  -- One order of accounts for everybody: two groups on two instances cannot lock each other out.
  FOR v_account IN SELECT DISTINCT a FROM unnest(p_accounts) AS a ORDER BY a LOOP
    INSERT INTO credit_usage (account_id, period_start) VALUES (v_account, p_period) ON CONFLICT DO NOTHING;
    SELECT u.used INTO v_used FROM credit_usage u WHERE u.account_id = v_account AND u.period_start = p_period FOR UPDATE;
    v_before := v_used;
    FOR i IN 1 .. array_length(p_accounts, 1) LOOP
      CONTINUE WHEN p_accounts[i] <> v_account;
      "ordinal" := i;
      granted := true;
      IF EXISTS (SELECT 1 FROM credit_charge c WHERE c.account_id = v_account AND c.request_id = p_requests[i]) THEN
        used := v_used;
      ELSIF p_limits[i] IS NOT NULL AND v_used + p_credits[i] > p_limits[i] THEN
        granted := false;
        used := v_used;
      ELSE
        INSERT INTO credit_charge (account_id, request_id, operation, credits, period_start, charged_at)
        VALUES (v_account, p_requests[i], p_operations[i], p_credits[i], p_period, p_at);
        v_used := v_used + p_credits[i];
        used := v_used;
      END IF;
      RETURN NEXT;
    END LOOP;
    IF v_used <> v_before THEN
      UPDATE credit_usage u SET used = v_used WHERE u.account_id = v_account AND u.period_start = p_period;
    END IF;
  END LOOP;
END
$$;

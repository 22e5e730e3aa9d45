-- How many calls of one account may be under way at the same time, by its plan.
ALTER TABLE "plan" ADD COLUMN "running_calls" INTEGER NOT NULL DEFAULT 64;

-- As before, and it tells that too.
DROP FUNCTION admit_keys(bytea[], integer[], timestamptz, timestamptz);

CREATE FUNCTION admit_keys(p_digests bytea[], p_counts integer[], p_window timestamptz, p_period timestamptz)
RETURNS TABLE (
  digest bytea, account_id integer, account_name text, key_prefix text, plan text,
  credits_per_day integer, requests_per_minute integer, running_calls integer,
  unlimited boolean, requests integer, used bigint
) LANGUAGE sql VOLATILE AS $$
  WITH asked AS (
    SELECT a.count, k.digest, k.account_id, o.name AS account_name, k.prefix, p.name AS plan,
           p.credits_per_day, p.requests_per_minute, p.running_calls, p.unlimited
      FROM unnest(p_digests, p_counts) AS a(digest, count)
      JOIN api_key k ON k.digest = a.digest AND k.revoked_at IS NULL
      JOIN account o ON o.id = k.account_id
      JOIN plan p ON p.name = o.plan
  ), counted AS (
    INSERT INTO rate_window AS w (account_id, window_start, requests)
    SELECT asked.account_id, p_window, sum(asked.count) FROM asked WHERE asked.count > 0
     GROUP BY asked.account_id ORDER BY asked.account_id
    ON CONFLICT (account_id, window_start) DO UPDATE SET requests = w.requests + excluded.requests
    RETURNING w.account_id, w.requests
  )
  SELECT asked.digest, asked.account_id, asked.account_name, asked.prefix, asked.plan,
         asked.credits_per_day, asked.requests_per_minute, asked.running_calls, asked.unlimited,
         coalesce(counted.requests, standing.requests, 0), coalesce(u.used, 0)
    FROM asked
    LEFT JOIN counted ON counted.account_id = asked.account_id
    LEFT JOIN rate_window standing ON standing.account_id = asked.account_id AND standing.window_start = p_window
    LEFT JOIN credit_usage u ON u.account_id = asked.account_id AND u.period_start = p_period
$$;

-- Admits a group of requests in one statement, each key once with how many of its requests count: requests that arrive together
-- mostly carry the same key. A key that is unknown or revoked has no row in the answer; "requests" is where its account's minute
-- stands after the group.
CREATE FUNCTION admit_keys(p_digests bytea[], p_counts integer[], p_window timestamptz, p_period timestamptz)
RETURNS TABLE (
  digest bytea, account_id integer, account_name text, key_prefix text, plan text,
  credits_per_day integer, requests_per_minute integer, unlimited boolean, requests integer, used bigint
) LANGUAGE sql VOLATILE AS $$
  WITH asked AS (
    SELECT a.count, k.digest, k.account_id, o.name AS account_name, k.prefix, p.name AS plan,
           p.credits_per_day, p.requests_per_minute, p.unlimited
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
         asked.credits_per_day, asked.requests_per_minute, asked.unlimited,
         coalesce(counted.requests, standing.requests, 0), coalesce(u.used, 0)
    FROM asked
    LEFT JOIN counted ON counted.account_id = asked.account_id
    LEFT JOIN rate_window standing ON standing.account_id = asked.account_id AND standing.window_start = p_window
    LEFT JOIN credit_usage u ON u.account_id = asked.account_id AND u.period_start = p_period
$$;

DROP FUNCTION admit_requests(bytea[], boolean[], timestamptz, timestamptz);

-- Settles a group of charges in one durable statement, as before: charges of one account in the order given, each granted only if it
-- fits what is left; p_limits is null for unlimited plans; a request id that was charged before is granted and not charged again.
-- New is that an account whose charges all fit, the usual case, has them written at one stroke.
CREATE OR REPLACE FUNCTION settle_charges(
  p_accounts integer[], p_limits bigint[], p_credits integer[], p_requests text[], p_operations text[],
  p_period timestamptz, p_at timestamptz
) RETURNS TABLE ("ordinal" integer, granted boolean, used bigint) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_account integer;
  v_used bigint;
  v_before bigint;
  v_limit bigint;
  v_asked bigint;
  v_fresh bigint;
  i integer;
BEGIN
  -- One order of accounts for everybody: two groups on two instances cannot lock each other out.
  FOR v_account, v_limit, v_asked IN
    SELECT a.account, min(a.limited), sum(a.credits) FROM unnest(p_accounts, p_limits, p_credits) AS a(account, limited, credits)
     GROUP BY a.account ORDER BY a.account
  LOOP
    SELECT u.used INTO v_used FROM credit_usage u WHERE u.account_id = v_account AND u.period_start = p_period FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO credit_usage (account_id, period_start) VALUES (v_account, p_period) ON CONFLICT DO NOTHING;
      SELECT u.used INTO v_used FROM credit_usage u WHERE u.account_id = v_account AND u.period_start = p_period FOR UPDATE;
    END IF;
    v_before := v_used;
    IF v_limit IS NULL OR v_used + v_asked <= v_limit THEN
      WITH fresh AS (
        INSERT INTO credit_charge (account_id, request_id, operation, credits, period_start, charged_at)
        SELECT v_account, a.request, a.operation, a.credits, p_period, p_at
          FROM unnest(p_accounts, p_requests, p_operations, p_credits) AS a(account, request, operation, credits)
         WHERE a.account = v_account
        ON CONFLICT (account_id, request_id) DO NOTHING
        RETURNING credits
      )
      SELECT coalesce(sum(credits), 0) INTO v_fresh FROM fresh;
      v_used := v_used + v_fresh;
      -- With a request id among them that was charged before, all see the account as it stands after the group.
      used := CASE WHEN v_fresh = v_asked THEN v_before ELSE v_used END;
      granted := true;
      FOR i IN 1 .. array_length(p_accounts, 1) LOOP
        CONTINUE WHEN p_accounts[i] <> v_account;
        "ordinal" := i;
        IF v_fresh = v_asked THEN
          used := used + p_credits[i];
        END IF;
        RETURN NEXT;
      END LOOP;
    ELSE
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
    END IF;
    IF v_used <> v_before THEN
      UPDATE credit_usage u SET used = v_used WHERE u.account_id = v_account AND u.period_start = p_period;
    END IF;
  END LOOP;
END
$$;

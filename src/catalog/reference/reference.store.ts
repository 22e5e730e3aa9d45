import type pg from 'pg'
import { inTransaction, lockInTransaction, pool } from '../../core/database/db.ts'
import type { ReferenceKind, ReferenceRow } from './reference.source.ts'

/**
 * One upsert per kind, with all rows as one JSON parameter. Rows whose listing, megatrend or exchange does not exist are skipped. For
 * kinds that operators can ingest too, `$2` is true for shipped rows: these never overwrite an operator's row, and shipped aliases,
 * memberships and relations that are missing from them are deleted.
 */
const STATEMENTS = {
  plan: `
    INSERT INTO plan AS t (name, credits_per_day, requests_per_minute, running_calls, unlimited)
    SELECT name, credits_per_day, requests_per_minute, running_calls, unlimited
      FROM jsonb_to_recordset($1) AS r(name text, credits_per_day int, requests_per_minute int, running_calls int,
                                           unlimited boolean)
    ON CONFLICT (name) DO UPDATE SET credits_per_day = excluded.credits_per_day,
      requests_per_minute = excluded.requests_per_minute, running_calls = excluded.running_calls, unlimited = excluded.unlimited`,
  exchange: `
    INSERT INTO exchange AS t (code, name, mic, country, currency, timezone, also_written)
    SELECT code, name, mic, country, currency, timezone, also_written
      FROM jsonb_to_recordset($1) AS r(code text, name text, mic text, country text, currency text, timezone text, also_written text[])
    ON CONFLICT (code) DO UPDATE SET name = excluded.name, mic = excluded.mic, country = excluded.country,
      currency = excluded.currency, timezone = excluded.timezone, also_written = excluded.also_written`,
  gics: `
    INSERT INTO gics_node AS t (code, name) SELECT code, name FROM jsonb_to_recordset($1) AS r(code text, name text)
    ON CONFLICT (code) DO UPDATE SET name = excluded.name`,
  listing: `
    INSERT INTO listing AS t (ticker, symbol, name, short_names, former_names, exchange, country, currency, type, gics, isin, website,
                              market_cap_usd, shares_outstanding, employees, ipo_date, fiscal_year_end, description, shipped)
    SELECT ticker, regexp_replace(ticker, '\\.[^.]*$', ''), name, short_names, former_names, exchange, country, currency, type,
           (SELECT code FROM gics_node WHERE code = r.gics), isin, website, market_cap_usd, shares_outstanding, employees,
           ipo_date, fiscal_year_end, description, $2
      FROM jsonb_to_recordset($1) AS r(ticker text, name text, short_names text[], former_names text[], exchange text, country text,
           currency text, type text, gics text, isin text, website text, market_cap_usd float8,
           shares_outstanding float8, employees int, ipo_date text, fiscal_year_end text, description text)
     WHERE EXISTS (SELECT 1 FROM exchange WHERE code = r.exchange)
    ON CONFLICT (ticker) DO UPDATE SET symbol = excluded.symbol, name = excluded.name, short_names = excluded.short_names,
      former_names = excluded.former_names, exchange = excluded.exchange, country = excluded.country, currency = excluded.currency,
      type = excluded.type, gics = excluded.gics, isin = excluded.isin, website = excluded.website,
      market_cap_usd = excluded.market_cap_usd, shares_outstanding = excluded.shares_outstanding, employees = excluded.employees,
      ipo_date = excluded.ipo_date, fiscal_year_end = excluded.fiscal_year_end, description = excluded.description,
      shipped = excluded.shipped
     WHERE t.shipped OR NOT excluded.shipped`,
  alias: buildEdgeUpsert({
    table: 'listing_alias',
    keys: { listing_id: 'l.id', alias: 'r.alias' },
    facts: ['kind'],
    from: 'jsonb_to_recordset($1) AS r(alias text, ticker text, kind text) JOIN listing l USING (ticker)',
  }),
  megatrend: `
    INSERT INTO megatrend AS t (node_id, parent_id, name, slug, tier, layer, description, keywords)
    SELECT node_id, parent_id, name, slug, tier, layer, description, keywords
      FROM jsonb_to_recordset($1) AS r(node_id int, parent_id int, name text, slug text, tier int, layer text, description text,
           keywords text[]) ORDER BY node_id
    ON CONFLICT (node_id) DO UPDATE SET parent_id = excluded.parent_id, name = excluded.name, slug = excluded.slug,
      tier = excluded.tier, layer = excluded.layer, description = excluded.description, keywords = excluded.keywords`,
  membership: buildEdgeUpsert({
    table: 'membership',
    keys: { listing_id: 'l.id', node_id: 'm.node_id' },
    facts: ['role', 'exposure', 'reason'],
    from: `jsonb_to_recordset($1) AS r(ticker text, node_id int, role text, exposure text, reason text)
           JOIN listing l USING (ticker) JOIN megatrend m USING (node_id)`,
  }),
  relation: buildEdgeUpsert({
    table: 'relation',
    keys: { source_id: 's.id', target_id: 'g.id', type: 'r.type' },
    facts: ['weight', 'sign', 'note'],
    from: `jsonb_to_recordset($1) AS r(source text, target text, type text, weight float8, sign int, note text)
           JOIN listing s ON s.ticker = r.source JOIN listing g ON g.ticker = r.target`,
  }),
  sectorLink: `
    WITH cleared AS (DELETE FROM sector_link t WHERE NOT EXISTS (
        SELECT 1 FROM jsonb_to_recordset($1) AS r(source_gics text, target_gics text, type text)
         WHERE (r.source_gics, r.target_gics, r.type) = (t.source_gics, t.target_gics, t.type)))
    INSERT INTO sector_link AS t (source_gics, target_gics, type, weight)
    SELECT DISTINCT ON (source_gics, target_gics, type) source_gics, target_gics, type, weight
      FROM jsonb_to_recordset($1) AS r(source_gics text, target_gics text, type text, weight float8)
    ON CONFLICT (source_gics, target_gics, type) DO UPDATE SET weight = excluded.weight`,
} as const satisfies Record<ReferenceKind, string>

/** Kinds of reference data in load order: each after those it refers to. */
export const LOAD_ORDER: readonly ReferenceKind[] = [
  'plan',
  'exchange',
  'gics',
  'listing',
  'alias',
  'megatrend',
  'membership',
  'relation',
  'sectorLink',
]

const OPERATOR_KINDS: ReadonlySet<ReferenceKind> = new Set(['listing', 'alias', 'membership', 'relation'])

/**
 * Upserts all rows of one kind in one transaction and returns how many were written. `sha256` is the digest of the shipped files, which
 * is stored; null for an operator's own rows.
 */
export async function upsertReference<Kind extends ReferenceKind>(
  kind: Kind,
  rows: readonly ReferenceRow<Kind>[],
  sha256: string | null,
): Promise<number> {
  return inTransaction(async (client) => {
    const shipped = OPERATOR_KINDS.has(kind) ? [sha256 !== null] : []
    const { rowCount } = await client.query(STATEMENTS[kind], [JSON.stringify(rows), ...shipped])
    if (sha256 !== null) await recordLoad(client, kind, sha256)
    await client.query(`SELECT pg_notify('reference_changed', $1)`, [kind])
    return rowCount ?? 0
  })
}

async function recordLoad(client: pg.PoolClient, kind: ReferenceKind, sha256: string): Promise<void> {
  await client.query(
    `INSERT INTO reference_load (name, sha256) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256`,
    [kind, sha256],
  )
}

const LOADER_LOCK = 7_105

/** Does `work` while no other process loads reference data. */
export function asOnlyLoader<Result>(work: () => Promise<Result>): Promise<Result> {
  return inTransaction(async (client) => {
    await lockInTransaction(client, LOADER_LOCK)
    return work()
  })
}

/** SHA-256 digests of the files that each kind was last loaded from. */
export async function readLoadedDigests(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM reference_load')
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

/** Builds the upsert of a kind whose rows link a listing to something else: `keys` (column to expression) identify a row, `facts` are its other columns. */
function buildEdgeUpsert(of: {
  table: string
  keys: Record<string, string>
  facts: readonly string[]
  from: string
}): string {
  const keys = Object.keys(of.keys)
  const same = keys.map((key) => `g.${key} = t.${key}`).join(' AND ')
  const selected = [
    ...Object.entries(of.keys).map(([key, from]) => `${from} AS ${key}`),
    ...of.facts.map((fact) => `r.${fact}`),
  ]
  const columns = [...keys, ...of.facts].join(', ')
  return `
    WITH given AS (
      SELECT DISTINCT ON (${Object.values(of.keys).join(', ')}) ${selected.join(', ')} FROM ${of.from}
    ), gone AS (
      DELETE FROM ${of.table} t WHERE $2 AND t.shipped AND NOT EXISTS (SELECT 1 FROM given g WHERE ${same})
    )
    INSERT INTO ${of.table} AS t (${columns}, shipped) SELECT ${columns}, $2 FROM given
    ON CONFLICT (${keys.join(', ')}) DO UPDATE
      SET ${[...of.facts, 'shipped'].map((column) => `${column} = excluded.${column}`).join(', ')}
     WHERE t.shipped OR NOT excluded.shipped`
}

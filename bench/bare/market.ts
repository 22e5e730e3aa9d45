import type { BarePath } from './server.ts'

const QUOTE = `
  SELECT l.id AS listing_id, l.ticker, l.name, coalesce(s.currency, l.currency) AS currency, 'price' AS metric,
         to_char(b.date, 'YYYY-MM-DD') AS date, b.open, b.high, b.low, b.close, b.volume, p.close AS previous_close,
         span.high AS week52_high, span.low AS week52_low, l.market_cap_usd, l.shares_outstanding, rate.usd
    FROM listing l JOIN market_series s ON s.listing_id = l.id
   CROSS JOIN LATERAL (SELECT replace(coalesce(s.currency, l.currency), 'GBX', 'GBP') AS code) whole
    LEFT JOIN LATERAL (SELECT CASE WHEN f.ticker = whole.code || 'USD.FX' THEN x.close ELSE 1 / x.close END AS usd FROM listing f
                        CROSS JOIN LATERAL (SELECT close FROM bar WHERE listing_id = f.id ORDER BY date DESC LIMIT 1) x
                        WHERE f.ticker IN (whole.code || 'USD.FX', 'USD' || whole.code || '.FX')) rate ON true
   CROSS JOIN LATERAL (SELECT * FROM bar WHERE listing_id = l.id ORDER BY date DESC LIMIT 1) b
    LEFT JOIN LATERAL (SELECT close FROM bar WHERE listing_id = l.id AND date < b.date ORDER BY date DESC LIMIT 1) p ON true
   CROSS JOIN LATERAL (SELECT max(high) AS high, min(low) AS low FROM bar WHERE listing_id = l.id AND date > b.date - 364) span`

interface QuoteRow {
  readonly listing_id: number
  readonly ticker: string
  readonly name: string
  readonly currency: string
  readonly metric: string
  readonly date: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly previous_close: number
  readonly week52_high: number
  readonly week52_low: number
  readonly market_cap_usd: number | null
  readonly shares_outstanding: number | null
  readonly usd: number | null
}

/** Converts a row to the answer's format. */
function price(row: QuoteRow): object {
  const { week52_high, week52_low, market_cap_usd, shares_outstanding: shares, usd, ...head } = row
  const rate = row.currency === 'USD' ? 1 : usd
  const units = row.currency === 'GBX' ? 100 : 1
  return {
    ...head,
    change: Number((row.close - row.previous_close).toPrecision(8)),
    change_pct: Math.round((row.close / row.previous_close - 1) * 1e6) / 1e4,
    change_bps: null,
    week52_high,
    week52_low,
    market_cap_usd: shares && rate ? Number((((shares * row.close) / units) * rate).toPrecision(6)) : market_cap_usd,
    note: null,
  }
}

/** The latest bar of one listing. */
export const barePrice: BarePath = {
  name: 'price',
  text: `${QUOTE} WHERE l.ticker = $1`,
  values: (url) => [url.pathname.split('/')[3]],
  body: (rows: QuoteRow[]) => rows.map(price)[0],
}

/** The latest bars of some listings in the requested order. */
export const bareBatch: BarePath = {
  name: 'prices',
  text: `${QUOTE} WHERE l.ticker = ANY($1) ORDER BY array_position($1, l.ticker)`,
  values: (url) => [url.searchParams.get('tickers')?.split(',')],
  body: (rows: QuoteRow[]) => ({ results: rows.map(price), count: rows.length }),
}

interface BarRow {
  readonly ticker: string
  readonly currency: string
  readonly date: string
}

/** The latest bars of a listing without splits, for which raw and split-adjusted bars are equal. */
export const bareBars: BarePath = {
  name: 'bars',
  text: `
    SELECT l.ticker, coalesce(s.currency, l.currency) AS currency, to_char(b.date, 'YYYY-MM-DD') AS date,
           b.open, b.high, b.low, b.close, b.volume
      FROM listing l JOIN market_series s ON s.listing_id = l.id
     CROSS JOIN LATERAL (SELECT * FROM bar WHERE listing_id = l.id ORDER BY date DESC LIMIT $2) b
     WHERE l.ticker = $1 ORDER BY b.date`,
  values: (url) => [url.pathname.split('/')[3], Number(url.searchParams.get('limit') ?? 300)],
  body: (rows: BarRow[]) => ({
    ticker: rows[0]?.ticker,
    tf: 'day',
    adjust: 'split',
    currency: rows[0]?.currency,
    bars: rows.map(({ ticker: _, currency: __, ...bar }) => ({ ...bar, partial: false })),
    count: rows.length,
  }),
}

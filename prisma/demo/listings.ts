import type { ReferenceRow } from '../../src/catalog/reference/reference.source.ts'
import { splitCurrency } from '../../src/market/quote/quote-currency.pure.ts'
import { findLevel } from './levels.ts'
import { SeededRandom } from './random.ts'
import { deriveSeed } from './random-process.ts'

const STEMS = [
  'Nor',
  'Vel',
  'Quan',
  'Bri',
  'Tal',
  'Oss',
  'Kem',
  'Lum',
  'Fen',
  'Dor',
  'Arv',
  'Zeph',
  'Mir',
  'Gal',
  'Hask',
  'Ives',
]
const ENDINGS = [
  'tek',
  'ora',
  'dyne',
  'vix',
  'lane',
  'mont',
  'sys',
  'gen',
  'port',
  'wick',
  'nova',
  'crest',
  'field',
  'ium',
]
const SUFFIXES = [
  'Industries',
  'Holdings',
  'Foods',
  'Energy',
  'Systems',
  'Materials',
  'Retail',
  'Health',
  'Logistics',
  'Capital',
]
/** Exchange, country and currency of fictitious companies. */
const HOMES = [
  ['US', 'US', 'USD'],
  ['US', 'US', 'USD'],
  ['US', 'US', 'USD'],
  ['JP', 'JP', 'JPY'],
  ['LSE', 'GB', 'GBX'],
  ['HK', 'HK', 'HKD'],
  ['SHG', 'CN', 'CNY'],
  ['NSE', 'IN', 'INR'],
  ['KO', 'KR', 'KRW'],
  ['XETRA', 'DE', 'EUR'],
  ['PA', 'FR', 'EUR'],
  ['TO', 'CA', 'CAD'],
  ['AU', 'AU', 'AUD'],
] as const
const SUB_INDUSTRIES = [
  '10102020',
  '15104020',
  '20106020',
  '20304010',
  '25203010',
  '25504010',
  '30202030',
  '35201010',
  '35101010',
]
const MORE = [
  '40101010',
  '40301020',
  '45103010',
  '45301020',
  '45203010',
  '50202010',
  '55101010',
  '60102510',
  '20305010',
]

/** Generates fictitious companies for a market larger than the real universe, from X00001.US on; deterministic by seed. */
export function generateDemoListings(count: number, seed: number): ReferenceRow<'listing'>[] {
  const random = new SeededRandom(seed)
  const priceRandom = new SeededRandom(deriveSeed(seed, 'price'))
  const industries = [...SUB_INDUSTRIES, ...MORE]
  return Array.from({ length: count }, (_, index): ReferenceRow<'listing'> => {
    const [exchange, country, currency] = HOMES[index % HOMES.length] ?? HOMES[0]
    const name = `${random.pick(STEMS)}${random.pick(ENDINGS)} ${random.pick(SUFFIXES)} ${index + 1}`
    const gics = random.pick(industries) ?? null
    const cap = Number((1e8 * 10 ** (3 * random.next())).toPrecision(2))
    return {
      ticker: `X${String(index + 1).padStart(5, '0')}.${exchange}`,
      name,
      short_names: [],
      former_names: [],
      exchange,
      country,
      currency,
      type: 'stock',
      gics,
      isin: null,
      website: null,
      market_cap_usd: cap,
      shares_outstanding: countShares(cap, currency, priceRandom),
      employees: null,
      ipo_date: null,
      fiscal_year_end: '12-31',
      description: `Made-up company of the demo market; ${name} does not exist.`,
    }
  })
}

/** Shares that give a price usual for the currency, three times less to three times more. */
function countShares(capUsd: number, currency: string, random: SeededRandom): number {
  const { currency: whole, units } = splitCurrency(currency)
  const price = findLevel('stock', currency, 60) * 10 ** (random.next() - 0.5)
  return Number((capUsd / ((price / units) * findLevel('usd_value', whole, 1))).toPrecision(3))
}

import type { ReferenceRow } from '../../src/listing/reference.source.ts'
import { SeededRandom } from './random.ts'

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
const TRADES = [
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
/** Exchange, country and currency of made-up companies. */
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

/** Made-up companies for a market larger than the real universe: X00001.US and so on, always the same for the same seed. */
export function demoListings(count: number, seed: number): ReferenceRow<'listing'>[] {
  const random = new SeededRandom(seed)
  const industries = [...SUB_INDUSTRIES, ...MORE]
  return Array.from({ length: count }, (_, index): ReferenceRow<'listing'> => {
    const [exchange, country, currency] = HOMES[index % HOMES.length] ?? HOMES[0]
    const name = `${random.pick(STEMS)}${random.pick(ENDINGS)} ${random.pick(TRADES)} ${index + 1}`
    return {
      ticker: `X${String(index + 1).padStart(5, '0')}.${exchange}`,
      name,
      short_names: [],
      former_names: [],
      exchange,
      country,
      currency,
      type: 'stock',
      gics: random.pick(industries) ?? null,
      isin: null,
      website: null,
      market_cap_usd: Number((1e8 * 10 ** (3 * random.next())).toPrecision(2)),
      description: `Made-up company of the demo market; ${name} does not exist.`,
    }
  })
}

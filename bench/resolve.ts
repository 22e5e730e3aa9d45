import { createResolver, type ResolvableListing, type ResolverReference } from '../src/catalog/identity/resolve.pure.ts'

/** A search engine to be compared on the same listings and queries. */
export interface ResolvePeer {
  readonly name: string
  /** Builds its index and returns a look-up that gives the id of the first hit. */
  build(listings: readonly ResolvableListing[]): (query: string) => number | null
}

const MADE_UP = 25_000
const BATCH = 25
const BATCHES = 200

interface Query {
  readonly text: string
  /** Id of the expected first listing; null when there is none in particular. */
  readonly wanted: number | null
}

/** Prints index build time, p50 and p95 of a batch of 25, and the share of correct first hits, with 25,000 fictitious listings added. */
export function benchResolve(
  universe: readonly ResolvableListing[],
  reference: ResolverReference,
  peers: readonly ResolvePeer[] = [],
): void {
  const listings = [...universe, ...generateListings(MADE_UP)]
  const batches = queryBatches(universe)
  const own: ResolvePeer = {
    name: 'market-impact',
    build: (all) => {
      const resolve = createResolver(all, reference)
      return (query) => resolve(query, { limit: 5 }).matches[0]?.id ?? null
    },
  }
  for (const engine of [own, ...peers]) measure(engine, listings, batches)
}

function measure(engine: ResolvePeer, listings: readonly ResolvableListing[], batches: readonly Query[][]): void {
  const created = performance.now()
  const lookUp = engine.build(listings)
  const creationMs = performance.now() - created
  let asked = 0
  let right = 0
  const times = batches.map((batch) => {
    const started = performance.now()
    const hits = batch.map(({ text }) => lookUp(text))
    const elapsed = performance.now() - started
    batch.forEach(({ wanted }, index) => {
      if (wanted === null) return
      asked++
      if (hits[index] === wanted) right++
    })
    return elapsed
  })
  times.sort((a, b) => a - b)
  const quantile = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2)
  console.log(
    `resolve ${engine.name}: ${listings.length} listings, created in ${creationMs.toFixed(0)} ms, batch of ${BATCH}: ` +
      `p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms, ${((100 * right) / asked).toFixed(1)} % right first hits`,
  )
}

/** Batches of tickers, names, names with a typing error, transposed names, descriptions and nonsense, the same on every run. */
function queryBatches(universe: readonly ResolvableListing[]): Query[][] {
  const random = generator(7)
  const named = universe.filter(({ shortNames, type }) => type === 'stock' && (shortNames[0]?.length ?? 0) >= 6)
  const pick = () => named[random(named.length)] ?? universe[0]
  const name = (listing: ResolvableListing | undefined) => listing?.shortNames[0] ?? ''
  const query = (text: string, listing?: ResolvableListing): Query => ({ text, wanted: listing?.id ?? null })
  const many = (count: number, make: (listing: ResolvableListing | undefined) => Query) =>
    Array.from({ length: count }, () => make(pick()))
  return Array.from({ length: BATCHES }, () => [
    ...many(5, (listing) => query(listing?.ticker ?? '', listing)),
    ...many(5, (listing) => query(name(listing), listing)),
    ...many(3, (listing) => query(listing?.name ?? '', listing)),
    ...many(7, (listing) => query(withTypo(name(listing), random), listing)),
    ...many(1, (listing) => query((listing?.name ?? '').split(' ').reverse().join(' '), listing)),
    ...many(3, (listing) => query((listing?.description ?? '').split(' ').slice(1, 5).join(' '))),
    query(`zq${random(1_000_000).toString(36)}xv`),
  ])
}

/** Adds a typing error: transposes two adjacent letters or omits one. */
function withTypo(text: string, random: (below: number) => number): string {
  const at = 1 + random(Math.max(1, text.length - 3))
  return random(2) === 0
    ? text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
    : text.slice(0, at) + text.slice(at + 1)
}

const SYLLABLES =
  'ka ro ven tis lo mer dax qui zon pel tra nor vek sim bal ter gon ril mos ched ful wen yar hex jun'.split(' ')
const BRANCHES =
  'Industries Holdings Group Technologies Bank Energy Pharma Systems Resources Capital Foods Motors Electric Logistics Media Steel'.split(
    ' ',
  )
const FORMS = ['Inc.', 'Corp.', 'Ltd', 'plc', 'AG', 'S.A.', 'Co., Ltd.']
const PLACES = [
  ['US', 'US'],
  ['JP', 'JP'],
  ['LSE', 'GB'],
  ['XETRA', 'DE'],
  ['HK', 'HK'],
  ['NSE', 'IN'],
] as const

/** Generates fictitious listings with negative ids, the same on every run. */
function generateListings(count: number): ResolvableListing[] {
  const random = generator(3)
  const oneOf = <T>(items: readonly [T, ...T[]] | readonly T[], fallback: T): T =>
    items[random(items.length)] ?? fallback
  const word = () => {
    const text = Array.from({ length: 2 + random(2) }, () => oneOf(SYLLABLES, 'ka')).join('')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  return Array.from({ length: count }, (_, index) => {
    const [exchange, country] = oneOf<readonly [string, string]>(PLACES, ['US', 'US'])
    const symbol = `X${(index + 1_000).toString(36).toUpperCase()}`
    return {
      id: -1 - index,
      ticker: `${symbol}.${exchange}`,
      symbol,
      name: `${word()} ${random(2) === 0 ? `${word()} ` : ''}${oneOf(BRANCHES, 'Group')} ${oneOf(FORMS, 'Inc.')}`,
      shortNames: [],
      formerNames: [],
      aliases: [],
      isin: null,
      country,
      type: 'stock',
      exchange,
      marketCapUsd: 1e6 * (1 + random(100_000)),
      description: '',
    }
  })
}

/** Random integers below a bound by a linear congruential generator (Numerical Recipes). */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 0x1_0000_0000) * below)
  }
}

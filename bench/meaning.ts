import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import winkSentiment from 'wink-sentiment'
import { z } from 'zod'
import { findIssuers } from '../src/catalog/identity/issuer.pure.ts'
import { createEnricher, type Enricher } from '../src/enrichment/enrich.pure.ts'
import type { Direction } from '../src/enrichment/vocabulary/verdict.pure.ts'
import { readKnowledge } from '../src/impact/knowledge.source.ts'
import { readLexicons } from '../src/impact/lexicon.source.ts'

const LABELLED = new URL('../prisma/reference/labelled/event-effects.csv', import.meta.url).pathname
/** Events that nobody who writes rules reads: confidence is fitted to them. */
const UNREAD = new URL('../prisma/reference/labelled/event-effects-unread.csv', import.meta.url).pathname
/** Events written when the rules were done, which nobody who writes rules has read. */
const BLIND = new URL('../prisma/reference/labelled/event-effects-blind.csv', import.meta.url).pathname
/** Events that were read while the rules were written. */
const SEEN = new URL('../prisma/reference/labelled/event-effects-seen.csv', import.meta.url).pathname

/** Effects in a cell: `TICKER:pos`, `TICKER:neg` or `TICKER:any`, separated by `|`. */
const effects = z.string().transform((cell) =>
  cell.split('|').flatMap((effect) => {
    const [ticker = '', direction = ''] = effect.split(/:(?=pos$|neg$|any$)/)
    return ticker === '' ? [] : [{ ticker, direction }]
  }),
)
const row = z.object({
  headline: z.string(),
  kind: z.string(),
  must: effects,
  must_not: effects,
})
type EventRow = z.infer<typeof row>

/** How many of the effects an event must have came out, and how many that it must not have did not. */
interface Score {
  must: number
  mustRight: number
  not: number
  notRight: number
}

/**
 * Benchmarks the effects of plain world events, labelled by somebody who has not seen the code: those that nearly everybody expects, and
 * those that would be wrong. The peer is wink-sentiment (AFINN), which is told the assets and gives each the headline's direction.
 */
export async function benchMeaning([file = LABELLED]: readonly string[]): Promise<void> {
  const read = async (name: string) => z.array(row).parse(parse(await readFile(name), { columns: true, bom: true }))
  const [rows, seen, unread, blind] = await Promise.all([read(file), read(SEEN), read(UNREAD), read(BLIND)])
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  const issuers = findIssuers(knowledge.relations)
  const issuerOf = new Map(knowledge.assets.map(({ id, ticker }) => [ticker, issuers.get(id) ?? id]))
  const tickerOf = new Map(knowledge.assets.map(({ id, ticker }) => [id, ticker]))
  const enrich = createEnricher(knowledge, lexicons)
  const ours = (headline: string) => directionsOf(enrich, headline, tickerOf)
  const half = Math.ceil(rows.length / 2)
  const parts: readonly (readonly [string, readonly EventRow[]])[] = [
    ['read while the rules were written', seen],
    ['first half, read', rows.slice(0, half)],
    ['second half, frozen', rows.slice(half)],
    ['unread', unread],
    ['blind', blind],
  ]
  for (const [name, part] of parts) {
    const own = scoreOf(part, ours, issuerOf)
    const peer = scoreOf(part, afinn(part), issuerOf)
    process.stdout.write(`${name}: ${part.length} events\n`)
    process.stdout.write(`  market-impact           ${formatScore(own)}\n`)
    process.stdout.write(
      `  wink-sentiment (AFINN)  ${formatScore(peer)}; effects right ${(shareOf(own) / shareOf(peer)).toFixed(2)} of it\n`,
    )
  }
  for (const [kind, part] of [...Map.groupBy(rows, ({ kind: one }) => one)].sort())
    process.stdout.write(`  ${kind.padEnd(24)} ${formatScore(scoreOf(part, ours, issuerOf))}\n`)
}

type Read = (headline: string) => ReadonlyMap<string, Direction>

function directionsOf(enrich: Enricher, title: string, tickerOf: ReadonlyMap<number, string>): Map<string, Direction> {
  return new Map(enrich({ title }).impacts.map((one) => [tickerOf.get(one.assetId) ?? '', one.direction]))
}

function afinn(rows: readonly EventRow[]): Read {
  const named = new Map(rows.map(({ headline, must, must_not }) => [headline, [...must, ...must_not]]))
  return (headline) => {
    const { score } = winkSentiment(headline)
    const direction = score > 0 ? 'pos' : score < 0 ? 'neg' : 'ambiguous'
    return new Map((named.get(headline) ?? []).map(({ ticker }) => [ticker, direction]))
  }
}

function scoreOf(rows: readonly EventRow[], read: Read, issuerOf: ReadonlyMap<string, number>): Score {
  const score: Score = { must: 0, mustRight: 0, not: 0, notRight: 0 }
  for (const { headline, must, must_not } of rows) {
    const found = read(headline)
    /** Of the listing, or of another share class of its issuer. */
    const directionOf = (ticker: string) => {
      const issuer = issuerOf.get(ticker)
      const other = [...found].find(([one]) => issuer !== undefined && issuerOf.get(one) === issuer)
      return found.get(ticker) ?? other?.[1]
    }
    for (const { ticker, direction } of must) {
      score.must++
      if (directionOf(ticker) === direction) score.mustRight++
    }
    for (const { ticker, direction } of must_not) {
      score.not++
      const got = directionOf(ticker)
      const isWrong = direction === 'any' ? got === 'pos' || got === 'neg' : got === direction
      if (!isWrong) score.notRight++
    }
  }
  return score
}

function shareOf({ must, mustRight, not, notRight }: Score): number {
  return (mustRight + notRight) / (must + not)
}

function formatScore({ must, mustRight, not, notRight }: Score): string {
  const share = (right: number, all: number) => `${right} of ${all}${all > 0 ? ` (${(right / all).toFixed(3)})` : ''}`
  return `expected ${share(mustRight, must)}, unwanted kept out ${share(notRight, not)}`
}

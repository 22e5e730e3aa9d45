import { pathToFileURL } from 'node:url'
import winkSentiment from 'wink-sentiment'
import { findIssuers } from '../src/catalog/identity/issuer.pure.ts'
import { createEnricher, type Enricher } from '../src/enrichment/enrich.pure.ts'
import type { Direction } from '../src/enrichment/vocabulary/verdict.pure.ts'
import { readKnowledge } from '../src/impact/knowledge.source.ts'
import { readLexicons } from '../src/impact/lexicon/lexicon.source.ts'
import {
  type EffectScore,
  LABELLED_EVENTS,
  type LabelledEvent,
  type ReadDirections,
  readLabelledEvents,
  scoreEvents,
} from './labelled-events.ts'
import { printPlainStatements } from './plain-statements.ts'

/**
 * Benchmarks the effects of plain world events, labelled by somebody who has not seen the code: those that nearly everybody expects, and
 * those that would be wrong. The peer is wink-sentiment (AFINN), which is told the assets and gives each the headline's direction.
 */
export async function benchMeaning([file]: readonly string[]): Promise<void> {
  const rows = readLabelledEvents(file === undefined ? LABELLED_EVENTS.halves : pathToFileURL(file))
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  const issuers = findIssuers(knowledge.relations)
  const issuerOf = new Map(knowledge.assets.map(({ id, ticker }) => [ticker, issuers.get(id) ?? id]))
  const tickerOf = new Map(knowledge.assets.map(({ id, ticker }) => [id, ticker]))
  const enrich = createEnricher(knowledge, lexicons)
  const ours = (headline: string) => directionsOf(enrich, headline, tickerOf)
  const half = Math.ceil(rows.length / 2)
  const parts: readonly (readonly [string, readonly LabelledEvent[]])[] = [
    ['read while the rules were written', readLabelledEvents(LABELLED_EVENTS.seen)],
    ['first half, read', rows.slice(0, half)],
    ['second half, frozen', rows.slice(half)],
    ['unread', readLabelledEvents(LABELLED_EVENTS.unread)],
    ['by area', readLabelledEvents(LABELLED_EVENTS.areas)],
    ['blind', readLabelledEvents(LABELLED_EVENTS.blind)],
    ['oblique', readLabelledEvents(LABELLED_EVENTS.oblique)],
    ['later', readLabelledEvents(LABELLED_EVENTS.later)],
    ['fresh', readLabelledEvents(LABELLED_EVENTS.fresh)],
    ['trades', readLabelledEvents(LABELLED_EVENTS.trades)],
    ['turns', readLabelledEvents(LABELLED_EVENTS.turns)],
    ['daily', readLabelledEvents(LABELLED_EVENTS.daily)],
    ['plain', readLabelledEvents(LABELLED_EVENTS.plain)],
    ['editors', readLabelledEvents(LABELLED_EVENTS.editors)],
  ]
  for (const [name, part] of parts) {
    const own = scoreEvents(part, ours, issuerOf)
    const peer = scoreEvents(part, afinn(part), issuerOf)
    process.stdout.write(`${name}: ${part.length} events\n`)
    process.stdout.write(`  market-impact           ${formatScore(own)}\n`)
    process.stdout.write(
      `  wink-sentiment (AFINN)  ${formatScore(peer)}; effects right ${(shareOf(own) / shareOf(peer)).toFixed(2)} of it\n`,
    )
  }
  printPlainStatements(ours)
  for (const [kind, part] of [...Map.groupBy(rows, ({ kind: one }) => one)].sort())
    process.stdout.write(`  ${kind.padEnd(24)} ${formatScore(scoreEvents(part, ours, issuerOf))}\n`)
}

function directionsOf(enrich: Enricher, title: string, tickerOf: ReadonlyMap<number, string>): Map<string, Direction> {
  return new Map(enrich({ title }).impacts.map((one) => [tickerOf.get(one.assetId) ?? '', one.direction]))
}

function afinn(rows: readonly LabelledEvent[]): ReadDirections {
  const named = new Map(rows.map(({ headline, must, must_not }) => [headline, [...must, ...must_not]]))
  return (headline) => {
    const { score } = winkSentiment(headline)
    const direction = score > 0 ? 'pos' : score < 0 ? 'neg' : 'ambiguous'
    return new Map((named.get(headline) ?? []).map(({ ticker }) => [ticker, direction]))
  }
}

function shareOf({ must, mustRight, not, notRight }: EffectScore): number {
  return (mustRight + notRight) / (must + not)
}

function formatScore({ must, mustRight, not, notRight }: EffectScore): string {
  const share = (right: number, all: number) => `${right} of ${all}${all > 0 ? ` (${(right / all).toFixed(3)})` : ''}`
  return `expected ${share(mustRight, must)}, unwanted kept out ${share(notRight, not)}`
}

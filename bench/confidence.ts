import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Knowledge } from '../src/catalog/knowledge.pure.ts'
import { createConfidence, VERDICT_KINDS } from '../src/enrichment/confidence/confidence.pure.ts'
import { createReader } from '../src/enrichment/enrich.pure.ts'
import type { Lexicons } from '../src/enrichment/vocabulary/lexicons.pure.ts'
import { DIRECTIONS, type Direction } from '../src/enrichment/vocabulary/verdict.pure.ts'
import { type Fit, fitKind, inFolds, type LabelledVerdict } from './confidence-fit.ts'
import { readMentions } from './enrich-mentions.ts'
import { LABELLED_EVENTS, type LabelledEvent, readLabelledEvents } from './labelled-events.ts'

const FOLDER = new URL('../prisma/reference/labelled/', import.meta.url)

const wireRow = z.object({
  title: z.string(),
  moves: z.record(z.string(), z.enum([...DIRECTIONS, 'open'])),
  not: z.array(z.string()).default([]),
  first: z.boolean(),
})

/** A labelled verdict of the rules as they are. */
export interface OwnVerdict extends LabelledVerdict {
  readonly set: 'wire' | 'mentions' | 'events'
  /** True for an asset that the headline only mentions. */
  readonly isNeutral: boolean
}

/**
 * The rules' verdicts on the labelled headlines, with directions of any confidence where `cutOff` is 0. In a headline of the wire set
 * that was not entirely right in the first run, one of its links and directions was wrong then, each as likely: what was mended for one
 * headline says nothing of headlines to come. The direction set has no such mark and is left out, and so are the events that rules were
 * written by: effects are counted on events that nobody who writes rules has read. So is silence on assets that are not
 * named: the labels of events tell whom they move, hardly ever whom they leave alone.
 */
export async function readVerdicts(knowledge: Knowledge, lexicons: Lexicons, cutOff: number): Promise<OwnVerdict[]> {
  const read = createReader(knowledge, { ...lexicons, confidence: { ...lexicons.confidence, cutOff } })
  const tickerOf = new Map(knowledge.assets.map(({ id, ticker }) => [id, ticker]))
  const furtherLines = new Set(knowledge.relations.filter((one) => one.type === 'line').map((one) => one.targetId))
  const judge = (headline: string) => {
    const { judgements, enrichment } = read({ title: headline })
    // An unsure direction is judged twice: what is shown comes last.
    const last = new Map(judgements.map((one) => [one.assetId, one]))
    const tagged = new Set(enrichment.impacts.filter((one) => one.tagged).map((one) => one.assetId))
    return [...last.values()].map((one) => ({
      ...one,
      ticker: tickerOf.get(one.assetId) ?? '',
      isNamed: tagged.has(one.assetId),
    }))
  }
  const wire = (await readFile(new URL('wire.jsonl', FOLDER), 'utf8')).trim().split('\n')
  const labelled = [
    ...wire.map((line) => ({ set: 'wire' as const, ...wireRow.parse(JSON.parse(line)) })),
    ...readMentions().map((row) => ({ set: 'mentions' as const, ...row })),
  ]
  const ofNames = labelled.flatMap(({ set, title, moves, first }): OwnVerdict[] => {
    const found = judge(title).filter(({ ticker, isNamed, assetId }) =>
      ticker in moves ? moves[ticker] !== 'open' : set === 'wire' && isNamed && !furtherLines.has(assetId),
    )
    const named = found.filter((one) => one.isNamed)
    const mended = first ? 1 : 1 - 1 / (named.length + 1)
    return named.map(({ ticker, direction, kind, grounds }) => {
      const label = moves[ticker] ?? 'ambiguous'
      return {
        set,
        headline: title,
        kind,
        grounds,
        isRight: label === direction,
        right: label === direction ? mended : 0,
        isNeutral: label === 'ambiguous',
      }
    })
  })
  const ofEvents = (rows: readonly LabelledEvent[]) =>
    rows.flatMap(({ headline, must, must_not }): OwnVerdict[] =>
      judge(headline).flatMap(({ ticker, direction, kind, grounds, isNamed }) => {
        if (kind === 'ambiguous' && !isNamed) return []
        const wanted = must.find((one) => one.ticker === ticker)?.direction
        const unwanted = must_not.filter((one) => one.ticker === ticker).map((one) => one.direction)
        const isNeutral = wanted === undefined && unwanted.includes('any')
        const right = readRight(direction, wanted, unwanted)
        return right === null
          ? []
          : [{ set: 'events', headline, kind, grounds, isRight: right, right: Number(right), isNeutral }]
      }),
    )
  return [...ofNames, ...ofEvents(readLabelledEvents(LABELLED_EVENTS.unread))]
}

/** Whether a verdict is right that the labels speak of; null where they leave it open. */
function readRight(direction: Direction, wanted: string | undefined, unwanted: readonly string[]): boolean | null {
  if (wanted !== undefined) return wanted === direction
  if (unwanted.includes('any')) return direction === 'ambiguous'
  return unwanted.includes(direction) ? false : null
}

/** A verdict with the confidence it gets from the others. */
interface Scored extends LabelledVerdict {
  readonly confidence: number
}

const FOLDS = 5

/** The confidence of each verdict by a table fitted without the headlines of its fold. */
export function crossValidate(verdicts: readonly LabelledVerdict[]): Scored[] {
  return inFolds(verdicts, FOLDS).flatMap(([rest, held]) => {
    const readConfidence = createConfidence(fitAll(rest))
    return held.map((one) => ({ ...one, confidence: readConfidence(one.kind, one.grounds) }))
  })
}

/** The fits of both kinds of verdicts. */
export function fitAll(verdicts: readonly LabelledVerdict[]): Fit {
  const fits = VERDICT_KINDS.map((kind) => fitKind(kind, verdicts))
  return { weights: fits.flatMap((one) => one.weights), points: fits.flatMap((one) => one.points) }
}

/** A tenth of the scale of confidence. */
export interface Tenth {
  readonly from: number
  readonly count: number
  readonly mean: number
  readonly right: number
}

/** Mean confidence and share right in each tenth. */
export function tenthsOf(scored: readonly Scored[]): Tenth[] {
  const tenths = Map.groupBy(scored, ({ confidence }) => Math.min(9, Math.floor(confidence * 10)))
  const meanOf = (some: readonly Scored[], read: (one: Scored) => number) =>
    some.reduce((sum, one) => sum + read(one), 0) / some.length
  return [...tenths]
    .sort(([a], [b]) => a - b)
    .map(([tenth, some]) => ({
      from: tenth / 10,
      count: some.length,
      mean: meanOf(some, (one) => one.confidence),
      right: meanOf(some, (one) => one.right),
    }))
}

/** Prints the table of tenths, and how many neutral mentions get a direction without and with the cut-off. */
export async function printConfidence(knowledge: Knowledge, lexicons: Lexicons): Promise<void> {
  const [all, kept] = await Promise.all(
    [0, lexicons.confidence.cutOff].map((cutOff) => readVerdicts(knowledge, lexicons, cutOff)),
  )
  const verdicts = [
    ...(all ?? []).filter((one) => one.kind === 'direction'),
    ...(kept ?? []).filter((one) => one.kind === 'ambiguous'),
  ]
  const scored = crossValidate(verdicts)
  for (const kind of VERDICT_KINDS) {
    const own = scored.filter((one) => one.kind === kind)
    process.stdout.write(
      `confidence of ${own.length} ${kind === 'direction' ? 'directions' : 'silent verdicts'}, cross-validated\n`,
    )
    for (const { from, count, mean, right } of tenthsOf(own)) {
      process.stdout.write(
        `  ${from.toFixed(1)}-${(from + 0.1).toFixed(1)}  ${String(count).padStart(5)} verdicts, confidence ${mean.toFixed(3)}, right ${right.toFixed(3)}\n`,
      )
    }
  }
  const directed = scored.filter((one) => one.kind === 'direction')
  for (const least of [0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    const some = directed.filter((one) => one.confidence >= least)
    const right = some.reduce((sum, one) => sum + one.right, 0)
    process.stdout.write(
      `  at least ${least.toFixed(1)}: ${(some.length / directed.length).toFixed(3)} kept, ${(right / some.length).toFixed(3)} of them right\n`,
    )
  }
  const shareOf = (some: readonly OwnVerdict[]) => {
    const neutral = some.filter((one) => one.isNeutral)
    const told = neutral.filter((one) => one.kind === 'direction').length
    return `${told} of ${neutral.length} (${(told / neutral.length).toFixed(3)})`
  }
  process.stdout.write(
    `neutral mentions with a direction: ${shareOf(all ?? [])} without a cut-off, ${shareOf(kept ?? [])} at ${lexicons.confidence.cutOff}\n`,
  )
}

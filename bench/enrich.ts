import winkSentiment from 'wink-sentiment'
import { finish } from '../src/core/pieces.pure.ts'
import { type Enricher, readerInPieces, readTogether, type StagedReader } from '../src/enrichment/enrich.pure.ts'
import { DIRECTIONS, type Direction } from '../src/enrichment/vocabulary/verdict.pure.ts'
import { readKnowledge } from '../src/impact/knowledge.source.ts'
import { readLexicons } from '../src/impact/lexicon/lexicon.source.ts'
import { printConfidence } from './confidence.ts'
import { type LabelledHeadline, readLabelled } from './enrich-direction.ts'
import { printDuplicates } from './enrich-duplicates.ts'
import { printLinking } from './enrich-linking.ts'
import { printMentions } from './enrich-mentions.ts'
import { printNewsworthiness } from './enrich-newsworthiness.ts'
import { printWire } from './enrich-wire.ts'

const OWN_SET = new URL('../prisma/reference/labelled/direction.jsonl', import.meta.url).pathname

/**
 * Benchmarks direction per given entity by the whole enricher, compared with wink-sentiment (AFINN over the headline, one direction for
 * all entities), linking, newswire headlines, mere mentions, confidence, duplicates and speed. Takes files in FiQA's JSON or JSONL {title, entity, direction|score}.
 */
export async function benchEnrich(files: readonly string[]): Promise<void> {
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  const read = finish(readerInPieces(knowledge, lexicons))
  const enrich: Enricher = (article) => finish(read(article)).enrichment
  for (const file of files.length > 0 ? files : [OWN_SET]) {
    const rows = await readLabelled(file)
    const own = measure(rows, predictWithRules(enrich, rows))
    const peer = measure(
      rows,
      rows.map(({ title }) => predictWithAfinn(title)),
    )
    process.stdout.write(`direction per entity, ${file.split('/').at(-1)}: ${rows.length} rows\n`)
    process.stdout.write(`  market-impact              ${formatFigures(own)}\n`)
    process.stdout.write(
      `  wink-sentiment (AFINN)     ${formatFigures(peer)}; two-class accuracy is ${(own.twoClass / peer.twoClass).toFixed(2)} of it\n`,
    )
  }
  await printLinking(knowledge, lexicons)
  await printWire(knowledge, lexicons)
  printMentions(enrich, knowledge)
  await printConfidence(knowledge, lexicons)
  await printDuplicates(knowledge, lexicons)
  printNewsworthiness(enrich)
  printSpeed(
    read,
    (await readLabelled(OWN_SET)).map((row) => row.title),
  )
}

/** Predicts the directions of all rows, all entities of a headline together. */
function predictWithRules(enrich: Enricher, rows: readonly LabelledHeadline[]): Direction[] {
  const predicted = new Array<Direction>(rows.length).fill('ambiguous')
  const byTitle = Map.groupBy(
    rows.map((row, index) => ({ row, index })),
    ({ row }) => row.title,
  )
  for (const [title, group] of byTitle) {
    const { entities } = enrich({ title, entities: group.map(({ row }) => row.entity) })
    group.forEach(({ index }, position) => {
      predicted[index] = entities[position]?.direction ?? 'ambiguous'
    })
  }
  return predicted
}

function predictWithAfinn(title: string): Direction {
  const { score } = winkSentiment(title)
  return score > 0 ? 'pos' : score < 0 ? 'neg' : 'ambiguous'
}

interface Figures {
  readonly twoClass: number
  readonly threeClass: number
  readonly macroF1: number
}

/** Accuracy on rows labelled pos or neg, on all rows, and the mean F1 of the classes that occur. */
function measure(rows: readonly LabelledHeadline[], predicted: readonly Direction[]): Figures {
  const count = (label: Direction, predictedAs: Direction) =>
    rows.filter((row, index) => row.direction === label && predicted[index] === predictedAs).length
  const labelled = (label: Direction) => rows.filter((row) => row.direction === label).length
  const predictedAs = (direction: Direction) => predicted.filter((one) => one === direction).length
  const f1 = DIRECTIONS.filter((direction) => labelled(direction) > 0).map(
    (direction) => (2 * count(direction, direction)) / Math.max(1, predictedAs(direction) + labelled(direction)),
  )
  return {
    twoClass: (count('pos', 'pos') + count('neg', 'neg')) / Math.max(1, labelled('pos') + labelled('neg')),
    threeClass: DIRECTIONS.reduce((sum, direction) => sum + count(direction, direction), 0) / Math.max(1, rows.length),
    macroF1: f1.reduce((sum, one) => sum + one, 0) / Math.max(1, f1.length),
  }
}

function formatFigures({ twoClass, threeClass, macroF1 }: Figures): string {
  return `two-class accuracy ${twoClass.toFixed(3)}, three-class ${threeClass.toFixed(3)}, macro-F1 ${macroF1.toFixed(3)}`
}

/**
 * Prints headlines/s of enrichment on one core with the full universe, side by side as an ingest reads them and one at a time, and of
 * wink-sentiment on the same headlines.
 */
function printSpeed(read: StagedReader, titles: readonly string[]): void {
  const articles = titles.map((title) => ({ title }))
  const rate = (work: () => readonly unknown[]) => {
    const begun = performance.now()
    let count = 0
    while (performance.now() - begun < 3_000) count += work().length
    return (count * 1000) / (performance.now() - begun)
  }
  const together = () => finish(readTogether(read, articles))
  // The compiler is still at work in the first seconds.
  const [first, own, single, peer] = [
    rate(together),
    rate(together),
    rate(() => articles.map((article) => finish(read(article)))),
    rate(() => titles.map(winkSentiment)),
  ]
  process.stdout.write(
    `speed: ${first.toFixed(0)} headlines/s enriched in the first 3 s, ${own.toFixed(0)} in the next, ${single.toFixed(0)} one at a time; wink-sentiment ${peer.toFixed(0)}/s, ${(own / peer).toFixed(2)} of it\n`,
  )
}

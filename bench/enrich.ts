import winkSentiment from 'wink-sentiment'
import { createEnricher, type Enricher } from '../src/enrichment/enrich.math.ts'
import { DIRECTIONS, type Direction } from '../src/enrichment/knowledge.math.ts'
import { readKnowledge } from '../src/enrichment/knowledge.source.ts'
import { readLexicons } from '../src/enrichment/lexicon.source.ts'
import { type LabelledHeadline, readLabelled } from './enrich-direction.ts'
import { printDuplicates } from './enrich-duplicates.ts'
import { printLinking } from './enrich-linking.ts'
import { printWire } from './enrich-wire.ts'

const OWN_SET = new URL('../prisma/reference/labelled/direction.jsonl', import.meta.url).pathname

/**
 * Direction per given entity through the whole enricher, beside wink-sentiment (AFINN over the headline, one verdict for all its
 * names); linking; wire headlines; duplicates; speed. Files in FiQA's JSON or as JSONL {title, entity, direction|score} may be named.
 */
export async function benchEnrich(files: readonly string[]): Promise<void> {
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  const enrich = createEnricher(knowledge, lexicons)
  for (const file of files.length > 0 ? files : [OWN_SET]) {
    const rows = await readLabelled(file)
    const own = figuresOf(rows, judgedBy(enrich, rows))
    const peer = figuresOf(
      rows,
      rows.map(({ title }) => byAfinn(title)),
    )
    process.stdout.write(`direction per entity, ${file.split('/').at(-1)}: ${rows.length} rows\n`)
    process.stdout.write(`  market-impact              ${inWords(own)}\n`)
    process.stdout.write(
      `  wink-sentiment (AFINN)     ${inWords(peer)}; two-class accuracy is ${(own.twoClass / peer.twoClass).toFixed(2)} of it\n`,
    )
  }
  await printLinking(knowledge, lexicons)
  await printWire(knowledge, lexicons)
  await printDuplicates(knowledge, lexicons)
  printSpeed(
    enrich,
    (await readLabelled(OWN_SET)).map((row) => row.title),
  )
}

/** Directions of all rows; names of one headline are asked for together. */
function judgedBy(enrich: Enricher, rows: readonly LabelledHeadline[]): Direction[] {
  const judged = new Array<Direction>(rows.length).fill('ambiguous')
  const byTitle = Map.groupBy(
    rows.map((row, index) => ({ row, index })),
    ({ row }) => row.title,
  )
  for (const [title, group] of byTitle) {
    const { entities } = enrich({ title, entities: group.map(({ row }) => row.entity) })
    group.forEach(({ index }, position) => {
      judged[index] = entities[position]?.direction ?? 'ambiguous'
    })
  }
  return judged
}

function byAfinn(title: string): Direction {
  const { score } = winkSentiment(title)
  return score > 0 ? 'pos' : score < 0 ? 'neg' : 'ambiguous'
}

interface Figures {
  readonly twoClass: number
  readonly threeClass: number
  readonly macroF1: number
}

/** Accuracy on rows labelled pos or neg, on all rows, and the mean F1 of the classes that occur. */
function figuresOf(rows: readonly LabelledHeadline[], judged: readonly Direction[]): Figures {
  const count = (label: Direction, said: Direction) =>
    rows.filter((row, index) => row.direction === label && judged[index] === said).length
  const labelled = (label: Direction) => rows.filter((row) => row.direction === label).length
  const said = (direction: Direction) => judged.filter((one) => one === direction).length
  const f1 = DIRECTIONS.filter((direction) => labelled(direction) > 0).map(
    (direction) => (2 * count(direction, direction)) / Math.max(1, said(direction) + labelled(direction)),
  )
  return {
    twoClass: (count('pos', 'pos') + count('neg', 'neg')) / Math.max(1, labelled('pos') + labelled('neg')),
    threeClass: DIRECTIONS.reduce((sum, direction) => sum + count(direction, direction), 0) / Math.max(1, rows.length),
    macroF1: f1.reduce((sum, one) => sum + one, 0) / Math.max(1, f1.length),
  }
}

function inWords({ twoClass, threeClass, macroF1 }: Figures): string {
  return `two-class accuracy ${twoClass.toFixed(3)}, three-class ${threeClass.toFixed(3)}, macro-F1 ${macroF1.toFixed(3)}`
}

/** Headlines/s of whole enrichment on one core with the full universe, beside the peer's scoring of the same headlines. */
function printSpeed(enrich: Enricher, titles: readonly string[]): void {
  const rate = (work: (title: string) => unknown) => {
    const begun = performance.now()
    let count = 0
    while (performance.now() - begun < 3_000) for (const title of titles) count += work(title) === undefined ? 0 : 1
    return (count * 1000) / (performance.now() - begun)
  }
  const [own, peer] = [rate((title) => enrich({ title })), rate((title) => winkSentiment(title))]
  process.stdout.write(
    `speed: ${own.toFixed(0)} headlines/s enriched; wink-sentiment ${peer.toFixed(0)}/s, ${(own / peer).toFixed(2)} of it\n`,
  )
}

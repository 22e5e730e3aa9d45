import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { createDirectionClassifier, type DirectionClassifier } from '../src/enrichment/direction/direction.pure.ts'
import { DIRECTIONS, type Direction, type Mention } from '../src/enrichment/vocabulary/verdict.pure.ts'
import { readDirectionLexicon } from '../src/impact/lexicon/direction-lexicon.source.ts'

/** A headline with the labelled direction of one of its entities. */
export interface LabelledHeadline {
  readonly title: string
  readonly entity: string
  readonly direction: Direction
}

/** Accuracy and speed of direction classification. */
interface DirectionFigures {
  readonly rows: number
  /** Accuracy on rows labelled pos or neg. */
  readonly twoClass: number
  readonly threeClass: number
  /** Mean F1 of pos, neg and ambiguous (classes that occur). */
  readonly macroF1: number
  readonly headlinesPerSecond: number
  readonly wrong: readonly (LabelledHeadline & {
    readonly predicted: Direction
    readonly because: string
    readonly score: number
  })[]
}

/** Scores beyond this are pos or neg in the FiQA format. */
const SCORE_BOUND = 0.1

const fiqa = z.record(
  z.string(),
  z.object({
    sentence: z.string(),
    info: z.array(z.object({ target: z.string(), sentiment_score: z.coerce.number() })),
  }),
)
const labelled = z.object({
  title: z.string(),
  entity: z.string(),
  direction: z.enum(DIRECTIONS).optional(),
  score: z.number().default(0),
})

/** Reads a FiQA JSON object or JSONL of {title, entity, direction | score}; exits with file and line for anything else. */
export async function readLabelled(path: string): Promise<LabelledHeadline[]> {
  const text = await readFile(path, 'utf8')
  if (!path.endsWith('.jsonl')) {
    return Object.values(parsed(fiqa, text, path)).flatMap(({ sentence, info }) =>
      info.map(({ target, sentiment_score: score }) => ({
        title: sentence,
        entity: target,
        direction: directionOf(score),
      })),
    )
  }
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const { title, entity, direction, score } = parsed(labelled, line, `${path}, line ${index + 1}`)
    return [{ title, entity, direction: direction ?? directionOf(score) }]
  })
}

function parsed<Shape>(shape: z.ZodType<Shape>, text: string, where: string): Shape {
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : 'no JSON'
    console.error(`${where}: ${why}`)
    process.exit(2)
  }
}

function directionOf(score: number): Direction {
  return score > SCORE_BOUND ? 'pos' : score < -SCORE_BOUND ? 'neg' : 'ambiguous'
}

/** Finds the mentions of a name in a title: the whole name, else its longest leading part or one of its words. */
function findMentions(title: string, entity: string, key: string): Mention[] {
  const lower = title.toLowerCase()
  const name = entity.trim().toLowerCase()
  const words = name.split(/[\s-]+/).filter((word) => word !== '')
  const tries = [name]
  for (let length = words.length - 1; length > 0; length--) tries.push(words.slice(0, length).join(' '))
  tries.push(...words.slice(1).filter((word) => word.length > 3), name.slice(0, 6))
  for (const part of tries) {
    const mentions: Mention[] = []
    for (let at = part === '' ? -1 : lower.indexOf(part); at >= 0; at = lower.indexOf(part, at + part.length)) {
      mentions.push({ key, field: 'title', start: at, end: at + part.length })
    }
    if (mentions.length > 0) return mentions
  }
  return [{ key, field: 'title', start: 0, end: 0 }]
}

/** Classifies every row, all entities of a title together, and computes the scores. */
function measureDirection(
  classifyDirections: DirectionClassifier,
  rows: readonly LabelledHeadline[],
  repeat = 5,
): DirectionFigures {
  const byTitle = Map.groupBy(rows, (row) => row.title)
  const jobs = [...byTitle].map(([title, group]) => ({
    title,
    group,
    mentions: group.flatMap((row, index) => findMentions(title, row.entity, `entity:${index}`)),
  }))
  const wrong: DirectionFigures['wrong'][number][] = []
  const counts = new Map<string, number>()
  for (const { title, group, mentions } of jobs) {
    const verdicts = classifyDirections({ title }, mentions)
    group.forEach((row, index) => {
      const verdict = verdicts.get(`entity:${index}`)
      const predicted = verdict?.direction ?? 'ambiguous'
      counts.set(`${row.direction} ${predicted}`, (counts.get(`${row.direction} ${predicted}`) ?? 0) + 1)
      if (predicted !== row.direction)
        wrong.push({ ...row, predicted, because: verdict?.because ?? '', score: verdict?.score ?? 0 })
    })
  }
  const began = performance.now()
  for (let i = 0; i < repeat; i++) for (const { title, mentions } of jobs) classifyDirections({ title }, mentions)
  const seconds = (performance.now() - began) / 1000
  const count = (label: string, predicted: string) => counts.get(`${label} ${predicted}`) ?? 0
  const total = (label: string) => DIRECTIONS.reduce((sum, predicted) => sum + count(label, predicted), 0)
  const right = DIRECTIONS.reduce((sum, direction) => sum + count(direction, direction), 0)
  const f1 = DIRECTIONS.filter((direction) => total(direction) > 0).map((direction) => {
    const predictedCount = DIRECTIONS.reduce((sum, label) => sum + count(label, direction), 0)
    return (2 * count(direction, direction)) / Math.max(1, predictedCount + total(direction))
  })
  return {
    rows: rows.length,
    twoClass: (count('pos', 'pos') + count('neg', 'neg')) / Math.max(1, total('pos') + total('neg')),
    threeClass: right / Math.max(1, rows.length),
    macroF1: f1.reduce((sum, each) => sum + each, 0) / Math.max(1, f1.length),
    headlinesPerSecond: (jobs.length * repeat) / seconds,
    wrong,
  }
}

/** Prints the scores of one labelled file on one line. */
async function benchDirection(path: string, showWrong = false): Promise<DirectionFigures> {
  const classifyDirections = createDirectionClassifier(await readDirectionLexicon())
  const figures = measureDirection(classifyDirections, await readLabelled(path))
  const percent = (fraction: number) => `${(fraction * 100).toFixed(1)} %`
  console.log(
    `direction ${path.split('/').at(-1)}: ${figures.rows} rows, two-class ${percent(figures.twoClass)}, three-class ${percent(figures.threeClass)}, macro-F1 ${figures.macroF1.toFixed(3)}, ${Math.round(figures.headlinesPerSecond)} headlines/s`,
  )
  if (showWrong) {
    for (const row of figures.wrong) {
      console.log(
        `  ${row.direction} -> ${row.predicted} (${row.score.toFixed(2)}, "${row.because}") ${row.entity} | ${row.title}`,
      )
    }
  }
  return figures
}

if (import.meta.main) {
  const paths = process.argv.slice(2).filter((arg) => arg !== '--wrong')
  const own = new URL('../prisma/reference/labelled/direction.jsonl', import.meta.url).pathname
  for (const path of paths.length > 0 ? paths : [own]) await benchDirection(path, process.argv.includes('--wrong'))
}

import '../core/env-file.ts'

import { pMapIterable } from 'p-map'
import { z } from 'zod'
import type { Knowledge } from '../catalog/knowledge.pure.ts'
import { config } from '../core/config.ts'
import { fileBytes, isFolder } from '../core/file/folder.source.ts'
import { PIECE_MAX, type Piece } from '../core/file/line-splitter.pure.ts'
import { linesOf } from '../core/file/lines.source.ts'
import { createEnricher } from '../enrichment/enrich.pure.ts'

import { readKnowledge } from '../impact/knowledge.source.ts'
import { readLexicons } from '../impact/lexicon/lexicon.source.ts'
import { configuredModel } from '../impact/model/configured-model.ts'
import { articleScorer, type Refiner, type ScoredEnrichment } from '../impact/scorer.pure.ts'
import { FileError, newCommand, requireReadable, runCommand } from './command.ts'

const line = z.object({
  title: z.string().min(1),
  text: z
    .string()
    .transform((text) => (text === '' ? undefined : text))
    .optional(),
  published: z.string().optional(),
  entities: z.array(z.string().min(1)).optional(),
})

const command = newCommand(
  'enrich',
  `Scores headlines and prints one JSON line for each; nothing is stored.
A line of input is {"title": "...", "text"?: "...", "published"?: "...", "entities"?: ["..."]}.`,
  'enrich -- headlines.jsonl',
)
  .argument('<file>', 'a file of JSON lines, or - for standard input')
  .action(enrichFile)

await runCommand(command)

async function enrichFile(file: string): Promise<void> {
  await requireReadable(file)
  if (await isFolder(file)) throw new FileError(file, 'It is a folder, not a file.')
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  const enrich = createEnricher(knowledge, lexicons)
  const graph = indexGraph(knowledge)
  const input: AsyncIterable<Uint8Array> = file === '-' ? process.stdin : fileBytes(file)
  const atOnce = config.model?.concurrency ?? 1
  const model = config.model && configuredModel(config.model)
  const refiner: Refiner | null = model && {
    atOnce,
    refine: (article, rules) => model.refine(article, rules, (id) => graph.assets.get(id)),
  }
  const score = articleScorer(enrich, refiner)
  const read = pMapIterable(
    eachLine(input),
    async ({ line: number, text }) => {
      const article = text === null ? `longer than ${PIECE_MAX} characters` : parseLine(text)
      return typeof article === 'string'
        ? { number, error: article }
        : { number, article, enrichment: await score(article) }
    },
    { concurrency: atOnce },
  )
  let failed = 0
  let lines = 0
  for await (const one of read) {
    lines++
    if ('error' in one) {
      failed++
      process.stdout.write(`${JSON.stringify({ line: one.number, error: one.error })}\n`)
      continue
    }
    const answer = answerOf(one.article, one.enrichment, graph)
    if (!process.stdout.write(`${JSON.stringify(answer)}\n`))
      await new Promise((settle) => process.stdout.once('drain', settle))
  }
  process.exitCode = failed > 0 && failed === lines ? 1 : 0
}

/** The graph by the ids that verdicts name. */
function indexGraph({ assets, megatrends }: Knowledge) {
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  return {
    assets: byId,
    megatrends: new Map(megatrends.map((node) => [node.nodeId, node])),
    tickerOf: (id: number | null) => (id === null ? null : (byId.get(id)?.ticker ?? null)),
  }
}

/** What is printed of a scored headline: tickers and names in place of ids. */
function answerOf(
  { title, published }: z.output<typeof line>,
  enrichment: ScoredEnrichment,
  { assets, megatrends: trends, tickerOf }: ReturnType<typeof indexGraph>,
): object {
  const { briefText, briefSource, briefTexts, newsTypes, impactScore, impacts, megatrends, entities } = enrichment
  return {
    title,
    ...(published === undefined ? {} : { published }),
    brief_text: briefText,
    brief_source: briefSource,
    ...(briefTexts ? { brief_texts: briefTexts } : {}),
    news_types: newsTypes,
    impact_score: impactScore,
    impacts: impacts.map(({ assetId, path, steps, ...impact }) => ({
      ticker: tickerOf(assetId),
      name: assets.get(assetId)?.name ?? null,
      ...impact,
      path: path.map(tickerOf),
      steps: steps.map((step) => ({
        ...step,
        from: step.relation === 'member' ? String(step.from) : tickerOf(step.from),
        to: tickerOf(step.to),
      })),
    })),
    megatrends: megatrends.map(({ nodeId, relevance }) => ({
      node_id: nodeId,
      name: trends.get(nodeId)?.name ?? null,
      relevance,
    })),
    entities: entities.map(({ name, assetId, direction, score, aspect, confidence }) => ({
      name,
      ticker: tickerOf(assetId),
      direction,
      score,
      aspect,
      confidence,
    })),
  }
}

async function* eachLine(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  for await (const block of linesOf(bytes)) yield* block
}

function parseLine(text: string): z.output<typeof line> | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'not a JSON object'
  }
  const parsed = line.safeParse(value)
  return parsed.success
    ? parsed.data
    : parsed.error.issues.map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`).join('; ')
}

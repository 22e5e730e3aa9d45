import '../core/env-file.ts'

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { config } from '../core/config.ts'
import { inOrder } from '../core/in-order.ts'
import { configuredModel } from '../enrichment/configured-model.ts'
import { createEnricher } from '../enrichment/enrich.math.ts'
import { readKnowledge } from '../enrichment/knowledge.source.ts'
import { readLexicons } from '../enrichment/lexicon.source.ts'
import { type ArticleScorer, rulesScorer } from '../enrichment/scorer.math.ts'
import { readOptions, runCommand, UsageError } from './command.ts'

const USAGE = `usage: npm run enrich -- FILE|-
       JSONL in: {"title": "...", "text"?: "...", "published"?: "...", "entities"?: ["..."]}; JSONL out; nothing is stored`

const line = z.object({
  title: z.string().min(1),
  text: z.string().optional(),
  published: z.string().optional(),
  entities: z.array(z.string().min(1)).optional(),
})

await runCommand(async (args) => {
  const { positionals } = readOptions(args, {}, USAGE)
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new UsageError(USAGE)
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  const enrich = createEnricher(knowledge, lexicons)
  const assets = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const trends = new Map(knowledge.megatrends.map((node) => [node.nodeId, node]))
  const tickerOf = (id: number | null) => (id === null ? null : (assets.get(id)?.ticker ?? null))
  const input = file === '-' ? process.stdin : createReadStream(file)
  await new Promise<void>((settle, fail) => {
    if (file === '-') return settle()
    input.once('open', () => settle())
    input.once('error', (error: Error) => fail(new UsageError(`${file} cannot be read: ${error.message}`)))
  })
  const model = config.model && configuredModel(config.model)
  const score: ArticleScorer = model
    ? (article) => model.refine(article, enrich(article), (id) => assets.get(id))
    : rulesScorer(enrich)
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  const read = inOrder(lines, config.model?.concurrency ?? 1, async (text) => {
    const article = text.trim() === '' ? null : parseLine(text)
    return article === null || typeof article === 'string' ? article : { article, enrichment: await score(article) }
  })
  let failed = 0
  let number = 0
  for await (const one of read) {
    number++
    if (one === null) continue
    if (typeof one === 'string') {
      failed++
      process.stdout.write(`${JSON.stringify({ line: number, error: one })}\n`)
      continue
    }
    const { article, enrichment } = one
    const { briefText, briefTexts, newsTypes, impactScore, impacts, megatrends, entities } = enrichment
    const answer = {
      title: article.title,
      ...(article.published === undefined ? {} : { published: article.published }),
      brief_text: briefText,
      ...(briefTexts ? { brief_texts: briefTexts } : {}),
      news_types: newsTypes,
      impact_score: impactScore,
      impacts: impacts.map(({ assetId, path, ...impact }) => ({
        ticker: tickerOf(assetId),
        name: assets.get(assetId)?.name ?? null,
        ...impact,
        path: path.map(tickerOf),
      })),
      megatrends: megatrends.map(({ nodeId, relevance }) => ({
        node_id: nodeId,
        name: trends.get(nodeId)?.name ?? null,
        relevance,
      })),
      entities: entities.map(({ name, assetId, direction, score, aspect }) => ({
        name,
        ticker: tickerOf(assetId),
        direction,
        score,
        aspect,
      })),
    }
    if (!process.stdout.write(`${JSON.stringify(answer)}\n`))
      await new Promise((settle) => process.stdout.once('drain', settle))
  }
  return failed > 0 && failed === number ? 1 : 0
})

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

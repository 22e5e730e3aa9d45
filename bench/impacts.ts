import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { generateDemoNews } from '../prisma/demo/news.ts'
import { SeededRandom } from '../prisma/demo/random.ts'
import { DEMO_NEWS } from '../src/demo/demo-size.ts'
import { createEnricher } from '../src/enrichment/enrich.pure.ts'
import type { ArticleText, AssetImpact } from '../src/enrichment/vocabulary/verdict.pure.ts'
import { readKnowledge } from '../src/impact/knowledge.source.ts'
import { readLexicons } from '../src/impact/lexicon/lexicon.source.ts'

const WIRE = new URL('../prisma/reference/labelled/wire.jsonl', import.meta.url).pathname
/** The moment of the demo news; fixed, so that a seed always draws the same. */
const NOW_MS = Date.UTC(2026, 10, 20, 12)
const row = z.object({ title: z.string() })
const SIGN = { pos: '+', neg: '-', ambiguous: '?' } as const

/**
 * Prints impacts drawn at random from all that the demo news and the labelled newswire headlines have, to be read one by one: is the
 * direction what a trader would expect, and is the reason true? Takes a seed and how many to draw.
 */
export async function benchImpacts([seed = '1', size = '200']: readonly string[]): Promise<void> {
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  const enrich = createEnricher(knowledge, lexicons)
  const wire = (await readFile(WIRE, 'utf8')).trim().split('\n')
  const articles: ArticleText[] = [
    ...generateDemoNews(knowledge, { ...DEMO_NEWS, nowMs: NOW_MS }).map(({ title = '', text }) => ({ title, text })),
    ...wire.map((line) => row.parse(JSON.parse(line))),
  ]
  const all = articles.flatMap((article) => enrich(article).impacts.map((impact) => ({ article, impact })))
  const drawn = new SeededRandom(Number(seed)).shuffled(all).slice(0, Number(size))
  const tickers = new Map(knowledge.assets.map(({ id, ticker }) => [id, ticker]))
  drawn.forEach(({ article, impact }, index) => {
    process.stdout.write(`${index + 1}. ${article.title}\n   ${describe(impact, tickers)}\n`)
  })
  const named = all.filter(({ impact }) => impact.hop === 0).length
  process.stdout.write(
    `${drawn.length} of ${all.length} impacts of ${articles.length} articles, ${named} of them on what is named\n`,
  )
}

function describe(impact: AssetImpact, tickers: ReadonlyMap<number, string>): string {
  const path = impact.path.map((id) => tickers.get(id)).join(' > ')
  const relations = impact.steps.map(({ relation }) => relation).join(', ')
  const way = relations === '' ? 'named' : relations
  return `${SIGN[impact.direction]} ${path} (${way}; ${impact.aspect}, ${impact.relevance}): ${impact.rationale}`
}

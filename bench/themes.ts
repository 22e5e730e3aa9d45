import { generateDemoNews } from '../prisma/demo/news.ts'
import { DEMO_NEWS } from '../src/demo/demo-size.ts'
import { createEnricher } from '../src/enrichment/enrich.pure.ts'
import type { Enrichment } from '../src/enrichment/vocabulary/verdict.pure.ts'
import { readKnowledge } from '../src/impact/knowledge.source.ts'
import { readLexicons } from '../src/impact/lexicon/lexicon.source.ts'

const TOP = 10
/** Fixed, so that every run has the same news. */
const NOW_MS = Date.UTC(2026, 10, 22, 12)

interface Story {
  readonly title: string
  readonly published: string
  readonly enrichment: Enrichment
}

/** Prints the ten top stories of each family of megatrends over the demo news, as its summary shows them: a reader judges whether they are about it. */
export async function benchThemes(): Promise<void> {
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  const enrich = createEnricher(knowledge, lexicons)
  const stories = storiesOf(generateDemoNews(knowledge, { ...DEMO_NEWS, nowMs: NOW_MS }), enrich)
  const names = new Map(knowledge.megatrends.map(({ nodeId, name }) => [nodeId, name]))
  for (const family of knowledge.megatrends.filter(({ tier }) => tier === 1)) {
    const isIn = (nodeId: number) => Math.floor(nodeId / 1_000_000) === family.nodeId / 1_000_000
    const own = stories.filter(({ enrichment }) => enrichment.megatrends.some(({ nodeId }) => isIn(nodeId)))
    process.stdout.write(`${family.nodeId} ${family.name}: ${own.length} stories\n`)
    for (const { title, enrichment } of own.sort(topFirst).slice(0, TOP)) {
      const nodes = enrichment.megatrends.filter(({ nodeId }) => isIn(nodeId)).map(({ nodeId }) => names.get(nodeId))
      process.stdout.write(`  ${enrichment.impactScore}  ${title}  [${nodes.join('; ')}]\n`)
    }
  }
}

/** One article of each story, the one of highest impact score. */
function storiesOf(items: ReturnType<typeof generateDemoNews>, enrich: ReturnType<typeof createEnricher>): Story[] {
  const stories = new Map<string, Story>()
  for (const { title, text, published, url } of items) {
    const key = new URL(String(url)).pathname
    const enrichment = enrich({ title: String(title), text: String(text) })
    const known = stories.get(key)
    if (known && known.enrichment.impactScore >= enrichment.impactScore) continue
    stories.set(key, { title: String(title), published: String(published), enrichment })
  }
  return [...stories.values()]
}

function topFirst(a: Story, b: Story): number {
  return b.enrichment.impactScore - a.enrichment.impactScore || b.published.localeCompare(a.published)
}

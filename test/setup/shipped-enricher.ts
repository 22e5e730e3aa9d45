import { once } from '../../src/core/once.pure.ts'
import { createReader } from '../../src/enrichment/enrich.pure.ts'
import type { ArticleText } from '../../src/enrichment/vocabulary/verdict.pure.ts'
import { readKnowledge } from '../../src/impact/knowledge.source.ts'
import { readLexicons } from '../../src/impact/lexicon/lexicon.source.ts'

/** Opens the enricher with all that ships, and what gives the direction by ticker of whom a headline moves. Tests of one worker share it. */
export const openShippedEnricher = once(async () => {
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  const read = createReader(knowledge, lexicons)
  const enrich = (article: ArticleText) => read(article).enrichment
  const tickers = new Map(knowledge.assets.map(({ id, ticker }) => [id, ticker]))
  const directionsOf = (title: string) =>
    new Map(enrich({ title }).impacts.map(({ assetId, direction }) => [tickers.get(assetId) ?? '', direction]))
  return { knowledge, lexicons, read, enrich, directionsOf }
})

import { once } from '../../src/core/once.pure.ts'
import { createEnricher } from '../../src/enrichment/enrich.pure.ts'
import type { AssetImpact } from '../../src/enrichment/vocabulary/verdict.pure.ts'
import { readKnowledge } from '../../src/impact/knowledge.source.ts'
import { readLexicons } from '../../src/impact/lexicon/lexicon.source.ts'

/** What the rules say, however sure they are: the cut-off moves with every calibration. Tests of one worker share it. */
export const openUncutEnricher = once(async () => {
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  const enrich = createEnricher(knowledge, { ...lexicons, confidence: { ...lexicons.confidence, cutOff: 0 } })
  const tickerOf = new Map(knowledge.assets.map(({ id, ticker }) => [id, ticker]))
  /** Impacts of a headline by ticker. */
  const impactsOf = (title: string): ReadonlyMap<string, AssetImpact> =>
    new Map(enrich({ title }).impacts.map((impact) => [tickerOf.get(impact.assetId) ?? '', impact]))
  return { knowledge, enrich, impactsOf }
})

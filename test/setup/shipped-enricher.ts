import { createEnricher } from '../../src/enrichment/enrich.pure.ts'
import { readKnowledge } from '../../src/impact/knowledge.source.ts'
import { readLexicons } from '../../src/impact/lexicon/lexicon.source.ts'

/** Opens the enricher with all that ships, and what gives the direction by ticker of whom a headline moves. */
export async function openShippedEnricher() {
  const knowledge = await readKnowledge()
  const enrich = createEnricher(knowledge, await readLexicons())
  const tickers = new Map(knowledge.assets.map(({ id, ticker }) => [id, ticker]))
  const directionsOf = (title: string) =>
    new Map(enrich({ title }).impacts.map(({ assetId, direction }) => [tickers.get(assetId) ?? '', direction]))
  return { enrich, directionsOf }
}

import { openCatalog } from '../catalog/catalog.ts'
import { loadReference } from '../catalog/reference/reference.ingest.ts'
import { systemClock } from '../core/time/clock.ts'
import { dayOfMs } from '../core/time/day.pure.ts'
import { computeDistributions, writeDistributions } from '../demo/demo-distribution.ts'
import { reloadDemoMacro } from '../demo/demo-macro.ingest.ts'
import { reloadDemoMarket } from '../demo/demo-market.ingest.ts'
import { reloadDemoNews } from '../demo/demo-news.ingest.ts'
import { reloadDemoOptions } from '../demo/demo-option.ingest.ts'
import { reloadDemoPositions } from '../demo/demo-positioning.ingest.ts'
import type { DemoMarketSize, DemoNewsSize } from '../demo/demo-size.ts'
import { reloadDemoStatements } from '../demo/demo-statement.ingest.ts'
import { openEnricher } from '../impact/enricher.ts'
import { openMarket } from '../market/market.ts'
import { withProgress } from './progress.ts'

/** Replaces all parts of the demo by new ones that end now; returns what was loaded, for programs and in words. */
export async function reloadDemo(
  marketSize: DemoMarketSize,
  newsSize: DemoNewsSize,
): Promise<{ readonly result: object; readonly words: string }> {
  const { seed, years, listings } = marketSize
  await loadReference()
  await Promise.all([openCatalog(null), openEnricher(null)])
  const { market, statements, positions, options, macro, news } = await withProgress(async (onProgress) => ({
    market: await reloadDemoMarket(systemClock, marketSize, onProgress),
    statements: await reloadDemoStatements(systemClock, seed, listings, onProgress),
    positions: await reloadDemoPositions(systemClock, seed),
    options: await reloadDemoOptions(systemClock, seed),
    macro: await reloadDemoMacro(systemClock, seed),
    news: await reloadDemoNews(systemClock, newsSize, onProgress),
  }))
  await openMarket(null)
  const distributions = computeDistributions(dayOfMs(systemClock.now()), statements.ratios)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const words = `${market.inserted} demo bars of ${years} years loaded in ${seconds(market.elapsed_ms)}
${statements.summary.inserted} demo periods of statements loaded in ${seconds(statements.summary.elapsed_ms)}
${positions.inserted} demo reports of positions loaded in ${seconds(positions.elapsed_ms)}
${options.inserted} demo sessions of options loaded in ${seconds(options.elapsed_ms)}
${macro.inserted} demo series of macro data loaded in ${seconds(macro.elapsed_ms)}
${news.inserted} demo articles of ${newsSize.days} days loaded in ${seconds(news.elapsed_ms)}

${writeDistributions(distributions)}`
  return { result: { market, statements: statements.summary, positions, options, macro, news, distributions }, words }
}

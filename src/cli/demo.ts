import '../core/env-file.ts'

import { openCatalog } from '../catalog/catalog.ts'
import { loadReference } from '../catalog/reference/reference.ingest.ts'
import { systemClock } from '../core/time/clock.ts'
import { dayOfMs } from '../core/time/day.pure.ts'
import { computeDistributions, writeDistributions } from '../demo/demo-distribution.ts'
import { reloadDemoMacro } from '../demo/demo-macro.ingest.ts'
import { DEMO_MARKET, reloadDemoMarket } from '../demo/demo-market.ingest.ts'
import { DEMO_NEWS, reloadDemoNews } from '../demo/demo-news.ingest.ts'
import { reloadDemoOptions } from '../demo/demo-option.ingest.ts'
import { reloadDemoPositions } from '../demo/demo-positioning.ingest.ts'
import { reloadDemoStatements } from '../demo/demo-statement.ingest.ts'
import { openEnricher } from '../impact/enricher.ts'
import { openMarket } from '../market/market.ts'
import { newCommand, runCommand, UsageError, withDatabase } from './command.ts'
import { showProgress } from './progress.ts'

const command = newCommand(
  'demo',
  'Replaces the demo market, statements, positions, options, macro data and news by new ones that end now; data of your own stays.',
  'demo -- --days 30 --articles 1000',
)
  .option(
    '--listings <n>',
    'listings with prices; more than exist are made up (default: all)',
    whole('listings', 1, 99_999),
  )
  .option('--years <n>', 'years of daily bars', whole('years', 1, 40), DEMO_MARKET.years)
  .option('--seed <n>', 'the same seed gives the same data', whole('seed', 0, 2 ** 31 - 1), DEMO_NEWS.seed)
  .option('--days <n>', 'days of news', whole('days', 1, 3_650), DEMO_NEWS.days)
  .option('--articles <n>', 'articles in these days', whole('articles', 0, 200_000), DEMO_NEWS.articles)
  .option('--json', 'print the result as JSON')
  .action(({ listings = null, years, seed, days, articles, json }) =>
    withDatabase(async () => {
      await loadReference()
      await Promise.all([openCatalog(null), openEnricher(null)])
      const progress = showProgress()
      const market = await reloadDemoMarket(systemClock, { seed, years, listings }, progress.update)
      const statements = await reloadDemoStatements(systemClock, seed, listings, progress.update)
      const positions = await reloadDemoPositions(systemClock, seed)
      const options = await reloadDemoOptions(systemClock, seed)
      const macro = await reloadDemoMacro(systemClock, seed)
      const news = await reloadDemoNews(systemClock, { seed, days, articles }, progress.update)
      progress.end()
      await openMarket(null)
      const distributions = computeDistributions(dayOfMs(systemClock.now()), statements.ratios)
      const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
      const words = `${market.inserted} demo bars of ${years} years loaded in ${seconds(market.elapsed_ms)}
${statements.summary.inserted} demo periods of statements loaded in ${seconds(statements.summary.elapsed_ms)}
${positions.inserted} demo reports of positions loaded in ${seconds(positions.elapsed_ms)}
${options.inserted} demo sessions of options loaded in ${seconds(options.elapsed_ms)}
${macro.inserted} demo series of macro data loaded in ${seconds(macro.elapsed_ms)}
${news.inserted} demo articles of ${days} days loaded in ${seconds(news.elapsed_ms)}

${writeDistributions(distributions)}`
      const result = { market, statements: statements.summary, positions, options, macro, news, distributions }
      process.stdout.write(`${json ? JSON.stringify(result) : words}\n`)
    }),
  )

await runCommand(command)

/** Parses a whole number from `least` to `most`. */
function whole(name: string, least: number, most: number): (given: string) => number {
  return (given) => {
    const number = Number(given)
    if (/^\d{1,10}$/.test(given) && number >= least && number <= most) return number
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}; "${given}" was given.`)
  }
}

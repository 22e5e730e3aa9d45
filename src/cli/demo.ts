import '../core/env-file.ts'

import { systemClock } from '../core/clock.ts'
import { DEMO_MARKET, reloadDemoMarket } from '../demo/demo-market.ingest.ts'
import { DEMO_NEWS, reloadDemoNews } from '../demo/demo-news.ingest.ts'
import { openEnricher } from '../enrichment/enricher.ts'
import { openCatalog } from '../listing/catalog.ts'
import { loadReference } from '../listing/reference.ingest.ts'
import { readOptions, runCommand, UsageError, withDatabase } from './command.ts'
import { showProgress } from './progress.ts'

const USAGE = `usage: npm run demo -- [--listings N] [--years Y] [--seed S] [--days D] [--articles N] [--json]
       Takes the demo market and news out and loads them anew, up to now; what is not of the demo stays. Defaults: every listing, ${DEMO_MARKET.years} years, seed ${DEMO_NEWS.seed}, ${DEMO_NEWS.days} days, ${DEMO_NEWS.articles} articles`

await runCommand(async (args) => {
  const { values, positionals } = readOptions(
    args,
    {
      listings: { type: 'string' },
      years: { type: 'string' },
      seed: { type: 'string' },
      days: { type: 'string' },
      articles: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    USAGE,
  )
  if (positionals.length > 0) throw new UsageError(USAGE)
  const size = {
    seed: whole('seed', values.seed, DEMO_NEWS.seed, 0, 2 ** 31 - 1),
    days: whole('days', values.days, DEMO_NEWS.days, 1, 3_650),
    articles: whole('articles', values.articles, DEMO_NEWS.articles, 0, 200_000),
  }
  const market = {
    seed: size.seed,
    years: whole('years', values.years, DEMO_MARKET.years, 1, 40),
    listings: values.listings === undefined ? null : whole('listings', values.listings, 0, 1, 99_999),
  }
  return withDatabase(async () => {
    await loadReference()
    await Promise.all([openCatalog(null), openEnricher(null)])
    const progress = showProgress()
    const prices = await reloadDemoMarket(systemClock, market, progress.update)
    const summary = await reloadDemoNews(systemClock, size, progress.update)
    progress.end()
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    const words = `${prices.inserted} demo bars of ${market.years} years loaded in ${seconds(prices.elapsed_ms)}
${summary.inserted} demo articles of ${size.days} days loaded in ${seconds(summary.elapsed_ms)}`
    process.stdout.write(`${values.json ? JSON.stringify({ market: prices, news: summary }) : words}\n`)
    return 0
  })
})

function whole(name: string, given: string | undefined, standard: number, least: number, most: number): number {
  if (given === undefined) return standard
  const number = Number(given)
  if (/^\d{1,10}$/.test(given) && number >= least && number <= most) return number
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}; "${given}" was given.\n${USAGE}`)
}

import '../core/env-file.ts'

import { DEMO_MARKET, DEMO_NEWS } from '../demo/demo-size.ts'
import { newCommand, runCommand, UsageError, withDatabase } from './command.ts'

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
      // Imported when it is certain to be needed: it takes longer than help or a refusal.
      const { reloadDemo } = await import('./reload-demo.ts')
      const load = await reloadDemo({ seed, years, listings }, { seed, days, articles })
      process.stdout.write(`${json ? JSON.stringify(load.result) : load.words}\n`)
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

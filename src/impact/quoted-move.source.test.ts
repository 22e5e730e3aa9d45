import { expect, test } from 'vitest'
import { openShippedEnricher } from '../../test/setup/shipped-enricher.ts'

const { knowledge, enrich } = await openShippedEnricher()
const idOf = new Map(knowledge.assets.map(({ ticker, id }) => [ticker, id]))

const COMPANIES = { Siemens: 'SIE.XETRA', Nike: 'NKE.US', Pfizer: 'PFE.US', 'Rio Tinto': 'RIO.LSE' }
const COMMODITIES = { Oil: 'BRENT.COMM', Gold: 'GOLD.COMM', Wheat: 'WHEAT.COMM', 'Iron ore': 'IRONORE.COMM' }

const FALLS = ['falls', 'slides', 'drops', 'retreats', 'loses ground', 'shares fall', 'shares hit one-year low']
const RISES = ['rises', 'gains', 'rebounds', 'rallies', 'shares rise', 'stock jumps']
const BAD_FOR_COMPANIES = [
  ...['on weak outlook', 'on profit warning', 'as outlook disappoints', 'after sales miss', 'as demand weakens'],
  ...['on price cut', 'on price war fears', 'on recall', 'after strike vote', 'as tariffs loom', 'on chip shortage'],
  ...['on higher costs', 'after regulator rejects application', 'after losing contract', 'after data breach'],
  ...['after antitrust probe', 'on delay to launch', 'after failed trial', 'on export curbs', 'after plant fire'],
]
const GOOD_FOR_COMPANIES = [
  ...['on strong outlook', 'after upbeat forecast', 'after sales beat', 'as demand recovers', 'on price increases'],
  ...['as strike ends', 'on tariff relief', 'as chip shortage eases', 'on lower costs', 'after winning contract'],
  ...['after regulator approves sale', 'as orders surge', 'after successful trial', 'as plant reopens'],
  ...['as worries over tariffs ease', 'as probe is dropped', 'on takeover interest', 'after job cuts'],
]

const PRICES_FALL = ['falls', 'slides', 'retreats', 'prices fall', 'futures drop']
const PRICES_RISE = ['rises', 'gains', 'rebounds', 'prices rise', 'futures jump']
const BAD_FOR_PRICES = [
  'on demand worries',
  'as supply grows',
  'as stocks build',
  'on hopes for truce',
  'as strike ends',
]
const GOOD_FOR_PRICES = ['on supply worries', 'as stocks fall', 'on fears of war', 'as mine shuts', 'after export ban']

/** Headlines of all names, verbs and causes, with the direction of the name in each. */
function readAll(names: Readonly<Record<string, string>>, verbs: readonly string[], causes: readonly string[]) {
  return Object.entries(names).flatMap(([name, ticker]) =>
    verbs.flatMap((verb) =>
      causes.map((cause) => {
        const title = `${name} ${verb} ${cause}`
        const impact = enrich({ title }).impacts.find(({ assetId }) => assetId === idOf.get(ticker))
        return { title, direction: impact?.direction }
      }),
    ),
  )
}

test.each([
  ['fall', 'neg', COMPANIES, FALLS, BAD_FOR_COMPANIES],
  ['rise', 'pos', COMPANIES, RISES, GOOD_FOR_COMPANIES],
  ['fall', 'neg', COMMODITIES, PRICES_FALL, BAD_FOR_PRICES],
  ['rise', 'pos', COMMODITIES, PRICES_RISE, GOOD_FOR_PRICES],
])('what is told to %s is %s, whatever moves it', (_, direction, names, verbs, causes) => {
  expect(readAll(names, verbs, causes).filter((one) => one.direction !== direction)).toEqual([])
})

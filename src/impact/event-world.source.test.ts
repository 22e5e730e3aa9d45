import { beforeAll, describe, expect, test } from 'vitest'
import { createEnricher } from '../enrichment/enrich.pure.ts'
import { readKnowledge } from './knowledge.source.ts'
import { readLexicons } from './lexicon.source.ts'

let directionOf: (title: string, ticker: string) => string | undefined

beforeAll(async () => {
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  // What the rules say, however sure they are: the cut-off moves with every calibration.
  const enrich = createEnricher(knowledge, { ...lexicons, confidence: { ...lexicons.confidence, cutOff: 0 } })
  const tickerOf = new Map(knowledge.assets.map(({ id, ticker }) => [id, ticker]))
  directionOf = (title, ticker) =>
    enrich({ title }).impacts.find(({ assetId }) => tickerOf.get(assetId) === ticker)?.direction
}, 60_000)

/** Headlines that say the same of one asset, whoever and wherever it is told of. */
const READINGS: readonly (readonly [
  guarantee: string,
  ticker: string,
  direction: string,
  titles: readonly string[],
])[] = [
  [
    'talks on cuts that fail free all to pump, and so do members that leave or pump above quota',
    'BRENT.COMM',
    'neg',
    [
      'Vienna talks collapse and Saudi Arabia vows to pump at will',
      'Doha meeting on oil output freeze collapses',
      'Saudi-Russian pact on oil supply unravels',
      'Angola quits OPEC over output quota',
      'Ecuador to leave OPEC in January',
      'UAE pumps well above its OPEC+ target',
      'OPEC+ adherence to output curbs weakens as Kazakhstan overproduces',
      'Riyadh rules out further cuts to prop up prices',
    ],
  ],
  [
    'output that comes back later, or less of it than was awaited, lifts the price',
    'BRENT.COMM',
    'pos',
    [
      'OPEC+ nations postpone unwinding of cuts',
      'Producers put back planned output increase to January',
      'OPEC+ boost falls short of expectations',
      'OPEC+ talks on supply increase break down, no deal on August output',
    ],
  ],
  [
    'sellers set the price of crude by what they ask of buyers under contract',
    'DUBAI.COMM',
    'neg',
    [
      'Aramco slashes official selling prices to Asia by $6 a barrel',
      'ADNOC cuts selling price of Murban crude',
      'Kuwait trims official selling prices for Asia',
    ],
  ],
  [
    'a plan for less capacity costs those who serve oil fields',
    'SLB.US',
    'neg',
    [
      'Aramco scraps plan to raise oil capacity to 13 million bpd',
      'Saudi Arabia tells Aramco to halt capacity expansion',
    ],
  ],
  [
    'buyers who turn away from what others ban keep it off the market',
    'BRENT.COMM',
    'pos',
    [
      'Sinopec cancels Russian cargoes after US blacklists Rosneft',
      'Chinese independent refiners shun Iranian oil after US sanctions on terminal',
      'Indian banks refuse payments for Russian oil',
    ],
  ],
  [
    'buyers who turn to it bring it onto the market',
    'BRENT.COMM',
    'neg',
    [
      'Indian refiners book first Urals cargoes in two months as discounts outweigh sanctions fear',
      'Chinese teapots return to Iranian crude as discount widens',
    ],
  ],
  [
    'who is taken off a blacklist gains',
    '1810.HK',
    'pos',
    [
      'Xiaomi taken off Pentagon blacklist after court fight',
      'Pentagon removes Xiaomi from list of Chinese military companies',
    ],
  ],
  [
    'who loses leave to sell loses',
    'INTC.US',
    'neg',
    [
      'Intel, Qualcomm stripped of licences to supply Huawei with laptop and handset chips',
      'US revokes Qualcomm and Intel licences to sell to Huawei',
    ],
  ],
  [
    'a pay deal ends the threat of a strike',
    'COPPER.COMM',
    'neg',
    [
      "Union at Escondida signs wage accord, removing strike threat at world's No. 1 copper mine",
      'Escondida workers accept pay deal',
    ],
  ],
  ['and one that is refused does not', 'COPPER.COMM', 'pos', ['Las Bambas union rejects wage offer, votes to strike']],
  [
    'a duty beside what it was is lower',
    '7203.JP',
    'pos',
    ['Japan secures 15% auto tariff in trade deal with Trump, down from 25%'],
  ],
  [
    'both sides of a bargain on tariffs are read',
    '1211.HK',
    'pos',
    [
      'Ottawa and Beijing strike truce: canola duties go, EV tariff eased',
      'China drops canola duties as Canada cuts EV tariff',
    ],
  ],
  [
    'a storm moves who sells repairs where it is',
    'GNRC.US',
    'pos',
    ['Hurricane Milton slams into Florida as category 3 storm', 'Texas ice storm knocks out power to millions'],
  ],
  [
    'a plant that burns is no rule of its country: others there gain',
    'LNG.US',
    'pos',
    ['Freeport fire at Texas LNG plant halts exports'],
  ],
  [
    'what befalls a mine befalls its named owner, whatever else is said beside the name',
    'FM.TO',
    'neg',
    ["Cobre Panama ordered shut by president after court voids First Quantum's contract"],
  ],
  [
    'a strike over wages is a strike',
    'PLATINUM.COMM',
    'pos',
    ['Platinum miners at Sibanye and Impala begin wage strike in Rustenburg'],
  ],
  [
    'overnight rates move with those of their country',
    'TONA.MM',
    'pos',
    ['Bank of Japan raises rates to 17-year high'],
  ],
  [
    'a lost lead is lost, whoever sells the brand abroad',
    'ABI.BR',
    'neg',
    ['Bud Light loses top spot in US beer market to Modelo'],
  ],
]

describe.each(READINGS)('%s', (_, ticker, direction, titles) => {
  test.each(titles)('%s', (title) => {
    expect(directionOf(title, ticker)).toBe(direction)
  })
})

describe('a policy on output that stays', () => {
  test.each([
    'Ministerial panel leaves OPEC+ policy unchanged, as widely expected',
    'OPEC+ panel sticks to current oil output policy',
    'JMMC makes no change to OPEC+ production plan',
  ])('%s moves no price', (title) => {
    expect(['pos', 'neg']).not.toContain(directionOf(title, 'BRENT.COMM'))
  })
})

describe('what nobody says anything of', () => {
  test.each([
    ["Vietnam's VinFast delays US factory to 2028", 'LNG_JKM.COMM'],
    ['Baltimore bridge collapse shuts port', 'ADANIPORTS.NSE'],
    ['Woolworths strike empties shelves at Australian supermarkets', 'WMT.US'],
    ['Codelco and SQM seal lithium deal', 'COPPER.COMM'],
    ['SoftBank sells Nvidia stake', 'NVDA.US'],
    ['Alibaba to invest 380 billion yuan in AI infrastructure', '2057.HK'],
    ['Baht strengthens to four-month high on gold inflows', 'GOLD.COMM'],
    ['Mitsubishi Heavy to double capacity as nuclear reactor demand surges', '7013.JP'],
  ])('%s: no direction of %s', (title, ticker) => {
    expect(['pos', 'neg']).not.toContain(directionOf(title, ticker))
  })
})

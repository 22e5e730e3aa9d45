import { beforeAll, expect, test } from 'vitest'
import { openUncutEnricher } from '../../test/setup/uncut-enricher.ts'

let reasonOf: (title: string, ticker: string, text?: string) => string | undefined

beforeAll(async () => {
  const { enrich, impactsOf, knowledge } = await openUncutEnricher()
  const idOf = new Map(knowledge.assets.map(({ id, ticker }) => [ticker, id]))
  reasonOf = (title, ticker, text) =>
    text === undefined
      ? impactsOf(title).get(ticker)?.rationale
      : enrich({ title, text }).impacts.find(({ assetId }) => assetId === idOf.get(ticker))?.rationale
})

test.each([
  ['ANZ quarterly profit falls 16.6% as loan losses rise', 'ANZ.AU', /earns less/],
  ['London court holds BHP responsible for Mariana dam collapse', 'BHP.AU', /legal/],
  ['Kratos Defense reports breakthrough in drone technology', 'KTOS.US', /technology/],
  ['Aldar Properties rises as worries over Public Investment Fund ease', 'ALDAR.ADX', /stock exchange/],
])('the reason is that of the verb: %s', (title, ticker, reason) => {
  expect(reasonOf(title, ticker)).toMatch(reason)
})

test('what happened before is no reason', () => {
  const reason = reasonOf('Boeing hands over first 737 MAX to China since tariff truce', 'SAF.PA')
  expect(reason ?? '').not.toMatch(/tariff advantage/)
})

test('the reason names the event, not the words', () => {
  expect(reasonOf('Fire halts Escondida', 'COPPER.COMM')).toMatch(/^Supply of copper shrinks/)
})

test.each([
  [
    'an event of which only the sign is known',
    'SentinelOne unveils AI tool to hunt hackers faster',
    'S.US',
    /something new/,
  ],
  ['tariffs that others bear', 'Vulcan Materials gains as tariffs on rivals take effect', 'VMC.US', /trade policy/],
  ['jobs that are cut', 'Amazon sheds 14,000 corporate roles as AI reshapes work', 'AMZN.US', /^Amazon loses/],
  ['points that are lost', 'Nvidia sheds 40 points', 'NVDA.US', /stock exchange/],
  ['boards of copper', 'Trade tensions disrupt printed circuit board business of Unimicron', '3037.TW', /tensions/],
  [
    'a vehicle that is launched',
    'Trade tensions unsettle launch vehicle business of Rocket Lab',
    'RKLB.US',
    /in trade/,
  ],
  [
    'data that are lost',
    'Coupang CEO apologises for data breach affecting 34 million accounts',
    'CPNG.US',
    /lost data/,
  ],
  ['a trial before judges', 'Qualcomm beats Arm in chip licensing trial', 'QCOM.US', /legal/],
  ['a product that comes late', 'Autodesk delays new AutoCAD on technical problems', 'ADSK.US', /held up/],
  [
    'fees that others may earn',
    'Morgan Stanley reports 3.3% rise in quarterly profit on higher fee income',
    'GS.US',
    /earns its money in the same way/,
  ],
])('the reason is true of %s', (_, title, ticker, reason) => {
  expect(reasonOf(title, ticker)).toMatch(reason)
})

test('a good that is named for what it helps with is no partner', () => {
  const title = 'Collaboration software demand to grow 7% this year, report says'
  const text = 'Demand for collaboration software will grow. Microsoft and ServiceNow stand to benefit.'
  expect(reasonOf(title, 'NOW.US', text)).toMatch(/sells more/)
})

test('"won" behind a company is no currency', () => {
  const title = 'SoftBank Group wins regulatory approval for expansion'
  const text = 'SoftBank Group won regulatory approval for its expansion after two years of review.'
  expect(reasonOf(title, '9984.JP', text)).toBeDefined()
  expect(reasonOf(title, 'USDKRW.FX', text)).toBeUndefined()
})

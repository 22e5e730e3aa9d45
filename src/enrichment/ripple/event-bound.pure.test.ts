import { expect, test } from 'vitest'
import { openShippedEnricher } from '../../../test/setup/shipped-enricher.ts'

const { knowledge, enrich } = await openShippedEnricher()
const tickers = new Map(knowledge.assets.map(({ id, ticker }) => [id, ticker]))
const countries = new Map(knowledge.assets.map(({ id, country }) => [id, country]))
const values = new Map(knowledge.assets.map(({ id, marketCapUsd }) => [id, marketCapUsd ?? 0]))

const unnamedOf = (title: string) => enrich({ title }).impacts.filter(({ hop }) => hop > 0)
const tickersOf = (title: string) => unnamedOf(title).map(({ assetId }) => tickers.get(assetId))

test('an order worth less than a thousandth of a company moves no company beside the winner, a large one does', () => {
  const small = unnamedOf('Rolls-Royce wins $45 million engine order from Spain')
  expect(small.filter(({ assetId }) => (values.get(assetId) ?? 0) > 45e9)).toEqual([])
  expect(tickersOf('Rolls-Royce wins $4.5 billion engine order from Spain')).toContain('GE.US')
})

test('what is sold only at home brings nobody abroad buyers', () => {
  const rivals = unnamedOf('Strike halts Loblaw operations')
  expect(rivals.length).toBeGreaterThan(0)
  expect(new Set(rivals.map(({ assetId }) => countries.get(assetId)))).toEqual(new Set(['CA']))
})

test('known rivals abroad are reached', () => {
  expect(tickersOf('Nationwide Optus outage leaves 10 million Australians offline')).toContain('TLS.AU')
})

test('export controls that keep a company from its buyers help only those at home there', () => {
  const moved = unnamedOf('Export controls bar Applied Materials from selling to customers in China')
  const gaining = moved.filter(({ direction }) => direction === 'pos').map(({ assetId }) => countries.get(assetId))
  expect(gaining.filter((country) => country !== 'CN')).toEqual([])
})

test('what a company sells in one country moves nobody who is at home elsewhere, unless all sell there', () => {
  expect(tickersOf('Shell quarterly profit falls 7% on weak demand in India')).not.toContain('WG.LSE')
  expect(tickersOf('Genuine Parts quarterly profit drops 34% on weak demand in Asia')).not.toContain('AZO.US')
  expect(tickersOf('BMW warns profit will miss on weak China sales')).toContain('MBG.XETRA')
})

test('aid in dollars goes to those who are at home in the United States where no country is named', () => {
  const aided = unnamedOf('Government backs shipbuilding sector with $2.0 billion of subsidies')
  expect(new Set(aided.map(({ assetId }) => countries.get(assetId)))).toEqual(new Set(['US']))
})

test('aid for a trade goes to those whose main business it is, and to nobody of a wider trade', () => {
  const robotaxis = tickersOf('Government backs robotaxi sector with $1.3 billion of subsidies')
  expect(robotaxis).toContain('UBER.US')
  expect(robotaxis).not.toContain('AMZN.US')
  expect(tickersOf('Government supports herbal medicine sector with $2.7 billion of aid')).toEqual([])
})

test('what is charged online, planned for 2030, or sold by a miner says nothing of others', () => {
  expect(tickersOf('Alibaba raises prices 1.2% as demand holds up')).not.toContain('CPNG.US')
  expect(tickersOf('Exxon freezes low-carbon projects, lifts 2030 earnings plan')).toEqual([])
  expect(tickersOf('Rio Tinto and Baosteel sign multi-year supply agreement')).not.toContain('WEIR.LSE')
})

test('a good that is dear because more of what is made of it is wanted costs its users nothing', () => {
  expect(tickersOf('Iron ore rallies on China steel stimulus hopes')).not.toContain('005490.KO')
  expect(tickersOf('Iron ore rallies on mine outage in Brazil')).toContain('005490.KO')
})

test('sanctions that make a company leave a country free it of nothing and strike no rival', () => {
  const { impacts } = enrich({ title: 'Eni SpA halts business in Russia over sanctions' })
  expect(impacts.filter(({ direction }) => direction === 'pos')).toEqual([])
})

test('a share sale is no cut of prices, and an insurer that pays claims is no storm', () => {
  expect(tickersOf('Severn Trent to raise $20 million in discounted share sale to cut debt')).toEqual([])
  expect(tickersOf('Chubb quarterly profit falls 13% on storm claims')).not.toContain('HD.US')
})

test('market share won from a named rival moves no third company', () => {
  const { impacts } = enrich({ title: 'Netflix takes market share from Comcast' })
  const moves = impacts.map(({ assetId, direction }) => [tickers.get(assetId), direction])
  expect(moves).toEqual(
    expect.arrayContaining([
      ['NFLX.US', 'pos'],
      ['CMCSA.US', 'neg'],
    ]),
  )
  expect(tickersOf('Netflix takes market share from Comcast')).not.toContain('GOOG.US')
})

test('who buys a commodity is never told to make it', () => {
  const milk = unnamedOf('Milk futures drop 1.4% on glut')
  const dairy = milk.find(({ assetId }) => tickers.get(assetId) === 'SAP.TO')
  expect([dairy?.direction, dairy?.steps.at(-1)?.relation]).toEqual(['pos', 'input'])
})

test('a yield that rises with inflation means higher rates', () => {
  const { impacts } = enrich({ title: '30-year gilt yield rises 9 basis points as inflation heats up' })
  const moves = new Map(impacts.map(({ assetId, direction }) => [tickers.get(assetId), direction]))
  expect([moves.get('GB-30Y.GB'), moves.get('GB-10Y.GB'), moves.get('TW.LSE')]).toEqual(['pos', 'pos', 'neg'])
})

test('a company of the same industry class with another business is no peer, a known rival is', () => {
  const peers = tickersOf('Enphase cuts full-year outlook, warns of weak demand')
  expect(peers).toContain('SEDG.US')
  expect(peers).not.toContain('AVGO.US')
})

test('costs that a company blames without naming them weaken the outlook of nobody else', () => {
  const reasonsOf = (title: string) => unnamedOf(title).map(({ rationale }) => rationale)
  const outlook = /is in the same business as .+, whose outlook weakens/
  expect(
    reasonsOf('Delta Air Lines cuts full-year outlook on higher costs').filter((one) => outlook.test(one)),
  ).toEqual([])
  expect(reasonsOf('Delta Air Lines cuts full-year outlook on tariffs').some((one) => outlook.test(one))).toBe(true)
})

test('demand for a part of a trade moves who sells that part, and not what the whole is made of', () => {
  const moved = tickersOf('Rental housing demand weakens, survey shows')
  expect(moved).toContain('EQR.US')
  expect(moved.filter((ticker) => ticker === 'LEN.US' || ticker?.endsWith('.COMM'))).toEqual([])
})

test('a slump in demand strikes rivals too', () => {
  const { impacts } = enrich({ title: 'TJX warns of slump in demand for clothing' })
  const rivals = impacts.filter(({ assetId }) => ['ROST.US', 'BURL.US'].includes(tickers.get(assetId) ?? ''))
  expect(rivals.filter(({ direction }) => direction === 'pos')).toEqual([])
})

test('an order of which neither buyer nor product is known is taken from nobody', () => {
  expect(tickersOf('Thales wins contract in Europe')).not.toContain('BA.LSE')
  expect(tickersOf('AT&T picks Ericsson for $14 billion network')).toContain('NOKIA.HE')
})

test('a price that is cut against a named rival is a matter of what both sell', () => {
  const moved = tickersOf('Amazon undercuts Trade Desk')
  expect(moved.filter((ticker) => ticker === 'WMT.US' || ticker === 'LYFT.US')).toEqual([])
})

test('what one product of a company loses is won by those who sell the same', () => {
  const nappies = tickersOf('Procter & Gamble recalls Pampers over a faulty label')
  expect(nappies).toContain('KMB.US')
  expect(nappies).not.toContain('CL.US')
  const jets = tickersOf('Honda recalls HondaJet over engine fault')
  expect(jets).toContain('TXT.US')
  expect(jets).not.toContain('7201.JP')
})

test('who hangs on wires or has a policy goes to nobody else when systems fail', () => {
  const gaining = (title: string) => unnamedOf(title).filter(({ direction }) => direction === 'pos')
  expect(gaining('Duke Energy suffers cyberattack, systems offline')).toEqual([])
  expect(gaining('MGM Resorts suffers cyberattack, systems offline').length).toBeGreaterThan(0)
})

test('a service that fails buys as much as before', () => {
  expect(tickersOf('Outage at Meta leaves users offline')).not.toContain('VRT.US')
  expect(tickersOf('Fire halts production at Intel plant')).toContain('4062.JP')
})

test('a plant that stops or starts again is equipped already', () => {
  expect(tickersOf('Fire halts production at SK Hynix plant')).not.toContain('ASML.AS')
  expect(tickersOf('Intel restarts plant early as supply improves')).not.toContain('KLAC.US')
  expect(tickersOf('Intel to cut 15% of workforce, cancels German fab')).toContain('KLAC.US')
})

test('a shop passes on what its goods cost, and pays for services itself', () => {
  expect(tickersOf('Japan Tobacco raises prices 1.5% while demand holds up')).not.toContain('3382.JP')
  expect(tickersOf('Visa and Mastercard agree to trim swipe fees for US merchants')).toContain('WMT.US')
})

test('an export ban of nobody in particular leaves nobody outside of it', () => {
  expect(tickersOf('Worries over food export ban hurt ADM')).not.toContain('NESN.SW')
})

test('who is ten times as large does not follow the outlook of a small company', () => {
  expect(tickersOf('Lemonade rockets after narrowing loss forecast')).toEqual([])
})

test('what costs more is bought as before, and a mere confirmation is no rise', () => {
  expect(tickersOf('Dominion Energy warns offshore wind project cost has climbed to $11 billion')).not.toContain(
    'ETN.US',
  )
  expect(tickersOf('UnitedHealth medical cost ratio in line, outlook intact')).toEqual([])
})

test('what is sold to another line of the business is not touched', () => {
  expect(tickersOf('Meta scales back smart glasses plans as demand slows')).not.toContain('AVGO.US')
  expect(tickersOf("Broadcom's AI chip backlog disappoints")).toContain('2330.TW')
})

test('who only dabbles in a trade is not moved by its demand', () => {
  const moved = tickersOf('Robotaxi demand to grow 31% this year, study finds')
  expect(moved).toContain('LYFT.US')
  expect(moved).not.toContain('NVDA.US')
})

test('of goods that every maker sells to others only known rivals compete', () => {
  const ofAnimals = tickersOf('Zoetis drug for dogs hits main goal in late-stage trial')
  expect(ofAnimals).toContain('ELAN.US')
  expect(ofAnimals).not.toContain('PFE.US')
  expect(tickersOf('Dassault Systemes launches AI assistant for business customers')).not.toContain('CRM.US')
  const ofNavies = tickersOf('TKMS wins submarine order from Norway')
  expect(ofNavies).toContain('SAAB-B.ST')
  expect(ofNavies).not.toContain('HII.US')
})

test('what is won from a named rival is lost by nobody else, and who supplies both sells no more', () => {
  expect(tickersOf('Ericsson loses AT&T share to Nokia')).not.toContain('0763.HK')
  const moved = tickersOf('Mercedes-Benz cedes China crown to BMW')
  expect(moved).not.toContain('VOW3.XETRA')
  expect(moved).not.toContain('NXPI.US')
  expect(tickersOf("Meta in talks to spend billions on Google's chips")).toContain('NVDA.US')
})

test('a cartel that holds back what it sells harms none of its own', () => {
  for (const title of ['OPEC+ agrees to pause output hikes in first quarter', 'OPEC+ to boost production in July']) {
    expect(tickersOf(title)).toContain('XOM.US')
    expect(tickersOf(title)).not.toContain('2222.SR')
  }
})

test('where one airline is held up those of others fly', () => {
  expect(tickersOf('Heathrow fire disrupts British Airways flights')).not.toContain('EZJ.LSE')
})

test('who buys of a company is no rival of it when it stops', () => {
  const moved = unnamedOf('Explosion halts output at Cummins engine plant')
  const directionsOf = (wanted: string) =>
    moved.flatMap(({ assetId, direction }) => (tickers.get(assetId) === wanted ? [direction] : []))
  expect(directionsOf('2338.HK')).toEqual(['pos'])
  expect(directionsOf('PCAR.US')).not.toContain('pos')
})

test('a product moves those alone who deal in the line it is of, and what is sold to a country nobody elsewhere gets', () => {
  const memory = tickersOf('Parts shortage slows DRAM business, Samsung Electronics says')
  expect(memory).toContain('NVDA.US')
  expect(memory).not.toContain('VZ.US')
  expect(tickersOf('Nvidia to resume chip sales to China')).not.toContain('META.US')
})

test('aid for a good with a price goes to its makers at home', () => {
  const aided = enrich({ title: 'Saudi Arabia backs crude oil sector with $1.5 billion of subsidies' }).impacts
  const found = aided.filter(({ direction }) => direction !== 'ambiguous').map(({ assetId }) => tickers.get(assetId))
  expect(found).toEqual(['2222.SR'])
})

test('a price that a harvest moves is that of the crop that is named', () => {
  expect(tickersOf('Cocoa futures retreat as Ivory Coast rains improve crop outlook')).not.toContain('RUBBER.COMM')
})

import { expect, test } from 'vitest'
import { openShippedEnricher } from '../../test/setup/shipped-enricher.ts'
import { familyOf } from '../enrichment/classify/theme.pure.ts'

const { knowledge, enrich } = await openShippedEnricher()
const nameOf = new Map(knowledge.megatrends.map(({ nodeId, name }) => [nodeId, name]))
const familiesOf = (title: string) => [
  ...new Set(enrich({ title }).megatrends.map(({ nodeId }) => nameOf.get(familyOf(nodeId)))),
]

test.each([
  ['AB Volvo quarterly profit falls on weak demand', 'Cars Trucks and Electric Mobility'],
  ['Reckitt cuts full-year outlook, warns of soft demand', 'Consumer Brands and Luxury'],
  ['Moody’s posts 25% rise in quarterly profit', 'Payments Fintech and Financial Data'],
])('news of a whole company belongs to the one family it lives on most: %s', (title, family) => {
  expect(familiesOf(title)).toEqual([family])
})

test('news of a segment belongs to its theme, whatever else the company does', () => {
  expect(familiesOf('AB Volvo says excavator demand is falling')).toContain('Infrastructure and Construction')
  expect(familiesOf('Reckitt cuts outlook for its consumer health business')).toContain(
    'Healthy Ageing and Health Systems',
  )
})

test('an order of another theme is no business of this one', () => {
  expect(familiesOf('GE Aerospace wins $800 million defence order')).toEqual(['Defence and Geopolitics'])
  expect(familiesOf('GE Aerospace wins $800 million engine order')).toContain('Aviation Travel and Leisure')
})

test('who drops a supplier is not told of its own business', () => {
  expect(familiesOf('Alphabet drops Western Digital as supplier')).not.toContain('Media Gaming and Sports')
})

test('what two companies of different families agree on is no business of either alone', () => {
  expect(familiesOf('Bharti Airtel and Alphabet deepen partnership')).toEqual([])
  expect(familiesOf('Hoya and TSMC expand partnership')).not.toContain('Healthy Ageing and Health Systems')
  expect(familiesOf('Exxon and Chevron expand partnership')).toEqual(['Oil Gas and Coal'])
})

test('what happens to the whole of a conglomerate is no news of one line of it', () => {
  expect(familiesOf('Hitachi cuts full-year guidance, warns of weak demand')).toEqual([])
})

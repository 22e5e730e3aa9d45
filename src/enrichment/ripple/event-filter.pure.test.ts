import { expect, test } from 'vitest'
import { openShippedEnricher } from '../../../test/setup/shipped-enricher.ts'

const { enrich, directionsOf: movesOf } = await openShippedEnricher()
const commoditiesOf = (title: string) => [...movesOf(title).keys()].filter((ticker) => ticker.endsWith('.COMM'))

test('what a country exports is not what a company does there', () => {
  expect(commoditiesOf('American Water quarterly profit falls 3% on weak demand in Europe')).toEqual([])
  expect(commoditiesOf('Export controls bar Oracle from selling to Latin America customers')).toEqual([])
})

test('one company moves the price of what it makes only where it makes much of it', () => {
  expect(movesOf('Vale iron ore output rises 4% in second quarter').get('IRONORE.COMM')).toBe('neg')
  expect(commoditiesOf('Caterpillar invests $190 million in fracking business')).toEqual([])
})

test('an event never moves makers against the price that the title tells', () => {
  const moves = movesOf('Starbucks says higher arabica prices squeeze margins')
  expect([moves.get('COFFEE.COMM'), moves.get('JDEP.AS')]).toEqual(['pos', 'neg'])
})

test('lost data and opinions are no events for others', () => {
  expect([...movesOf('Snowflake reports data breach affecting customers').keys()]).toEqual(['SNOW.US'])
  expect([...movesOf('Analysts raise ABB price target on strong orders').values()]).toEqual(['pos'])
})

test('nothing gets short where the company named is better off, and coins pass no border', () => {
  expect(commoditiesOf('Barrick strikes deal with Mali to end mine standoff')).toEqual([])
  const { impacts } = enrich({ title: 'Ether ETFs draw record inflows' })
  expect(impacts.filter(({ rationale }) => rationale.includes('import'))).toEqual([])
})

test('what a maker earns is no price of what it makes', () => {
  expect(commoditiesOf('Bangchak refinery margins widen')).toEqual([])
  expect(commoditiesOf('Thai Oil shares rebound on refining margin recovery')).toEqual([])
  expect([...movesOf('Evergreen Marine profit sinks as freight rates tumble').keys()]).toContain('MAERSK-B.CO')
})

test('what a rule costs is no price', () => {
  expect([...movesOf('Stricter emission rules to cost Bangchak $67 million, regulator says').keys()]).toEqual([
    'BCP.BK',
  ])
})

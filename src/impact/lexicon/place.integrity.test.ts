import { describe, expect, test } from 'vitest'
import { repeated } from '../../../test/setup/repeated.ts'
import { readReference } from '../../catalog/reference/reference.source.ts'
import { PLACE_KINDS, type Place, type PlaceKind } from '../../enrichment/vocabulary/place.pure.ts'
import { readPlaces } from './place.source.ts'

const places = readPlaces()
const [listings, aliases, relations] = await Promise.all([
  readReference('listing'),
  readReference('alias'),
  readReference('relation'),
]).then((kinds) => [kinds[0].rows, kinds[1].rows, kinds[2].rows] as const)
const typeOf = new Map(listings.map(({ ticker, type }) => [ticker, type]))

/** Spellings are compared as the press would mix them up: without regard to case and accents. */
const folded = (spelling: string) => spelling.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const foldedSpellings = (place: Place) => [...new Set(place.spellings.map(folded))]
const placeNames = (wrong: readonly Place[]) => wrong.map(({ name }) => name)

describe('listings of places', () => {
  test('what a place makes and carries are commodities', () => {
    const goods = places.flatMap(({ name, makes, carries }) => [...makes, ...carries].map((id) => ({ name, id })))
    expect(goods.filter(({ id }) => typeOf.get(id) !== 'commodity')).toEqual([])
  })

  test('owners and users are companies of the shipped universe', () => {
    const companies = places.flatMap(({ name, owners, users }) => [...owners, ...users].map((id) => ({ name, id })))
    expect(companies.filter(({ id }) => typeOf.get(id) !== 'stock')).toEqual([])
  })

  test('a company of several lines is given by its primary one', () => {
    const secondLines = new Set(relations.filter(({ type }) => type === 'line').map(({ target }) => target))
    expect(secondLines.size).toBeGreaterThan(0)
    const isSecond = (id: string) => secondLines.has(id)
    expect(placeNames(places.filter(({ owners, users }) => [...owners, ...users].some(isSecond)))).toEqual([])
  })

  test('no listing is given twice, and at most six users', () => {
    const twice = ({ makes, owners, users, carries }: Place) =>
      [makes, carries, [...owners, ...users]].some((ids) => repeated(ids).length > 0)
    expect(placeNames(places.filter(twice))).toEqual([])
    expect(placeNames(places.filter(({ users }) => users.length > 6))).toEqual([])
  })

  test('every place reaches a listing, but for power stations: what they make is no listing', () => {
    const reached = ({ makes, carries, owners, users }: Place) => [...makes, ...carries, ...owners, ...users].length > 0
    expect(placeNames(places.filter((place) => place.kind !== 'power_station' && !reached(place)))).toEqual([])
  })
})

describe('spellings of places', () => {
  test('no two places share one', () => {
    expect(repeated(places.flatMap(foldedSpellings))).toEqual([])
  })

  test('none is written twice or with stray spaces', () => {
    const spellings = places.flatMap((place) => place.spellings)
    expect(repeated(spellings)).toEqual([])
    expect(spellings.filter((spelling) => /^\s|\s$|\s\s/.test(spelling))).toEqual([])
    expect(spellings.filter((spelling) => spelling.length < 3)).toEqual([])
  })

  test('one that is a name or alias of a listing is that of an owner', () => {
    const claims = [
      ...listings.flatMap(({ ticker, name, short_names, former_names }) =>
        [name, ...short_names, ...former_names].map((claim) => ({ claim: folded(claim), ticker })),
      ),
      ...aliases.map(({ alias, ticker }) => ({ claim: folded(alias), ticker })),
    ]
    const holders = Map.groupBy(claims, ({ claim }) => claim)
    const taken = places.flatMap((place) =>
      foldedSpellings(place).flatMap((spelling) =>
        (holders.get(spelling) ?? [])
          .filter(({ ticker }) => !place.owners.includes(ticker))
          .map(({ ticker }) => ({ place: place.name, spelling, ticker })),
      ),
    )
    expect(taken).toEqual([])
  })
})

test('there are many places, some of every kind', () => {
  expect(places.length).toBeGreaterThanOrEqual(800)
  expect([...new Set(places.map(({ kind }) => kind))].sort()).toEqual([...PLACE_KINDS].sort())
})

test('a share is told only where there is something to have a share of', () => {
  const told = places.filter(({ worldSharePct }) => worldSharePct !== undefined)
  expect(told.length).toBeGreaterThan(400)
  // What leaves or passes these need be no commodity: containers, chips, cars.
  const otherGoods: ReadonlySet<PlaceKind> = new Set(['port', 'strait', 'canal', 'fab', 'plant'])
  const hasGoods = ({ kind, makes, carries }: Place) => makes.length + carries.length > 0 || otherGoods.has(kind)
  expect(placeNames(told.filter((place) => !hasGoods(place)))).toEqual([])
})

test.each([
  ['Escondida', { kind: 'mine', country: 'CL', first: 'COPPER.COMM', owner: 'BHP.AU' }],
  ['Hormuz', { kind: 'strait', country: undefined, first: 'BRENT.COMM', owner: undefined }],
  ['Freeport LNG', { kind: 'terminal', country: 'US', first: 'LNG_JKM.COMM', owner: undefined }],
  ['Gruenheide', { kind: 'plant', country: 'DE', first: undefined, owner: 'TSLA.US' }],
  ['Zaporizhia', { kind: 'power_station', country: 'UA', first: undefined, owner: undefined }],
])('%s is read as its row says', (spelling, { kind, country, first, owner }) => {
  const [place] = places.filter(({ spellings }) => spellings.includes(spelling))
  expect(place?.kind).toBe(kind)
  expect(place?.country).toBe(country)
  expect([...(place?.makes ?? []), ...(place?.carries ?? [])][0]).toBe(first)
  expect(place?.owners[0]).toBe(owner)
})

import { expect, test } from 'vitest'
import { isCountryCode } from '../../core/input/country.ts'
import { AREAS, areaOf, SCOPES } from './area.source.ts'

test('each country stands once, by the number in use', () => {
  for (const key of ['iso2', 'iso3', 'code'] as const)
    expect(new Set(AREAS.map((area) => area[key])).size, key).toBe(AREAS.length)
  const codes = ['US', 'DE', 'IN', 'FR', 'CH', 'NO', 'TW'].map((iso) => areaOf(iso)?.code)
  expect(codes).toEqual([842, 276, 699, 251, 757, 579, 490])
  expect(AREAS.filter(({ iso2 }) => !isCountryCode(iso2))).toEqual([])
})

test('groups hold countries that exist, and as many as they have', () => {
  for (const { scope, members } of SCOPES)
    expect([scope, [...members].filter((iso) => !areaOf(iso))]).toEqual([scope, []])
  const sizes = Object.fromEntries(SCOPES.map(({ scope, members }) => [scope, members.size]))
  expect(sizes).toMatchObject({ world: 0, eu: 27, asean: 11, g7: 7, g20: 19, brics: 10, africa: 56, latam: 26 })
})

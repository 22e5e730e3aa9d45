import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { repeated } from '../../../test/setup/repeated.ts'
import { openShippedEnricher } from '../../../test/setup/shipped-enricher.ts'
import { ASSET_TYPES } from '../../catalog/knowledge.pure.ts'
import { readReference } from '../../catalog/reference/reference.source.ts'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'

const { knowledge, lexicons, enrich } = await openShippedEnricher()
const { themes } = lexicons
const { rows: gics } = await readReference('gics')
const industries = new Set<string>([...gics.map(({ code }) => code), ...ASSET_TYPES])

describe('the own business of megatrends', () => {
  test('stands beside the name of its node', () => {
    const names = new Map(knowledge.megatrends.map(({ nodeId, name }) => [nodeId, name]))
    const rows = readShippedRows(
      new URL('../../../prisma/reference/megatrend-business.csv', import.meta.url),
      z.object({ node_id: z.coerce.number(), name: z.string() }),
    )
    expect(rows.filter(({ node_id, name }) => names.get(node_id) !== name)).toEqual([])
  })

  test('is said once of each node, and every family says which news tells of business', () => {
    const ids = themes.businesses.map(({ nodeId }) => nodeId)
    const known = new Set(knowledge.megatrends.map(({ nodeId }) => nodeId))
    expect(repeated(ids)).toEqual([])
    expect(ids.filter((id) => !known.has(id))).toEqual([])
    const families = knowledge.megatrends.filter(({ tier }) => tier === 1).map(({ nodeId }) => nodeId)
    const silent = families.filter(
      (id) => !themes.businesses.some(({ nodeId, newsTypes }) => nodeId === id && newsTypes.length > 0),
    )
    expect(silent).toEqual([])
  })

  test('names industries, asset types and companies of its own core members only', () => {
    const assets = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
    const wrong = themes.businesses.flatMap(({ nodeId, industries: own, companies }) => {
      const core = knowledge.memberships
        .filter((one) => one.nodeId === nodeId && one.exposure === 'core')
        .flatMap(({ assetId }) => assets.get(assetId) ?? [])
      return [
        ...own.filter((code) => !industries.has(code) || !core.some(({ gics, type }) => (gics ?? type) === code)),
        ...companies.filter((ticker) => !core.some((asset) => asset.ticker === ticker)),
      ].map((cell) => `${nodeId} ${cell}`)
    })
    expect(wrong).toEqual([])
  })

  test('of what hurts its members, memberships say who pays and who gains, as their reasons do', () => {
    const hurting = new Set(themes.businesses.flatMap(({ nodeId, hurts }) => (hurts ? [nodeId] : [])))
    const own = knowledge.memberships.filter(({ nodeId }) => hurting.has(nodeId))
    expect(own.length).toBeGreaterThan(200)
    expect(own.filter(({ role }) => role === 'leader' || role === 'infrastructure_provider')).toEqual([])
    const pays =
      /\b(hits?|hurts?|squeez\w+|weighs?|threatens?|faces?|pressures?|exposed to|losses|stolen|weak(er|ens)?|cuts? (jobs|its))\b/i
    const gains = /\b(protected|protects?|gains?|benefits? (from|when)|favou?rs?|helps?|lifts? (American|North))\b/i
    const told = own.map((one) => ({ ...one, isPaid: pays.test(one.reason), isGained: gains.test(one.reason) }))
    expect(told.filter(({ role, isPaid, isGained }) => isPaid && !isGained && role === 'beneficiary')).toEqual([])
    expect(told.filter(({ role, isPaid, isGained }) => isGained && !isPaid && role === 'adopter')).toEqual([])
    expect(told.filter(({ isPaid, isGained }) => isPaid || isGained).length).toBeGreaterThan(80)
  })

  test('words are lower-case and said once of a node, places are keywords or names of theirs', () => {
    const nodes = new Map(knowledge.megatrends.map((node) => [node.nodeId, node]))
    for (const { nodeId, words, places } of themes.businesses) {
      expect(repeated(words), String(nodeId)).toEqual([])
      expect(words.filter((word) => word !== word.toLowerCase())).toEqual([])
      const node = nodes.get(nodeId)
      const spoken = [...(node?.keywords ?? []), node?.name.toLowerCase()]
      expect(places.filter((place) => !spoken.includes(place))).toEqual([])
    }
    expect(repeated(themes.notBusiness)).toEqual([])
  })
})

describe('a story belongs to a theme', () => {
  const namesOf = (title: string, text?: string) => {
    const names = new Map(knowledge.megatrends.map(({ nodeId, name }) => [nodeId, name]))
    return enrich({ title, text }).megatrends.map(({ nodeId }) => names.get(nodeId))
  }

  test.each([
    ['Nvidia posts record data-center revenue', 'AI Accelerators and GPUs'],
    ['TSMC raises capex to $50 billion', 'Leading-Edge Foundry'],
    ['Ford workers go on strike at Kentucky plant', 'Incumbent Carmakers in Transition'],
    ['Delta cancels flights', 'Airlines'],
    ['Amazon cloud growth slows', 'Public Cloud Platforms'],
    ['Samsung Electronics profit jumps on memory chips', 'DRAM and High-Bandwidth Memory'],
    ["FDA approves Pfizer's breast cancer pill", 'Cancer Drugs'],
    ['Gold rises 2% to record', 'Gold'],
  ])('when a core member is named in an event of its business: %s', (title, theme) => {
    expect(namesOf(title)).toContain(theme)
  })

  test.each([
    ['Nvidia sued by investors over disclosure'],
    ['Nvidia shares rise 3%'],
    ["Nvidia's Huang sells shares"],
    ['Boeing fined over 737 documents'],
    ['Tesla CEO steps down'],
    ['Waste Management raises dividend 8%'],
    ['Court dismisses lawsuit against HD Korea Shipbuilding'],
  ])('not when the event is none of its business: %s', (title) => {
    expect(namesOf(title)).toEqual([])
  })

  test.each([
    ['Nvidia gaming revenue falls', 'Gaming', 'AI Accelerators and GPUs'],
    ['Amazon cloud growth slows', 'Public Cloud Platforms', 'Online Marketplaces'],
    [
      'Broadcom unveils security platform against ransomware',
      'Endpoint and Threat Detection',
      'AI Networking and Optics',
    ],
  ])('not when another segment of the company is named: %s', (title, named, other) => {
    expect(namesOf(title)).toContain(named)
    expect(namesOf(title)).not.toContain(other)
  })

  test('not when a brand is named that few members of the theme compete with', () => {
    expect(namesOf('Unilever recalls Knorr over contamination')).not.toContain('Household and Personal Care')
    expect(namesOf('Procter & Gamble recalls Olay over contamination')).toContain('Household Staples')
  })

  test('with what its themes have in common where the whole company is meant', () => {
    expect(namesOf('Pfizer posts 10% rise in quarterly profit')).toEqual(['Biopharma Innovation'])
  })

  test('when its words speak of it, whoever is named', () => {
    expect(namesOf('Chip shortage delays new GPU launches')).toContain('AI Accelerators and GPUs')
    expect(namesOf('Vanguard warns of AI boom')).toContain('Artificial Intelligence')
  })

  test('about a country when the country is the subject, not where something happens', () => {
    expect(namesOf('Brazil 10-year yield falls')).toContain('Gulf and Latin America')
    expect(namesOf('Deere warns of weak demand in Brazil')).not.toContain('Gulf and Latin America')
  })
})

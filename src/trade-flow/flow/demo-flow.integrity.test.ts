import { expect, test } from 'vitest'
import { goodsCodes } from '../hs/code-list.source.ts'
import { areaOf } from './area.source.ts'
import { demoSource } from './demo-world.source.ts'
import type { FlowQuestion } from './flow.pure.ts'

const NOW = Date.UTC(2026, 10, 20)
const [china, germany] = ['CN', 'DE'].map((iso) => areaOf(iso)?.code ?? 0)
const question: FlowQuestion = {
  type: 'goods',
  freq: 'annual',
  reporters: [china ?? 0],
  partners: [0],
  codes: [],
  flows: ['export'],
  periods: ['2025'],
}
const ask = (changes: Partial<FlowQuestion>) => demoSource()({ ...question, ...changes }, NOW)
const sum = (flows: readonly { valueUsd: number }[]) => flows.reduce((all, { valueUsd }) => all + valueUsd, 0)

test('made-up partners add up to the world, chapters to everything, codes to their heading', () => {
  const [world] = ask({})
  const partners = ask({ partners: null }).filter(({ partner }) => partner !== 0)
  expect(sum(partners)).toBe(world?.valueUsd)
  const below = (parent: string) => [...goodsCodes().keys()].filter((code) => code.slice(0, -2) === parent)
  const near = (value: number) => [Math.round(value / 1e4)]
  expect(near(sum(ask({ codes: below('') })))).toEqual(near(world?.valueUsd ?? 0))
  expect(near(sum(ask({ codes: below('8507') })))).toEqual(near(sum(ask({ codes: ['8507'] }))))
})

test('months add up to their year, as far as they are out', () => {
  const months = Array.from({ length: 12 }, (_, at) => `2025${String(at + 1).padStart(2, '0')}`)
  const year = sum(ask({}))
  expect(Math.abs(sum(ask({ freq: 'monthly', periods: months })) - year) / year).toBeLessThan(1e-6)
  expect(ask({ freq: 'monthly', periods: ['202612'] })).toEqual([])
  expect(ask({ periods: ['2026'] })).toEqual([])
})

test('what a partner reports to have bought is a little more than what was sold, and nobody trades with itself', () => {
  const [sold] = ask({ partners: [germany ?? 0] })
  const [bought] = ask({ reporters: [germany ?? 0], partners: [china ?? 0], flows: ['import'] })
  const ratio = (bought?.valueUsd ?? 0) / (sold?.valueUsd ?? 1)
  expect(ratio).toBeGreaterThan(1.02)
  expect(ratio).toBeLessThan(1.13)
  expect(ask({ partners: [china ?? 0] })).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { OPERAND_KEYS } from '../technical/line-key.pure.ts'
import { resolveSignal } from '../technical/resolve-signal.ts'
import { findSignals } from './find-signal.ts'
import { factsOf } from './phrase-facts.pure.ts'
import { slotsOf } from './phrase-slots.pure.ts'
import { compileWords } from './phrase-words.pure.ts'
import { createRuleReader } from './read-rule.ts'
import { SIGNAL_RULES, WORD_GROUPS } from './signal-rule.source.ts'

const { flags, numbers, texts } = factsOf(slotsOf('rsi'))
const LINES = new Set<string>(OPERAND_KEYS)
const facts = new Set([...Object.keys(flags), ...LINES])

test('what a rule asks of a phrase exists: a line, a fact of the phrase, or a group of words', () => {
  const unknown = SIGNAL_RULES.flatMap(({ when }) => when.flat()).filter(({ fact, sign, than = '' }) => {
    if (!sign) return !facts.has(fact) && !WORD_GROUPS.has(fact)
    if (fact === 'price_extreme') return sign !== '=' || !/^(?:lower|higher)_(?:low|high)$/.test(than)
    return !Object.hasOwn(numbers, fact) || (!Object.hasOwn(numbers, than) && Number.isNaN(Number(than)))
  })
  expect(unknown).toEqual([])
  const ways = SIGNAL_RULES.flatMap(({ a, b }) => [a, b]).flatMap((operand) => operand?.ways.slice(0, 1) ?? [])
  expect(ways.filter((way) => !Object.hasOwn(texts, way))).toEqual([])
})

test('every group of words has a name of its own and a rule that reads it', () => {
  const read = new Set(SIGNAL_RULES.flatMap(({ when }) => when.flat().map(({ fact }) => fact)))
  expect([...WORD_GROUPS.keys()].filter((name) => facts.has(name) || !read.has(name))).toEqual([])
})

describe.each(SIGNAL_RULES)('$example', (rule) => {
  const { example, pattern, score } = rule

  test(`is read as ${pattern}, by this rule before all others`, () => {
    const read = createRuleReader(slotsOf(example), WORD_GROUPS)
    const first = SIGNAL_RULES.filter((one) => read(one)).reduce((best, one) => (one.score > best.score ? one : best))
    expect(first).toBe(rule)
    const signal = read(rule)
    expect(signal && resolveSignal(signal).signal).toMatchObject({ pattern })
    expect(findSignals(example, 1).candidates[0]).toMatchObject({ score, signal: { pattern } })
  })
})

test.each([
  ['cross(es|ed)?', ['crosses now', 'it crossed'], ['crossing', 'across']],
  ['turn* (up|down)', ['turning down'], ['return down', 'turn upwards']],
  ['above|>', ['rsi>70', 'above it'], ['aboveboard']],
  ['cross( back| just)* over', ['cross over', 'cross just back over'], ['cross back']],
])('words written %s', (words, found, others) => {
  for (const text of found) expect(compileWords(words).test(text), text).toBe(true)
  for (const text of others) expect(compileWords(words).test(text), text).toBe(false)
})

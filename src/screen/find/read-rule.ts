import type { PatternKey } from '../technical/pattern-key.pure.ts'
import { factsOf, type PhraseFacts } from './phrase-facts.pure.ts'
import type { PhraseSlots } from './phrase-slots.pure.ts'
import type { PhraseTest, RuleOperand, SignalRule } from './signal-rule.source.ts'

/** A signal that a phrase may mean, in the words of a request. */
export interface PhrasedSignal {
  readonly pattern: PatternKey
  readonly a?: string
  readonly b?: string
  readonly forBars?: number
  readonly windowBars?: number
}

/** Reads one phrase by one rule after the other; null where a rule does not fit. */
export function createRuleReader(
  slots: PhraseSlots,
  words: ReadonlyMap<string, RegExp>,
): (rule: SignalRule) => PhrasedSignal | null {
  const facts = factsOf(slots)
  const said = new Map<string, boolean>()
  const says = (name: string): boolean => {
    const known = said.get(name)
    if (known !== undefined) return known
    const found = facts.flags[name] ?? words.get(name)?.test(slots.text) ?? false
    said.set(name, found)
    return found
  }
  const holds = ({ isMeant, fact, sign, than }: PhraseTest): boolean =>
    (sign && than ? compares(facts, fact, sign, than) : says(fact)) === isMeant
  return ({ when, pattern, a, b, bars }) => {
    if (!when.every((tests) => tests.some(holds))) return null
    const operands = { a: a && operandOf(a, facts), b: b && operandOf(b, facts) }
    if (isLacking(a, operands.a) || isLacking(b, operands.b)) return null
    return {
      pattern,
      ...(operands.a ? { a: operands.a } : {}),
      ...(operands.b ? { b: operands.b } : {}),
      ...(bars === 'for' && slots.bars !== null ? { forBars: slots.bars } : {}),
      ...(bars === 'over' && slots.bars !== null ? { windowBars: slots.bars } : {}),
    }
  }
}

function compares({ numbers, texts }: PhraseFacts, fact: string, sign: string, than: string): boolean {
  if (Object.hasOwn(numbers, fact)) {
    const left = numbers[fact] ?? Number.NaN
    const right = numbers[than] ?? Number(than)
    if (sign === '<') return left < right
    if (sign === '>') return left > right
    if (sign === '<=') return left <= right
    return sign === '>=' ? left >= right : left === right
  }
  return sign === '=' && texts[fact] === than
}

/** The first of the ways that the phrase names, else what is given for want of one. */
function operandOf({ ways, otherwise }: RuleOperand, { texts }: PhraseFacts): string | undefined {
  for (const way of ways) if (texts[way] !== undefined) return texts[way]
  return otherwise !== undefined && Object.hasOwn(texts, otherwise) ? undefined : otherwise
}

function isLacking(operand: RuleOperand | null, value: string | null | undefined): boolean {
  return operand !== null && !operand.mayLack && value === undefined
}

import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { PATTERN_KEYS } from '../technical/pattern-key.pure.ts'
import { compileWords } from './phrase-words.pure.ts'

const name = z.string().regex(/^[a-z][a-z0-9_]*$/)

/** Groups of words that say the same. */
export const WORD_GROUPS: ReadonlyMap<string, RegExp> = new Map(
  readShippedRows(
    new URL('../../../prisma/reference/signal-words.csv', import.meta.url),
    z.object({ name, words: z.string().min(1).transform(compileWords) }),
  ).map((group) => [group.name, group.words]),
)

/**
 * Something a phrase has to say, or with `!` must not: a line by its key (`macd`), a fact of `factsOf` (`bars`, `lines<2`,
 * `level>=overbought`) or a group of words.
 */
const test = z
  .string()
  .regex(/^!?[a-z][a-z0-9_]*(?:(?:<=|>=|[<>=])[a-z0-9_]+)?$/)
  .transform((token) => {
    const [, not = '', fact = '', sign, than] =
      /^(!?)([a-z][a-z0-9_]*)(?:(<=|>=|[<>=])([a-z0-9_]+))?$/.exec(token) ?? []
    return { isMeant: not === '', fact, ...(sign && than ? { sign, than } : {}) }
  })
/** What must hold of a phrase, or must not. */
export type PhraseTest = z.output<typeof test>

/**
 * An operand as a rule gives it: a line or level as such, or in `<...>` what the phrase names: the first that is known of several
 * (`<oscillator|rsi14>`), what may be lacking (`<fraction?>`); without it the rule does not fit. Null = the pattern has none.
 */
const operand = z
  .string()
  .regex(/^(?:<[a-z0-9_]+(?:\?|(?:\|[a-z0-9_.]+)*)>|[a-z0-9_.-]*)$/)
  .transform((cell) => {
    if (!cell.startsWith('<')) return cell === '' ? null : { ways: [], otherwise: cell, mayLack: false }
    const [first = '', ...rest] = cell.slice(1, -1).replace('?', '').split('|')
    return { ways: [first, ...rest], otherwise: rest.at(-1), mayLack: cell.endsWith('?>') }
  })
/** An operand that a rule gives. */
export type RuleOperand = NonNullable<z.output<typeof operand>>

/** The ways to read a phrase as a signal, each with how sure it is: of those that fit the surest counts. */
export const SIGNAL_RULES = readShippedRows(
  new URL('../../../prisma/reference/signal-rules.csv', import.meta.url),
  z.object({
    score: z.coerce.number().gt(0).lt(1),
    /** Apart by blanks: all have to hold; where tests are apart by `/`, one of them. */
    when: z
      .string()
      .min(1)
      .transform((cell) => cell.split(' ').map((one) => one.split('/')))
      .pipe(z.array(z.array(test))),
    pattern: z.enum(PATTERN_KEYS),
    a: operand,
    b: operand,
    /** What bars of the phrase are: consecutive ones, those of a change, or nothing. */
    bars: z.enum(['for', 'over', '']),
    /** A phrase that this rule reads before all others. */
    example: z.string().min(1),
  }),
)
/** A way to read a phrase as a signal. */
export type SignalRule = (typeof SIGNAL_RULES)[number]

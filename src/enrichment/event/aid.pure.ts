import type { TokenisedText } from '../text/token.pure.ts'
import { companiesIn, splitCompanyClauses, tickersOf } from './company-clause.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import { applyChain } from './operator-chain.pure.ts'
import { OPERATORS } from './word-class.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

const OTHER = ['tax', 'sanction', 'case', 'inflow', 'flow', 'accuse', 'claim'] as const

/** Reads that a state gives a named company money, or takes it back: "awards Micron chip grants", "cancels grants to Exxon". */
export function readAid(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  if (!marks.some((mark) => hasClass(mark, 'aid'))) return null
  for (const clause of splitCompanyClauses(marks, title)) {
    const found = clause.marks.find((mark) => mark.asset === null && hasClass(mark, 'aid'))
    if (found === undefined || REASON.has(title.words[found.from - 1] ?? '')) continue
    if (marks.some((mark) => mark !== found && OTHER.some((one) => hasClass(mark, one)))) return null
    const struck = tickersOf(companiesIn(clause.marks).filter((name) => isReceiving(name, found, title)))
    if (struck.length > 0)
      return createEvent({ kind: 'aid', sign: readSign(found, clause.marks, title), cast: { struck } })
  }
  return null
}

/** Where nothing is said of aid, it is given. */
function readSign(found: Mark, marks: readonly Mark[], title: TokenisedText): 1 | -1 {
  const operators = marks.filter(
    (mark) =>
      mark !== found &&
      mark.asset === null &&
      mark.country === null &&
      mark.to <= found.from &&
      mark.readings.some((one) => OPERATORS.has(one.class) && one.class !== 'fear' && one.class !== 'need'),
  )
  const [first] = operators
  const last = operators.at(-1)
  if (first === undefined || last === undefined) return 1
  const classes = new Set(found.readings.map((one) => one.class))
  const chain = { kind: 'chain', operators, from: first.from, to: last.to } as const
  const group = { marks: [found], from: found.from, to: found.to, classes }
  return applyChain(chain, group, 1, title, 1) < 0 ? -1 : 1
}

/** "Row over subsidies". */
const REASON: ReadonlySet<string> = new Set(['over', 'despite', 'amid', 'after', 'without', 'of'])
const TO: ReadonlySet<string> = new Set(['to', 'for', 'from'])
const RECEIVING =
  /^(?:gets?|got|wins?|won|lose|loses|lost|receives?|secures?|granted|awarded|handed|offered|given|clinch(?:es)?|lands?|denied|stripped)$/

/** "Grants to Exxon", "Shell wins subsidy", "awards Micron grants". */
function isReceiving(name: Mark, found: Mark, { words }: TokenisedText): boolean {
  if (name.from >= found.to) return words.slice(found.to, name.from).some((word) => TO.has(word))
  const between = words.slice(name.to, found.from)
  return (
    between.some((word) => RECEIVING.test(word)) ||
    /^(?:awards?|gives?|hands?|grants?|offers?|den(?:y|ies)|pledges?|promises?)$/.test(words[name.from - 1] ?? '')
  )
}

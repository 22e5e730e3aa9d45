import type { TokenisedText } from '../text/token.pure.ts'
import { companiesIn, splitCompanyClauses, tickersOf } from './company-clause.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import { applyChain } from './operator-chain.pure.ts'
import { OPERATORS } from './word-class.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

const OTHER = ['tax', 'sanction', 'case', 'inflow', 'flow', 'accuse', 'claim'] as const

/** Reads that a state gives a named company money, or takes it back: "awards Micron chip grants", "cancels grants to Exxon". */
export function readAid(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  const stake = readStake(marks, title)
  if (stake !== null) return stake
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

/** "Pentagon to become top shareholder in MP Materials", "US takes 10% stake in Intel". */
function readStake(marks: readonly Mark[], { words }: TokenisedText): WorldEvent | null {
  const [state] = marks
  const isState = state !== undefined && state.country !== null && state.from === 0
  const at = isState ? words.findIndex((word) => STAKE.test(word)) : -1
  if (at < 0 || !words.slice(0, at).some((word) => TAKING.test(word))) return null
  const name = companiesIn(marks).find(({ from }) => from > at && words[from - 1] === 'in')
  return name === undefined ? null : createEvent({ kind: 'aid', sign: 1, cast: { struck: tickersOf([name]) } })
}

const STAKE = /^(?:stakes?|shareholder|shareholding|holding|equity)$/
const TAKING = /^(?:tak(?:e|es|ing)|took|buys?|bought|acquires?|becomes?|raises?|lifts?|gets?|secures?)$/

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

import type { Direction } from '../vocabulary/verdict.pure.ts'
import { signOf } from './company-clause.pure.ts'
import type { EventClause, EventTitle } from './event-title.pure.ts'
import { companiesIn, hasClass, isNoun, isVerb, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

const MAX_PEERS = 7
const MAX_SUPPLIERS = 5

/** Reads what a company expects of its business, or earned against what was expected: those in the same business, and those that supply it, may expect the same. */
export function readGuidance(
  title: EventTitle,
  market: Market,
  directionOf: (assetId: number) => Direction | undefined,
): WorldEvent | null {
  const [company] = companiesIn(title.marks)
  if (company?.asset == null || title.words.includes('but')) return null
  const { asset } = company
  for (const clause of title.clauses) {
    const found = clause.marks.find((mark) => hasClass(mark, 'warning', 'boom', 'guidance'))
    if (found === undefined) continue
    // "Starts booking hotels".
    if (clause.marks.some((mark) => mark.to === found.from && hasClass(mark, 'launch'))) continue
    if (isKept(found, clause)) continue
    const isLoss = hasClass(found, 'warning') || title.words[found.from - 1] === 'loss'
    const { sign, isStated } = signOf(found, isLoss ? -1 : 1, clause)
    const isSure = hasClass(found, 'warning', 'boom') || (isStated && isNoun(found, 'guidance'))
    const told = directionOf(asset.id)
    const way = isSure ? sign : told === 'pos' ? 1 : told === 'neg' ? -1 : 0
    if (way === 0) continue
    const isOfResults = clause.marks.some((mark) => mark.to <= found.from && isVerb(mark, 'beat', 'fail', 'succeed'))
    return createEvent({
      kind: isOfResults ? 'results' : 'guidance',
      sign: way < 0 ? -1 : 1,
      cast: {
        struck: [asset.ticker],
        peer: market.peersOf(asset).slice(0, MAX_PEERS),
        supplier: market.neighboursOf(asset, 'supplier').slice(0, MAX_SUPPLIERS),
        customer: market.neighboursOf(asset, 'customer').slice(0, 2),
      },
    })
  }
  return null
}

/** "Reaffirms forecast", "sees loan growth flat": nothing new is expected. */
function isKept(found: Mark, { marks, from, to, title }: EventClause): boolean {
  const before = marks.findLast((mark) => mark.to <= found.from && mark.readings.some((one) => one.isVerb))
  const isOnlyKept = before?.readings.every((one) => one.class === 'keep' || one.class === 'speaker') === true
  return (isOnlyKept && before !== undefined && hasClass(before, 'keep')) || title.hasIn('flat', from, to)
}

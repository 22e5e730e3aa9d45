import type { TokenisedText } from '../text/token.pure.ts'
import type { Direction } from '../vocabulary/verdict.pure.ts'
import { companiesIn, signOf, splitCompanyClauses } from './company-clause.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

const MAX_PEERS = 7
const MAX_SUPPLIERS = 5

/** Reads what a company expects of its business: those in the same business, and those that supply it, may expect the same. */
export function readGuidance(
  marks: readonly Mark[],
  title: TokenisedText,
  market: Market,
  directionOf: (assetId: number) => Direction | undefined,
): WorldEvent | null {
  const [company] = companiesIn(marks)
  if (company?.asset == null || title.words.includes('but') || title.words.includes('flat')) return null
  for (const clause of splitCompanyClauses(marks, title)) {
    const found = clause.marks.find(
      (mark) => hasClass(mark, 'warning') || hasClass(mark, 'boom') || hasClass(mark, 'guidance'),
    )
    if (found === undefined) continue
    // "Starts booking hotels".
    if (clause.marks.some((mark) => mark.to === found.from && hasClass(mark, 'launch'))) continue
    const told = directionOf(company.asset.id)
    const { sign, isStated } = signOf(
      found,
      hasClass(found, 'warning') || title.words[found.from - 1] === 'loss' ? -1 : 1,
      clause,
      title,
    )
    const isSure =
      hasClass(found, 'warning') ||
      hasClass(found, 'boom') ||
      (isStated && found.readings.some((one) => one.class === 'guidance' && !one.isVerb))
    const way = isSure ? sign : told === 'pos' ? 1 : told === 'neg' ? -1 : 0
    if (way === 0) continue
    const { asset } = company
    return createEvent({
      kind: 'guidance',
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

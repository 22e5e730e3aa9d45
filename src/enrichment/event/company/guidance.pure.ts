import type { Direction } from '../../vocabulary/verdict.pure.ts'
import { signOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNoun } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const MAX_PEERS = 7
const MAX_SUPPLIERS = 5

/** Reads what a company expects of its business: those in the same business, and those that supply it, may expect the same. */
export function readGuidance(
  title: EventTitle,
  market: Market,
  directionOf: (assetId: number) => Direction | undefined,
): WorldEvent | null {
  const [company] = companiesIn(title.tags)
  if (company?.asset == null || title.words.includes('but')) return null
  const { asset } = company
  for (const clause of title.clauses) {
    const found = clause.tags.find((tag) => hasClass(tag, 'warning', 'boom', 'guidance'))
    if (found === undefined) continue
    // "Starts booking hotels".
    if (clause.tags.some((tag) => tag.to === found.from && hasClass(tag, 'launch'))) continue
    const isLoss = hasClass(found, 'warning') || title.words[found.from - 1] === 'loss'
    const { sign, isStated } = signOf(found, isLoss ? -1 : 1, clause)
    const isSure = hasClass(found, 'warning', 'boom') || (isStated && isNoun(found, 'guidance'))
    const told = directionOf(asset.id)
    const way = isSure ? sign : told === 'pos' ? 1 : told === 'neg' ? -1 : 0
    if (way === 0) continue
    return createEvent({
      kind: 'guidance',
      sign: way < 0 ? -1 : 1,
      roles: {
        struck: [asset.ticker],
        peer: market.peersOf(asset).slice(0, MAX_PEERS),
        supplier: market.neighboursOf(asset, 'supplier').slice(0, MAX_SUPPLIERS),
        customer: market.neighboursOf(asset, 'customer').slice(0, 2),
      },
    })
  }
  return null
}

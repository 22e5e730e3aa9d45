import type { EventEffectKind, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, isTraded } from '../title/tag.pure.ts'
import { hasAny } from '../title/word-class.pure.ts'
import { goodNamed, goodsIn } from '../world/event-good.pure.ts'
import { MAKERS } from './supply-sense.pure.ts'

/**
 * The goods that are kept back, or no longer, on purpose: their makers earn more by the price than they lose by what they do not sell. Empty
 * where nobody keeps anything back.
 */
export function findKeptBack(
  kind: EventEffectKind,
  goods: readonly Good[],
  place: Place | null,
  found: SupplyChange,
  title: EventTitle,
): readonly Good[] {
  const { tags, groups } = title
  const isPermit = goods.some(isCarbonCredit)
  // "Beijing to close a third of polysilicon capacity".
  const isInGlut = goods.length > 0 && goods.every((good) => groups.paid_by_price.has(good.words[0] ?? ''))
  const isStopped = kind === 'supply' || kind === 'service_stop' || (isPermit && kind !== 'price')
  if (isStopped && isInGlut && companiesIn(tags).length === 0 && !hasAny(found.group.classes, OF_CHANCE)) return goods
  // "Panel makers slash output to prop up prices".
  if (kind !== 'supply' || found.sign > 0 || (place !== null && place.kind !== 'region')) return []
  const agreed = goods.length > 0 ? goods : goodsIn(tags).filter(isTraded)
  return isAgreed(found, title) ? agreed : []
}

const isCarbonCredit = goodNamed('carbon credit')

/** True where makers cut output together, or for the sake of the price. */
function isAgreed({ group }: SupplyChange, { words, hasIn }: EventTitle): boolean {
  if (hasAny(group.classes, FORCED)) return false
  const makers = words.findIndex((word) => MAKERS.test(word))
  return makers >= 0 && makers < group.to && hasIn('agreeing', makers)
}

/** What nobody chooses. */
const OF_CHANCE: ReadonlySet<EventWordClass> = new Set(['accident', 'strike', 'weather', 'barrier'])
const FORCED: ReadonlySet<EventWordClass> = new Set(['strike', 'accident', 'attack', 'shortage', 'weather', 'barrier'])

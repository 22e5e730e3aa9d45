import type { EventCountry, EventEffectKind } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { isTagged, isVerb } from '../title/tag.pure.ts'
import { isDiscountEnded } from './supply-sense.pure.ts'

/** The sign of an event by its verb, or the other one where what is told turns it; and whether discounts end by an order. */
export function readSupplySign(
  kind: EventEffectKind,
  found: SupplyChange,
  { actor, isTurned }: { readonly actor: EventCountry | null; readonly isTurned: boolean },
  title: EventTitle,
): { readonly sign: 1 | -1; readonly isCheapEnded: boolean } {
  const { tags, isIn, hasIn } = title
  const has = (...some: EventWordClass[]) => some.some((one) => found.group.classes.has(one))
  // A rise of output that is smaller than was expected.
  const isDisappointing = actor?.code === 'OPEC' && isTagged(tags, 'undershoot')
  // "Beef costs squeeze margins": what burdens is dear.
  const isCost = found.group.tags.some(({ to }) => isIn(to - 1, 'cost')) && !has('limit', 'barrier')
  const isDear = kind === 'price' && found.sign < 0 && isCost && !hasIn('price_down') && !hasIn('lowering')
  // "Food apps ordered to stop burning cash on discounts".
  const isCheapEnded = kind === 'price' && found.sign < 0 && isDiscountEnded(title)
  // "Lifts minimum wage": a floor that is lifted costs more, unlike a tax.
  const isWageLifted =
    kind === 'wage' && found.sign > 0 && !isTagged(tags, 'delay') && tags.some((tag) => isVerb(tag, 'start'))
  const isFlipped =
    isWageLifted ||
    isDear ||
    isCheapEnded ||
    (isDisappointing && (found.sign > 0 || !isTagged(tags, 'start'))) ||
    isTurned
  return { sign: isFlipped ? (found.sign > 0 ? -1 : 1) : found.sign, isCheapEnded }
}

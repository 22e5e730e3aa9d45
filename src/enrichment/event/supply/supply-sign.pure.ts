import type { EventCountry, EventEffectKind } from '../../vocabulary/event-lexicon.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isTagged, isVerb } from '../title/tag.pure.ts'

/** The sign of an event by its verb, or the other one where what is told turns it; and whether the title says it outright. */
export function readSupplySign(
  kind: EventEffectKind,
  found: SupplyChange,
  { actor, isTurned }: { readonly actor: EventCountry | null; readonly isTurned: boolean },
  title: EventTitle,
): { readonly sign: 1 | -1; readonly isOutright: boolean } {
  const { tags, words, isIn, hasIn } = title
  const { classes, tags: told } = found.group
  // A rise of output that is smaller than was expected.
  const isDisappointing =
    actor?.code === 'OPEC' && isTagged(tags, 'undershoot') && (found.sign > 0 || !isTagged(tags, 'start'))
  // "Beef costs squeeze margins": what burdens is dear.
  const isCost = told.some(({ to }) => isIn(to - 1, 'cost')) && !classes.has('limit') && !classes.has('barrier')
  const isCheapEnded = kind === 'price' && found.sign < 0 && isDiscountEnded(title)
  const isDear =
    isCheapEnded || (kind === 'price' && found.sign < 0 && isCost && !hasIn('price_down') && !hasIn('lowering'))
  // "Lifts minimum wage": a floor that is lifted costs more, unlike a tax.
  const isWageLifted =
    kind === 'wage' && found.sign > 0 && !isTagged(tags, 'delay') && tags.some((tag) => isVerb(tag, 'start'))
  const isFlipped = isWageLifted || isDear || isDisappointing || isTurned
  const sign = isFlipped === found.sign > 0 ? -1 : 1
  // "Gas pipeline damaged by ship anchor".
  const isWrecked = sign < 0 && kind === 'supply' && hasIn('wrecked')
  return {
    sign,
    isOutright: isCheapEnded || isWrecked || (kind === 'price' && isOfSellersPrice(sign, words.join(' '))),
  }
}

/** Tokens between "stop" and the discounts. */
const DISCOUNT_REACH = 5

/** "Food apps ordered to stop burning cash on discounts". */
function isDiscountEnded({ tags }: EventTitle): boolean {
  return tags.some(
    (cut) =>
      hasClass(cut, 'pricecut') &&
      tags.some(
        (tag) =>
          tag.to <= cut.from &&
          cut.from - tag.to <= DISCOUNT_REACH &&
          isVerb(tag, 'stop', 'end') &&
          !isVerb(tag, 'start'),
      ),
  )
}

/** "Waste haulers raise prices", "delinquencies fall": what sellers and lenders do or suffer is told as it is. */
function isOfSellersPrice(sign: 1 | -1, text: string): boolean {
  return UNPAID.test(text) || (sign > 0 && RAISED.test(text))
}

const UNPAID = /\b(?:delinquencies|arrears|charge-?offs|foreclosures|repossessions)\b/
const RAISED = /\b(?:raise|raises|raised|hike|hikes|hiked|lift|lifts) (?:\S+ ){0,2}(?:prices|fares|fees|premiums)\b/

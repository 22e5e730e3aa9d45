import type { Seed } from '../ripple/seed.pure.ts'
import type { EventLexicon } from '../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../vocabulary/event-word.pure.ts'
import { readBid } from './company/bid.pure.ts'
import { readCapacity } from './company/capacity.pure.ts'
import { readCopies } from './company/copy.pure.ts'
import { readLaunch } from './company/launch.pure.ts'
import { readOutcome, readRecall, readStoppage } from './company/outcome.pure.ts'
import { readPricing } from './company/pricing.pure.ts'
import { readPatent } from './company/ruling.pure.ts'
import { readPriceWar, readTradeCapex } from './company/trade.pure.ts'
import { readTrial } from './company/trial.pure.ts'
import { readContract } from './contract/contract.pure.ts'
import { readCustomers } from './contract/customers.pure.ts'
import { readInHouse } from './contract/in-house.pure.ts'
import type { Market } from './effect/market.pure.ts'
import { readConflict } from './state/conflict.pure.ts'
import { readDebt } from './state/debt.pure.ts'
import { readFiscal } from './state/fiscal.pure.ts'
import { isOnlyCurrencyMove, readFx } from './state/fx-event.pure.ts'
import { readPolicy } from './state/policy-event.pure.ts'
import { readPolitics } from './state/politics.pure.ts'
import { readSupplyEvent } from './supply/supply-event.pure.ts'
import type { EventTitle } from './title/event-title.pure.ts'
import { hasClass, isOneOf, isTagged, isVerb, type Tag } from './title/tag.pure.ts'
import { MISHAPS, RULES } from './title/word-class.pure.ts'
import { readBargain } from './world/bargain.pure.ts'
import { readEndedMove } from './world/ended-move.pure.ts'
import { findLicence, readExportLeave } from './world/export-leave.pure.ts'
import { readLabour } from './world/labour-event.pure.ts'
import { createProducerReader } from './world/producer-event.pure.ts'
import { readShareMove } from './world/share-move.pure.ts'
import { readVisitors } from './world/visitor.pure.ts'
import type { WorldEvent } from './world-event.pure.ts'

const NO_CHOICE: ReadonlySet<EventWordClass> = new Set([...RULES, ...MISHAPS, 'mild', 'stocks'])

/** Prepares the readers; the returned function asks them in turn, the most specific first, and gives the event of the first that reads one. */
export function createRuleReader(
  market: Market,
  lexicon: EventLexicon,
): (title: EventTitle, seeds: readonly Seed[]) => WorldEvent | null {
  const readProducers = createProducerReader(lexicon)
  return (title, seeds) => {
    const { tags } = title
    // What a government rules of a good is no choice of a seller; what befalls a mine is no fault of a product.
    const isRuled = tags.some((tag) => isOneOf(tag, NO_CHOICE))
    // "Awards missile seekers to BAE": what is ordered strikes nobody.
    const isNoOrder = tags.some(
      (tag) =>
        isOneOf(tag, NO_CHOICE) &&
        // "Amid tariff row": why, not what.
        !title.hasIn('in_row', tag.from - 2, tag.from) &&
        (tag.goods.length === 0 || !hasClass(tag, 'attack')),
    )
    // "Outage blocks calls" is no rule.
    const isGoverned = tags.some((tag) => tag.isGovernment || hasClass(tag, 'authority'))
    const isRule = (tag: Tag) =>
      isOneOf(tag, RULES) && (isGoverned || !tag.readings.some((one) => one.isVerb && one.form === 's'))
    const isUngoverned = !tags.some(isRule)
    const isPlaced = tags.some((tag) => tag.place !== null && tag.place.makes.length > 0)
    // "Gives First Quantum the go-ahead to restart its mine": a permit is no order.
    const isLet = isPlaced && isTagged(tags, 'permission')
    const isLicensed = findLicence(title) !== undefined
    return (
      readPolitics(title) ??
      readFiscal(title) ??
      readDebt(title) ??
      readVisitors(title) ??
      readEndedMove(title) ??
      readProducers(title) ??
      readBargain(title) ??
      readCopies(title, market) ??
      readLabour(title) ??
      readExportLeave(title, market) ??
      readBid(title) ??
      readPriceWar(title) ??
      readPricing(title, market) ??
      readTradeCapex(title, market) ??
      readInHouse(title, market) ??
      readCustomers(title, market) ??
      readPatent(title) ??
      (isPlaced || isRuled ? null : readCapacity(title, market)) ??
      (isPlaced ? null : readRecall(title, market)) ??
      (isUngoverned ? readStoppage(title, market) : null) ??
      (isPlaced ? null : readTrial(title, market)) ??
      (isNoOrder || isLet || isLicensed ? null : readContract(title, market)) ??
      (isPlaced || isLicensed || isSanctioning(title) ? null : readOutcome(title, market)) ??
      readLaunch(title, market) ??
      readFx(tags, title, seeds, lexicon.countries) ??
      readPolicy(title) ??
      (isUngoverned || isTruceFirst(title) ? readConflict(title) : null) ??
      (isOnlyCurrencyMove(title) ? null : readSupplyEvent(title)) ??
      readShareMove(title)
    )
  }
}

/** "Moscow and Kyiv agree truce, sanctions to be eased": a truce comes before what follows from it. */
function isTruceFirst({ tags, phrases }: EventTitle): boolean {
  if (isTagged(tags, 'tax')) return false
  return isTagged(phrases[0]?.tags ?? [], 'peace')
}

/** "Beijing sanctions Boeing's defence unit": no case of law. */
function isSanctioning({ tags }: EventTitle): boolean {
  return tags.some((tag, i) => isVerb(tag, 'sanction') && tags[i + 1]?.asset != null)
}

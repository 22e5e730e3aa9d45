import type { Seed } from '../../ripple/seed.pure.ts'
import type { EventCountry } from '../../vocabulary/event-lexicon.pure.ts'
import type { WordList } from '../../vocabulary/event-word.pure.ts'
import type { EventTitle, ListedTitle } from '../title/event-title.pure.ts'
import { isFearedAt } from '../title/no-price-news.pure.ts'
import { canBeVerb, hasClass, isNegated, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between what is done and the currency it is done to. */
const REACH = 7

/** Reads that a central bank or government props up its currency, lets it go, or loses who guards it. */
export function readFx(
  tags: readonly Tag[],
  title: ListedTitle,
  seeds: readonly Seed[],
  countries: readonly EventCountry[],
): WorldEvent | null {
  // "Hikes gold import duty to defend rupee": what is done is done to gold.
  if (isTagged(tags, 'tax') && tags.some((tag) => tag.goods.some(isTraded))) return null
  const actor = findOwner(tags, title) ?? findActor(tags, title, seeds, countries)
  const sign = actor === null ? 0 : readSign(actor, tags, title)
  if (actor === null || sign === 0) return null
  return createEvent({ kind: 'intervention', sign, actor })
}

/** "Canada's dollar climbs with oil": a currency moves, and nothing else is told to happen. */
export function isOnlyCurrencyMove({ tags, isIn }: EventTitle): boolean {
  const move = tags.find((tag) => isIn(tag.from - 1, 'currency') || isIn(tag.from - 1, 'national_currency'))
  return move !== undefined && isVerb(move, 'selfmove') && !tags.some((tag) => tag.from >= move.to && canBeVerb(tag))
}

/** Whose currency is named: the Argentina of "Treasury buys Argentine pesos". */
function findOwner(tags: readonly Tag[], { isIn }: ListedTitle): EventCountry | null {
  const owner = tags.find(({ country, to }) => country !== null && country.pairs.length > 0 && isIn(to, 'currency'))
  return owner?.country ?? null
}

function findActor(
  tags: readonly Tag[],
  { groups }: ListedTitle,
  seeds: readonly Seed[],
  countries: readonly EventCountry[],
): EventCountry | null {
  const pair = seeds.find(({ asset }) => asset.type === 'forex')?.asset.ticker
  const ofPair =
    pair === undefined
      ? undefined
      : countries.find(
          ({ code, pairs }) => !groups.broad_currency.has(code) && pairs.some(({ ticker }) => ticker === pair),
        )
  const deciders = tags.filter((tag) => tag.country !== null && tag.country.pairs.length > 0)
  const decider = deciders.find((tag) => tag.isCentralBank) ?? deciders.find((tag) => tag.isGovernment)
  return decider?.country ?? ofPair ?? deciders[0]?.country ?? null
}

function readSign({ code }: EventCountry, tags: readonly Tag[], title: ListedTitle): 1 | -1 | 0 {
  const { words, isIn, hasIn, groups } = title
  const near = (left: WordList, right: WordList) =>
    words.some((_, i) => isIn(i, left) && hasIn(right, i + 1, Math.min(words.length, i + 1 + REACH)))
  const isDenied = tags.some((tag) => isNegated(tag, title))
  const way = (sign: 1 | -1) => (isDenied ? (sign > 0 ? -1 : 1) : sign)
  const isOfBank = tags.some((tag) => tag.isCentralBank)
  if (isOfBank && near('ousting', 'governor')) return -1
  if (tags.some((tag) => hasClass(tag, 'ratecut', 'ratehike'))) return 0
  // "Worries over weak yen ease": what is feared of it, not what it does.
  if (words.some((_, i) => isIn(i, 'currency') && isFearedAt(i, title))) return 0
  const isFixed = hasIn('fixing')
  // "Tokyo sells dollars in the open market".
  const isOfReserves = tags.some((tag) => tag.isGovernment) && readExchange('spending', title) < 0
  const isOfCurrency = hasIn('currency') || isOfReserves || (isOfBank && (isFixed || hasIn('currency_hold')))
  if (!isOfCurrency) return 0
  const isWeak = hasIn('weaker')
  if (isFixed && (isWeak || near('lowering', 'fixing'))) return -1
  if (isFixed && (hasIn('strengthened') || near('raising', 'fixing'))) return 1
  if (hasIn('floating')) return way(-1)
  // A cap keeps it low, a peg keeps it high.
  const isCap = hasIn('currency_cap') || groups.capped_currency.has(code)
  if (near('giving_way', 'currency_hold')) return way(isCap ? 1 : -1)
  if (near('restraining', 'strengthened')) return way(-1)
  if (near('propping', 'currency')) return way(1)
  // "Buys Argentine pesos", "sells francs", but "sells dollars".
  const exchanged = readExchange('purchasing', title) || -readExchange('spending', title)
  if (exchanged !== 0 && !groups.broad_currency.has(code)) return way(exchanged > 0 ? 1 : -1)
  const steps = words.findIndex((_, i) => isIn(i, 'intervening'))
  if (near('warning_off', 'rate_swings') || near('warning_off', 'currency')) return 1
  // "Slides as SNB signals intervention": what it did is told.
  const first = words.findIndex((_, i) => isIn(i, 'currency'))
  if (hasIn('following', first, steps) || hasIn('amid', first, steps)) return 0
  // "Steps in as the band's strong end is hit".
  if (near('intervening', 'lowering') || (steps >= 0 && hasIn('strengthened'))) return way(-1)
  if (steps >= 0) return way(1)
  // "Weak yen lifts exporters": as it is, not what it does.
  const isStated = (list: 'weaker' | 'stronger') => (tag: Tag) =>
    isIn(tag.from - 1, 'currency') && isIn(tag.from - 2, list)
  return tags.some(isStated('weaker')) ? -1 : tags.some(isStated('stronger')) ? 1 : 0
}

/** What is first named after a verb of trade: 1 for the own currency, -1 for reserves. */
function readExchange(verb: WordList, { words, isIn }: ListedTitle): 1 | -1 | 0 {
  const at = words.findIndex((_, i) => isIn(i, verb))
  const found = words.findIndex((_, i) => i > at && (isIn(i, 'currency_unit') || isIn(i, 'reserves')))
  if (at < 0 || found < 0 || found > at + REACH) return 0
  return isIn(found, 'currency_unit') ? 1 : -1
}

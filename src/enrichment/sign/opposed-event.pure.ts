import type { EventEffect } from '../event/effect/event-effect.pure.ts'
import type { WorldEvent } from '../event/world-event.pure.ts'
import { wordList } from '../text/word-set.pure.ts'
import type { EventRole } from '../vocabulary/event-lexicon.pure.ts'
import { type DirectionShares, mostLikely } from './decide.pure.ts'
import type { InputName } from './input.pure.ts'

/** A name with the shares of its directions. */
export interface SignedName {
  readonly name: InputName
  /** Read when it is asked for first. */
  readonly readShares: () => DirectionShares
}

/** An event that the rules read, and the part of its effects that names can contradict. */
interface ReadEvent {
  readonly event: Pick<WorldEvent, 'kind' | 'sign' | 'place'> | null
  readonly effects: readonly (Pick<EventEffect, 'direction' | 'role'> & {
    readonly asset: { readonly ticker: string }
  })[]
}

/** Log odds against the event from which on it is read the other way round. */
const TURNING = 0.75
/** How much the sign of a place or central bank counts beside that of a name: a queue that grows is less that passes. */
const SUBJECT_WEIGHT = 0.25
/** How much the sign of a trade counts: "pubs" is the whole of it, and those who run them are not named. */
const TRADE_WEIGHT = 0.6
/** Shares nearer to 0 than this say no more. */
const SHARE_LEAST = 0.02

/** Who is moved by what happened itself; makers and users may be named for another reason, and an owner may decide it. */
const DIRECT: ReadonlySet<EventRole> = new Set(
  wordList('commodity struck opponent winner loser bidder bid_target launcher'),
)

const AT_BORDER: ReadonlySet<WorldEvent['kind']> = new Set(['tariff_home', 'tariff_abroad'])
/** Kinds that move all who sell a good the same way, and those that do where nothing but a trade is named. */
const OF_TRADE: ReadonlySet<WorldEvent['kind']> = new Set(['price', 'stocks', 'legal', 'service_stop', 'levy'])
const OF_TRADE_ALONE: ReadonlySet<WorldEvent['kind']> = new Set(['supply', 'export_curb'])
const OF_COMPANY: ReadonlySet<InputName['kind']> = new Set(['company', 'product', 'firm'])
const SELLERS: ReadonlySet<EventRole> = new Set(['maker_there', 'maker_elsewhere', 'maker_at_home', 'struck'])
const THOSE_THERE: ReadonlySet<EventRole> = new Set(['maker_there', 'maker_at_home', 'struck'])

/** True where the signs of the names say that what happened is the opposite of what the rules read. */
export function isOpposed({ event, effects }: ReadEvent, names: readonly SignedName[]): boolean {
  if (event === null) return false
  const isAlone =
    event.place === null &&
    effects.every(({ role }) => role !== 'commodity') &&
    !names.some(({ name }) => OF_COMPANY.has(name.kind))
  const isOfTrade = OF_TRADE.has(event.kind) || (isAlone && OF_TRADE_ALONE.has(event.kind))
  // Of what is short or plentiful somewhere others elsewhere have the opposite.
  const sellers = OF_TRADE.has(event.kind) ? SELLERS : THOSE_THERE
  const ofTrade = isOfTrade ? directionOfTrade(effects, sellers) : undefined
  let odds = 0
  for (const { name, readShares } of names) {
    // A duty makes a good dear where it is levied and cheap elsewhere.
    const isDirect = (role: EventRole) => DIRECT.has(role) && !(role === 'commodity' && AT_BORDER.has(event.kind))
    const effect = effects.find(({ asset, role }) => asset.ticker === name.ticker && isDirect(role))
    const isPlace = name.kind === 'place' && event.place !== null
    // A central bank is up where its rates are.
    const isSubject = isPlace || (name.kind === 'centralbank' && event.kind === 'policy')
    const isTrade = name.kind === 'good' && isOfTrade
    const told = isSubject ? (event.sign < 0 ? 'neg' : 'pos') : isTrade ? ofTrade : effect?.direction
    if (told !== 'pos' && told !== 'neg') continue
    const shares = readShares()
    // A name that is neither better nor worse off contradicts nothing.
    if (mostLikely(shares) === 'ambiguous') continue
    const other = told === 'pos' ? 'neg' : 'pos'
    odds +=
      (isSubject ? SUBJECT_WEIGHT : isTrade ? TRADE_WEIGHT : 1) *
      Math.log((shares[told] + SHARE_LEAST) / (shares[other] + SHARE_LEAST))
  }
  // "Ditches plan to buy F-35s": what is called off is told in so many words.
  const isCalledOff = event.kind === 'contract' && event.sign < 0
  return odds < -(isCalledOff ? 2 * TURNING : TURNING)
}

/** What an event does to those who sell a good; undefined where it is good for some of them and bad for others. */
function directionOfTrade(effects: ReadEvent['effects'], sellers: ReadonlySet<EventRole>) {
  const told = new Set(effects.flatMap(({ role, direction }) => (sellers.has(role) ? [direction] : [])))
  return told.size === 1 ? [...told][0] : undefined
}

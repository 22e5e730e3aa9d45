import type { AssetType, KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { EventReading } from '../event/event-reader.pure.ts'
import type { EventRole } from '../vocabulary/event-lexicon.pure.ts'
import type { Verdict } from '../vocabulary/verdict.pure.ts'
import type { Cause } from './cause.pure.ts'
import { compareSize, type Graph } from './graph.pure.ts'
import { type Seed, UNCLEAR_VERDICT } from './seed.pure.ts'

/** The same reading without effects. */
function withoutEffects(told: EventReading): EventReading {
  return { ...told, event: null, effects: [], typeHints: [], scorePoints: 0 }
}

/** Least part of a commodity's makers, as a weight of the edge to it, from which one company's output moves the price. */
const MIN_MAKER_WEIGHT = 0.3

/** Assets whose price is all that a title about them tells. */
const QUOTED: ReadonlySet<AssetType> = new Set(['crypto', 'bond', 'money_market'])
/** Assets that follow a quoted one of their kind. */
const PRICED: ReadonlySet<AssetType> = new Set(['commodity', 'forex', 'bond', 'money_market'])
/** What happens to a company without being an event for others. */
const NO_EVENT: ReadonlySet<Cause> = new Set(['breach', 'rating'])
const DEMAND: ReadonlySet<Cause> = new Set(['orders', 'aid', 'progress'])
/** Roles in which a company is moved by rates and currencies themselves. */
const RATE_ROLES: ReadonlySet<EventRole> = new Set(['rates', 'currency', 'rate_loser', 'rate_winner'])

/** Takes what an event tells, the named assets and a reader of what happened to them. */
type EventSieve = (told: EventReading, seeds: readonly Seed[], causeOf: (verdict: Verdict) => Cause) => EventReading

/** Prepares the graph. The returned function leaves out the effects of an event that do not follow from what the title says. */
export function createEventSieve(graph: Graph): EventSieve {
  /** True where a company makes so much of a commodity that its own output moves the price. */
  const isLargeMaker = ({ id }: KnownAsset, commodities: ReadonlySet<number>): boolean =>
    graph
      .edgesFrom(id)
      .some(({ to, type, weight }) => type === 'producer' && commodities.has(to.id) && weight >= MIN_MAKER_WEIGHT)

  return (told, seeds, causeOf) => {
    const { event, effects } = told
    if (event === null || effects.length === 0) return told
    const cause = causeOf(seeds[0]?.verdict ?? UNCLEAR_VERDICT)
    // Who loses data has no faulty product, and an opinion stops nobody.
    if (isContradicted(told, seeds) || NO_EVENT.has(cause)) return withoutEffects(told)
    // Less demand, money or invention in a service stops nobody who offers it.
    if (event.kind === 'service_stop' && DEMAND.has(cause)) return withoutEffects(told)
    const companies = seeds.filter(({ asset }) => asset.type === 'stock').map(({ asset }) => asset)
    const isMarketMove = event.kind === 'price' || event.kind === 'demand'
    // Of no good and no place the title says a word: what a country exports is not what a company or a currency there is about.
    const isGuess = event.goods.length === 0 && event.place === null && event.commodities.length > 0
    if (isGuess && (isMarketMove || companies.length > 0)) return withoutEffects(told)
    // What one company makes more or less of moves the price only where it makes much of all there is.
    if (event.kind === 'supply' && event.place === null && event.actor === null && companies.length > 0) {
      const moved = effects.filter(({ asset }) => asset.type === 'commodity').map(({ asset }) => asset.id)
      if (moved.length > 0 && !companies.some((company) => isLargeMaker(company, new Set(moved))))
        return withoutEffects(told)
    }
    if (
      event.kind !== 'demand' &&
      seeds.some(({ asset, verdict }) => QUOTED.has(asset.type) && verdict.isPriceMove === true)
    ) {
      return { ...told, effects: effects.filter(({ asset, role }) => PRICED.has(asset.type) || RATE_ROLES.has(role)) }
    }
    const [first] = companies
    if (first === undefined) return told
    return { ...told, effects: effects.map((one) => ({ ...one, strength: one.strength * sizeFor(one, first) })) }
  }
}

/** True where the title says of a commodity, or of a company that lives of one, that it moves the other way. */
function isContradicted({ event, effects }: EventReading, seeds: readonly Seed[]): boolean {
  const commodity = effects.find((one) => one.asset.type === 'commodity')
  return seeds.some(({ asset, verdict }) => {
    if (verdict.direction === 'ambiguous' || verdict.because === '') return false
    if (asset.type === 'stock') return event?.kind === 'demand' && commodity?.direction === opposite(verdict.direction)
    if (asset.type !== 'commodity' || (verdict.isPriceMove !== true && event?.kind !== 'price')) return false
    const effect = effects.find((one) => one.asset.id === asset.id) ?? commodity
    return effect?.direction === opposite(verdict.direction)
  })
}

function opposite(direction: 'pos' | 'neg'): 'pos' | 'neg' {
  return direction === 'pos' ? 'neg' : 'pos'
}

/** A small company's news moves its large rivals and suppliers little. */
function sizeFor({ role, asset }: EventReading['effects'][number], company: KnownAsset): number {
  return role === 'rival' || role === 'supplier' ? compareSize(company, asset) : 1
}

import type { AssetType, KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { EventReading } from '../event/event-reader.pure.ts'
import { isTagged, isTraded } from '../event/title/tag.pure.ts'
import type { WorldEvent } from '../event/world-event.pure.ts'
import type { EventEffectKind, EventRole } from '../vocabulary/event-lexicon.pure.ts'
import type { Verdict } from '../vocabulary/verdict.pure.ts'
import type { Cause } from './cause.pure.ts'
import { compareSize, type Graph, type GraphEdge } from './graph.pure.ts'
import { type Seed, UNCLEAR_VERDICT } from './seed.pure.ts'

/** Least part of a commodity's makers, as a weight of the edge to it, from which one company's output moves the price. */
const MIN_MAKER_WEIGHT = 0.3

/** Assets whose price is all that a title about them tells. */
const QUOTED: ReadonlySet<AssetType> = new Set(['crypto', 'bond', 'money_market'])
/** Assets that follow a quoted one of their kind. */
const PRICED: ReadonlySet<AssetType> = new Set(['commodity', 'forex', 'bond', 'money_market'])
/** What happens to a company without being an event for others. */
const NO_EVENT: ReadonlySet<Cause> = new Set(['breach', 'rating'])
/** Kinds that say of an intrusion that work stopped or buyers left. */
const OF_OPERATION: ReadonlySet<EventEffectKind> = new Set(['company_stop', 'buyers'])
const DEMAND: ReadonlySet<Cause> = new Set(['orders', 'aid', 'progress'])
/** Roles in which a company is moved by rates and currencies themselves. */
const RATE_ROLES: ReadonlySet<EventRole> = new Set(['rates', 'currency', 'rate_loser', 'rate_winner'])

/** Roles in which a company is moved by what befalls another of its trade. */
const SCALED: ReadonlySet<EventRole> = new Set(['rival', 'supplier', 'peer'])

/** Takes what an event tells, the named assets and a reader of what happened to them. */
type EventFilter = (told: EventReading, seeds: readonly Seed[], causeOf: (verdict: Verdict) => Cause) => EventReading

/** Prepares the graph. The returned function leaves out the effects of an event that do not follow from what the title says. */
export function createEventFilter(graph: Graph): EventFilter {
  return (told, seeds, causeOf) => {
    const { event, effects } = told
    if (event === null || effects.length === 0) return told
    const companies = seeds.filter(({ asset }) => asset.type === 'stock')
    const [company] = companies
    const cause = causeOf(company?.verdict ?? UNCLEAR_VERDICT)
    const isOfCommodity = seeds.some(({ asset }) => asset.type === 'commodity')
    const isUnfounded =
      isContradicted(told, seeds) ||
      (company !== undefined && NO_EVENT.has(cause) && !OF_OPERATION.has(event.kind)) ||
      // Less demand, money or invention in a service stops nobody who offers it; what an authority orders does.
      (event.kind === 'service_stop' && event.actor === null && DEMAND.has(cause)) ||
      // A company's claims or damages are no storm: others of its trade follow its results.
      (event.kind === 'catastrophe' && company !== undefined) ||
      // Coins pass no border: "Ether funds draw inflows".
      (event.kind === 'import_curb_home' && seeds.some(({ asset }) => asset.type === 'crypto')) ||
      (company !== undefined && isOtherGas(event, company.asset, graph)) ||
      // "Worries over South China Sea hurt AVIC": ships sail on.
      (event.kind === 'route' && event.isFeared && company !== undefined) ||
      isGuess(event, company !== undefined) ||
      // "Nice shares tumble after cloud revenue outlook disappoints": what one seller of a service expects is no demand for all.
      (event.kind === 'demand' &&
        company !== undefined &&
        !event.goods.some(isTraded) &&
        isTagged(told.tags, 'guidance')) ||
      (!isOfCommodity && isOwnMargin(event, seeds)) ||
      // "Stricter capital rules to cost Progressive $67 million": what a rule costs is no price.
      (event.kind === 'price' && cause === 'rules' && !isOfCommodity) ||
      isTooSmall(told, companies, graph)
    if (isUnfounded) return { ...told, event: null, effects: [], typeHints: [], scorePoints: 0 }
    const isQuote = seeds.some(({ asset, verdict }) => QUOTED.has(asset.type) && verdict.isPriceMove === true)
    if (isQuote) {
      return { ...told, effects: effects.filter(({ asset, role }) => PRICED.has(asset.type) || RATE_ROLES.has(role)) }
    }
    if (company === undefined) return told
    // A small company's news moves its large rivals, peers and suppliers little.
    const scaled = effects.map((one) =>
      SCALED.has(one.role) ? { ...one, strength: one.strength * compareSize(company.asset, one.asset) } : one,
    )
    return { ...told, effects: scaled }
  }
}

/** "Worries over gas prices hurt EQT": who makes natural gas sells no gasoline. */
function isOtherGas({ kind, goods }: WorldEvent, company: KnownAsset, graph: Graph): boolean {
  const isGasoline = goods.some(({ words }) => words.includes('gas price'))
  const makesGas = graph.edgesFrom(company.id).some(({ to, type }) => type === 'producer' && GASES.has(to.ticker))
  return kind === 'price' && isGasoline && makesGas
}

const GASES: ReadonlySet<string> = new Set(['NATGAS.COMM', 'LNG_JKM.COMM', 'TTF.COMM'])

/** True where what a maker earns is told and no price: "refinery margins widen" makes no fuel dearer. */
function isOwnMargin({ kind, sign, goods }: WorldEvent, seeds: readonly Seed[]): boolean {
  if (kind !== 'price') return false
  const isMaker = ({ ticker, gics }: KnownAsset) =>
    goods.length === 0 ||
    goods.some((one) => one.makers.includes(ticker) || one.makersGics.some((code) => gics?.startsWith(code) === true))
  return seeds.some(({ asset, verdict: { direction, because } }) => {
    if (asset.type !== 'stock' || direction === 'ambiguous' || !isMaker(asset)) return false
    return /\bmargins?\b/i.test(because) || (direction === 'pos') === sign < 0
  })
}

/** True where the title says of no good and no place a word: what a country exports is not what a company or currency there is about. */
function isGuess({ kind, goods, place, commodities }: WorldEvent, isOfCompany: boolean): boolean {
  if (goods.length > 0 || place !== null || commodities.length === 0) return false
  return isOfCompany || kind === 'price' || kind === 'demand'
}

/** True where companies that make little of a commodity make more or less of it: that does not move its price. */
function isTooSmall({ event, effects }: EventReading, companies: readonly Seed[], graph: Graph): boolean {
  if (event?.kind !== 'supply' || companies.length === 0) return false
  // A field is mined by many, and its country decides nothing.
  if (event.place === null ? event.actor !== null : event.place.kind !== 'field') return false
  const moved = new Set(effects.filter(({ asset }) => asset.type === 'commodity').map(({ asset }) => asset.id))
  const isLarge = ({ to, type, weight }: GraphEdge) =>
    type === 'producer' && moved.has(to.id) && weight >= MIN_MAKER_WEIGHT
  return moved.size > 0 && !companies.some(({ asset }) => graph.edgesFrom(asset.id).some(isLarge))
}

/** True where the title says of a commodity, or of a company that lives of one, that it moves the other way. */
function isContradicted({ event, effects }: EventReading, seeds: readonly Seed[]): boolean {
  const commodity = effects.find((one) => one.asset.type === 'commodity')
  return seeds.some(({ asset, verdict }) => {
    if (verdict.direction === 'ambiguous' || verdict.because === '') return false
    // "Barrick ends standoff": nothing is short where the company named is better off.
    if (asset.type === 'stock' && event?.kind === 'supply' && event.place === null)
      return verdict.direction === 'pos' && event.sign < 0
    if (asset.type === 'stock') return event?.kind === 'demand' && (verdict.direction === 'pos') === event.sign < 0
    if (asset.type !== 'commodity' || event?.kind !== 'price' || event.isOutright) return false
    const effect = effects.find((one) => one.asset.id === asset.id) ?? commodity
    return effect !== undefined && effect.direction !== verdict.direction
  })
}

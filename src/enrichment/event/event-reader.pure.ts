import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import type { WeightedNewsType } from '../classify/news-type.pure.ts'
import type { IrregularVerbs } from '../direction/lexicon/inflect.pure.ts'
import type { LinkedText } from '../link/entity-link.pure.ts'
import type { GraphEdge } from '../ripple/graph.pure.ts'
import type { Seed } from '../ripple/seed.pure.ts'
import type { EventLexicon, EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'
import { readBid } from './bid.pure.ts'
import { readCapacity, readCapex } from './capex.pure.ts'
import { readConflict } from './conflict.pure.ts'
import { readContract } from './contract.pure.ts'
import { readCopy } from './copy.pure.ts'
import { createEventEffects, type EventEffect } from './event-effect.pure.ts'
import { readFx } from './fx-event.pure.ts'
import { readGuidance } from './guidance.pure.ts'
import { readLaunch } from './launch.pure.ts'
import { createMarkFinder, hasClass } from './mark.pure.ts'
import { readInContext } from './mark-context.pure.ts'
import { createMarket } from './market.pure.ts'
import { readOutcome, readRecall, readStoppage, readSudden, readTrial } from './outcome.pure.ts'
import { readFiscal, readPolicy } from './policy-event.pure.ts'
import { followPrice, readPriceMove } from './price-move.pure.ts'
import { isSilent } from './silence.pure.ts'
import { readTravel } from './travel.pure.ts'
import { MISHAPS, RULES } from './word-class.pure.ts'
import { readWorldEvent, type WorldEvent } from './world-event.pure.ts'

/** What an article tells of the world, and whom it moves. */
export interface EventReading {
  /** Absent where the title tells no event. */
  readonly event: WorldEvent | null
  /** True where the names are only mentioned: their directions are ambiguous unless the title says how their price moved. */
  readonly isSilent: boolean
  /** True where the title speaks of shares: what they do is then told. */
  readonly isOfPrice: boolean
  readonly effects: readonly EventEffect[]
  /** The news type of such an event; none where it moves nobody. */
  readonly typeHints: readonly WeightedNewsType[]
  /** Points of newsworthiness that the event adds. */
  readonly scorePoints: number
}

const SHARES: ReadonlySet<string> = new Set(['share', 'shares', 'stock', 'stocks', 'adrs'])
const NO_CHOICE: ReadonlySet<EventWordClass> = new Set([...RULES, ...MISHAPS, 'mild', 'stocks'])

/** Weight of the news type of an event: enough alone, less than words that say another. */
const TYPE_WEIGHT = 0.75

/** Prepares vocabulary and effects; the returned function reads the event of a linked title. */
export function createEventReader(
  knowledge: Knowledge,
  edgesFrom: (assetId: number) => readonly GraphEdge[],
  lexicon: EventLexicon,
  places: readonly Place[],
  irregular: IrregularVerbs,
): (linked: LinkedText, seeds: readonly Seed[]) => EventReading {
  const findMarks = createMarkFinder(knowledge, lexicon, places, irregular)
  const market = createMarket(knowledge, edgesFrom, lexicon.goods)
  const findEffects = createEventEffects(market, lexicon)
  const traitsOf = new Map(lexicon.kinds.map((traits) => [traits.kind, traits]))
  return (linked, seeds) => {
    const directionOf = (assetId: number) => seeds.find(({ asset }) => asset.id === assetId)?.verdict.direction
    const { title } = linked
    const marks = readInContext(findMarks(linked), title)
    // What a government rules of a good is no choice of a seller; what befalls a mine is no fault of a product.
    const isRuled = marks.some((mark) => mark.readings.some((one) => NO_CHOICE.has(one.class)))
    // "Awards missile seekers to BAE": what is ordered strikes nobody.
    const isNoOrder = marks.some(
      (mark) =>
        mark.readings.some((one) => NO_CHOICE.has(one.class)) && (mark.goods.length === 0 || !hasClass(mark, 'attack')),
    )
    const isUngoverned = !marks.some((mark) => mark.readings.some((one) => RULES.has(one.class)))
    const isPlaced = marks.some((mark) => mark.place !== null && mark.place.makes.length > 0)
    // "Gives First Quantum the go-ahead to restart its mine": a permit is no order.
    const isLet = isPlaced && marks.some((mark) => hasClass(mark, 'permission'))
    const found =
      readTravel(marks, title) ??
      readBid(marks, title) ??
      readCapex(marks, market) ??
      (isPlaced || isRuled ? null : readCapacity(marks, title, market)) ??
      (isPlaced || isRuled ? null : readCopy(marks, title)) ??
      (isPlaced ? null : readRecall(marks, title, market)) ??
      (isUngoverned ? readSudden(marks, title, market) : null) ??
      (isPlaced ? null : readTrial(marks, title, market)) ??
      (isNoOrder || isLet ? null : readContract(marks, title, market)) ??
      (isPlaced ? null : readOutcome(marks, title, market)) ??
      readGuidance(marks, title, market, directionOf) ??
      readLaunch(marks, title, market) ??
      readFx(marks, title, seeds, lexicon.countries) ??
      readPolicy(marks, title) ??
      readPriceMove(seeds, lexicon.countries, marks, title) ??
      readFiscal(marks) ??
      (isUngoverned ? readConflict(marks, title) : null) ??
      readWorldEvent(marks, title) ??
      readStoppage(marks, title, market)
    const event = found?.kind === 'price' ? followPrice(found, seeds) : found
    const isOfPrice = title.words.some((word) => SHARES.has(word))
    const nothing = { event: null, isSilent: false, isOfPrice, effects: [], typeHints: [], scorePoints: 0 }
    if (isSilent(marks, title)) return { ...nothing, isSilent: true }
    if (event === null) return nothing
    const named = new Set(linked.mentions.map((one) => one.asset.id))
    // A pair that is named moves by itself and spreads its move.
    const effects = findEffects(event, named).filter(({ asset }) => event.kind !== 'fx' || !named.has(asset.id))
    const traits = effects.length === 0 ? undefined : traitsOf.get(event.kind)
    const typeHints = traits === undefined ? [] : [{ type: traits.newsType, weight: TYPE_WEIGHT }]
    return { ...nothing, event, effects, typeHints, scorePoints: traits?.scorePoints ?? 0 }
  }
}

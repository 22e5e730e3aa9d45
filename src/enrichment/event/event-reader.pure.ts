import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import type { WeightedNewsType } from '../classify/news-type.pure.ts'
import type { IrregularVerbs } from '../direction/lexicon/inflect.pure.ts'
import type { LinkedText } from '../link/entity-link.pure.ts'
import type { GraphEdge } from '../ripple/graph.pure.ts'
import type { EventLexicon } from '../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'
import type { Direction } from '../vocabulary/verdict.pure.ts'
import { readBid } from './bid.pure.ts'
import { readCapacity, readCapex } from './capex.pure.ts'
import { readContract } from './contract.pure.ts'
import { createEventEffects, type EventEffect } from './event-effect.pure.ts'
import { readGuidance } from './guidance.pure.ts'
import { readLaunch } from './launch.pure.ts'
import { createMarkFinder } from './mark.pure.ts'
import { createMarket } from './market.pure.ts'
import { readOutcome, readRecall, readStoppage, readSudden, readTrial } from './outcome.pure.ts'
import { readPolicy } from './policy-event.pure.ts'
import { isSilent } from './silence.pure.ts'
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

/** Weight of the news type of an event: enough alone, less than words that say another. */
const TYPE_WEIGHT = 0.75

/** Prepares vocabulary and effects; the returned function reads the event of a linked title. */
export function createEventReader(
  knowledge: Knowledge,
  edgesFrom: (assetId: number) => readonly GraphEdge[],
  lexicon: EventLexicon,
  places: readonly Place[],
  irregular: IrregularVerbs,
): (linked: LinkedText, directionOf: (assetId: number) => Direction | undefined) => EventReading {
  const findMarks = createMarkFinder(knowledge, lexicon, places, irregular)
  const market = createMarket(knowledge, edgesFrom, lexicon.goods)
  const findEffects = createEventEffects(market, lexicon)
  const traitsOf = new Map(lexicon.kinds.map((traits) => [traits.kind, traits]))
  return (linked, directionOf) => {
    const marks = findMarks(linked)
    const { title } = linked
    const event =
      readBid(marks, title) ??
      readCapex(marks, market) ??
      readCapacity(marks, title, market) ??
      readRecall(marks, title, market) ??
      readSudden(marks, title, market) ??
      readTrial(marks, title, market) ??
      readContract(marks, title, market) ??
      readOutcome(marks, title, market) ??
      readGuidance(marks, title, market, directionOf) ??
      readLaunch(marks, title, market) ??
      readPolicy(marks, title) ??
      readWorldEvent(marks, title) ??
      readStoppage(marks, title, market)
    const isOfPrice = title.words.some((word) => SHARES.has(word))
    const nothing = { event: null, isOfPrice, effects: [], typeHints: [], scorePoints: 0 }
    if (isSilent(marks, title)) return { ...nothing, isSilent: true }
    if (event === null) return { ...nothing, isSilent: false }
    const effects = findEffects(event, new Set(linked.mentions.map((one) => one.asset.id)))
    const traits = effects.length === 0 ? undefined : traitsOf.get(event.kind)
    const typeHints = traits === undefined ? [] : [{ type: traits.newsType, weight: TYPE_WEIGHT }]
    return { event, isSilent: false, isOfPrice, effects, typeHints, scorePoints: traits?.scorePoints ?? 0 }
  }
}

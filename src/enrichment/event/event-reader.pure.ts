import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import type { Pieces } from '../../core/pieces.pure.ts'
import type { WeightedNewsType } from '../classify/news-type.pure.ts'
import type { IrregularVerbs } from '../direction/lexicon/inflect.pure.ts'
import type { LinkedText } from '../link/entity-link.pure.ts'
import type { Graph } from '../ripple/graph.pure.ts'
import type { Seed } from '../ripple/seed.pure.ts'
import type { EventRole } from '../vocabulary/event-lexicon.pure.ts'
import type { Lexicons } from '../vocabulary/lexicons.pure.ts'
import { createEventEffects, type EventEffect } from './effect/event-effect.pure.ts'
import { createMarket } from './effect/market.pure.ts'
import { findOtherTrades, readLearntEvent, readOtherTrades } from './learnt/learnt-event.pure.ts'
import type { LearntReading } from './learnt/learnt-title.pure.ts'
import { createMentionReader, type MentionReader } from './mention/mention.pure.ts'
import { addRivalled, findRivalled } from './mention/rivalled.pure.ts'
import { findAside, isSilent } from './mention/silence.pure.ts'
import { createRuleReader } from './rule-event.pure.ts'
import { findAdoption } from './title/adoption.pure.ts'
import { findCondition, isSparing } from './title/condition.pure.ts'
import { createEventTitle, createTitleLists } from './title/event-title.pure.ts'
import { findUnmetExpectation } from './title/expectation.pure.ts'
import { isPlainStatement } from './title/plain-statement.pure.ts'
import { companiesIn, isTagged, isTraded, type Tag } from './title/tag.pure.ts'
import { readInContext } from './title/tag-context.pure.ts'
import { createTagger } from './title/tagger.pure.ts'
import { isAgainstTold } from './told-move.pure.ts'
import { readCounterTariff } from './world/counter-tariff.pure.ts'
import { isPolicyKept } from './world/producer-event.pure.ts'
import { turnEvent, type WorldEvent } from './world-event.pure.ts'

/** What an article tells of the world, and whom it moves. */
export interface EventReading {
  /** Absent where the title tells no event. */
  readonly event: WorldEvent | null
  /** True where the names are only mentioned: their directions are ambiguous unless the title says how their price moved. */
  readonly isSilent: boolean
  /** True for a name that is only mentioned, whatever is told of others. */
  readonly isMention: MentionReader
  /** The assets of which that holds wherever they are named. */
  readonly mentioned: ReadonlySet<number>
  /** The assets of which only a rival is spoken of: they may lose by it, and the story is not about them. */
  readonly rivalled: ReadonlySet<number>
  /** True where the title speaks of shares: what they do is then told. */
  readonly isOfPrice: boolean
  readonly effects: readonly EventEffect[]
  /** What is tagged in the title. */
  readonly tags: readonly Tag[]
  /** The news type of such an event; none where it moves nobody. */
  readonly typeHints: readonly WeightedNewsType[]
  /** Points of newsworthiness that the event adds. */
  readonly scorePoints: number
}

/** What a title tells by the rules, and what it tells where something else is known of it. */
export interface TitleReading {
  readonly byRules: EventReading
  /** The reading of an event that needs no rules. */
  readonly readKnown: (event: WorldEvent) => EventReading
  /** The reading of the event that the network reads; null where it reads none. It says nothing of a named company whose sign is not sure. */
  readonly readLearnt: (learnt: LearntReading) => EventReading | null
  /** The same reading with the effects on further trades that the title names. */
  readonly addTrades: (told: EventReading, learnt: LearntReading) => EventReading
}

/** Those who sell a good. */
const OF_SELLERS: ReadonlySet<EventRole> = new Set(['struck', 'maker_there', 'maker_elsewhere'])

/** Weight of the news type of an event: enough alone, less than words that say another. */
const TYPE_WEIGHT = 0.75

/** Prepares vocabulary and effects; the returned function reads the event of a linked title. */
export function createEventReader(
  knowledge: Knowledge,
  graph: Pick<Graph, 'edgesFrom' | 'segmentsOf'>,
  { event: lexicon, places, summary }: Pick<Lexicons, 'event' | 'places' | 'summary'>,
  irregular: IrregularVerbs,
): (linked: LinkedText, seeds: readonly Seed[]) => Pieces<TitleReading> {
  const market = createMarket(knowledge, graph, lexicon)
  const listTitle = createTitleLists(lexicon)
  const tagTitle = createTagger(market, lexicon, places, irregular)
  const readRules = createRuleReader(market, lexicon)
  const findEffects = createEventEffects(market, lexicon, summary.names)
  const traitsOf = new Map(lexicon.kinds.map((traits) => [traits.kind, traits]))
  return function* (linked, seeds): Pieces<TitleReading> {
    const directionOf = (assetId: number) => seeds.find(({ asset }) => asset.id === assetId)?.verdict.direction
    const listed = listTitle(linked.title)
    const tagged = tagTitle(linked, listed)
    yield
    const all = readInContext(tagged, listed)
    yield
    const aside = findAside(all, listed)
    const unmet = findUnmetExpectation(listed)
    const isCondition = findCondition(listed)
    const rivalled = findRivalled(all, listed)
    const rivalledIds = new Set(rivalled.flatMap(({ asset }) => asset?.id ?? []))
    const isCompared = (tag: Tag) => unmet.some(({ from, to }) => tag.from < to && from < tag.to)
    const title = createEventTitle(
      listed,
      all.filter(
        (tag) =>
          (tag.asset === null || !aside.has(tag.asset.id)) &&
          !isCompared(tag) &&
          !isCondition(tag) &&
          !rivalled.includes(tag),
      ),
    )
    const { tags } = title
    yield
    const isQuiet = isSilent(title) || isPolicyKept(title)
    yield
    const told = isQuiet ? null : readRules(title, seeds)
    yield
    const read = told === null || unmet.length === 0 ? told : turnEvent(told, 'rules')
    const isAdopted = read !== null && read.sign < 0 && findAdoption(title) >= 0
    const isOfCommodity = read !== null && (read.commodities.length > 0 || read.goods.some(isTraded))
    const isOfMishap =
      (read?.kind === 'company_stop' && isTagged(title.tags, 'strike')) ||
      (read?.kind === 'product' && isTagged(title.tags, 'recall'))
    // "US requires licences for exports of chip software".
    const isLicensed =
      read?.kind === 'export_curb' && read.sign < 0 && title.hasIn('licence_needed') && title.hasIn('licence')
    const isSpared = read?.kind === 'levy' && isSparing(listed)
    const isSure = isLicensed || isSpared || isAdopted || ((isOfCommodity || isOfMishap) && isPlainStatement(title))
    const found = read !== null && isSure ? { ...read, isOutright: true } : read
    const isOfPrice = title.hasIn('share')
    const isOnlyMentioned = createMentionReader(tags, title)
    const isMention: MentionReader = (mention, named) =>
      (named !== undefined && (aside.has(named.asset.id) || rivalledIds.has(named.asset.id))) ||
      isOnlyMentioned(mention, named)
    const mentioned = new Set(
      seeds.flatMap(({ asset: { id } }) =>
        linked.mentions.every((one) => one.asset.id !== id || isMention(one, one)) ? [id] : [],
      ),
    )
    const nothing: EventReading = {
      ...{ event: null, isSilent: isQuiet, isMention, mentioned, rivalled: rivalledIds, isOfPrice },
      ...{ effects: [], tags: all, typeHints: [], scorePoints: 0 },
    }
    yield
    const named = new Set(linked.mentions.map((one) => one.asset.id))
    const isTold = (assetId: number) =>
      seeds.some(
        ({ asset, verdict }) => asset.id === assetId && (verdict.direction !== 'ambiguous' || verdict.because !== ''),
      )
    const tell = (read: WorldEvent, isKnown: boolean, isLeft = (_: EventEffect): boolean => false): EventReading => {
      const event = addRivalled(read, rivalled)
      // A pair that is named moves by itself and spreads its move.
      const own = findEffects(event, named).filter(
        (one) => !isLeft(one) && (event.kind !== 'fx' || !named.has(one.asset.id)),
      )
      const counter = readCounterTariff(event, title)
      const others = counter === null ? [] : findEffects(counter, named)
      const effects = [...own, ...others]
      if (!isKnown && isAgainstTold(effects, title, directionOf)) return nothing
      const traits = effects.length === 0 ? undefined : traitsOf.get(event.kind)
      const typeHints = traits === undefined ? [] : [{ type: traits.newsType, weight: TYPE_WEIGHT }]
      const moved = new Set(effects.map(({ asset }) => asset.id).filter((id) => rivalledIds.has(id)))
      const told = { ...nothing, event, effects, typeHints, scorePoints: traits?.scorePoints ?? 0 }
      return { ...told, mentioned: mentioned.difference(moved) }
    }
    return {
      byRules: found === null ? nothing : tell(found, false),
      readKnown: (event) => tell(event, true),
      readLearnt: (learnt) => {
        // "Nvidia shares rise 3%": how they move is told, and what moved them is not.
        if (isQuiet || (isOfPrice && companiesIn(tags).length > 0)) return null
        const event = readLearntEvent(learnt, title, market, lexicon.countries)
        if (event === null) return null
        const sure = new Set(
          learnt.signNames().flatMap(({ isSure, ticker }) => (isSure && ticker !== null ? [ticker] : [])),
        )
        // What the words say of a named company has its own reason.
        const isLeft = ({ asset }: EventEffect) =>
          named.has(asset.id) && asset.type === 'stock' && (!sure.has(asset.ticker) || isTold(asset.id))
        return tell(event, false, isLeft)
      },
      addTrades: (told, learnt) => {
        const others = isQuiet ? [] : findOtherTrades(title, told.event?.goods ?? [])
        if (others.length === 0) return told
        const trades = readOtherTrades(others, learnt, title, market, lexicon.countries)
        const known = new Set([...named, ...told.effects.map(({ asset }) => asset.id)])
        const further = trades
          .flatMap((event) => findEffects(event, named))
          .filter(({ asset, role }) => OF_SELLERS.has(role) && !known.has(asset.id) && known.add(asset.id))
        return further.length === 0 ? told : { ...told, effects: [...told.effects, ...further] }
      },
    }
  }
}

import type { AssetType, Knowledge } from '../../catalog/knowledge.pure.ts'
import type { WorldEvent } from '../event/world-event.pure.ts'
import type { Seed } from '../ripple/seed.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import { wordList } from '../text/word-set.pure.ts'
import type { EventEffectKind } from '../vocabulary/event-lexicon.pure.ts'
import type { ThemeBusiness, ThemeLexicon } from '../vocabulary/theme-business.pure.ts'
import type { Aspect, TrendHit } from '../vocabulary/verdict.pure.ts'
import { type BusinessPart, businessParts } from './business-part.pure.ts'
import type { NewsType } from './news-type.pure.ts'
import { familyOf, trendOf } from './theme.pure.ts'

/** What an article tells, as far as it matters to the themes of those it names. */
export interface ToldBusiness {
  /** With the companies' own names masked: "Waste Management" is a company, not what it does. */
  readonly title: TokenisedText
  readonly body: TokenisedText | null
  /** The words of the title as they stand: products are names too. */
  readonly titleWords: readonly string[]
  /** Named assets, most relevant first. */
  readonly named: readonly Seed[]
  /** News types, most fitting first. */
  readonly newsTypes: readonly NewsType[]
  /** Kind of the event that was read; null where none was. */
  readonly eventKind: EventEffectKind | null
  /** Tickers of those who sell the brand or the service that the event is about. */
  readonly makers: readonly string[]
}

/** Least relevance of a name that the event is about. */
const RELEVANCE_MIN = 0.5
/** Relevance of a theme whose segment is named beside the company, and of one that is the company's business anyway. */
const SEGMENT_RELEVANCE = 0.5
const BUSINESS_RELEVANCE = 0.4
/** Tokens of the body in which a segment may be named. */
const BODY_TOKENS = 80
/** Types that tell how an event was received, not what happened: the type behind them decides. */
const RECEPTION: ReadonlySet<NewsType> = new Set(['price_action_technical', 'noise_other'])
/** Types that tell of the whole company. */
const RESULTS: ReadonlySet<NewsType> = new Set(['earnings_results', 'analyst_forecast'])
/** Aspects that tell of business where no news type does. */
const OPERATING: ReadonlySet<Aspect> = new Set(['demand', 'supply', 'pricing', 'competition', 'technology'])
/** Kinds of events that are business whatever type the news is. */
const OPERATIONS: ReadonlySet<EventEffectKind> = new Set(
  wordList('capex company_stop contract guidance launch product results supply'),
)
/** Types of assets of which everything that happens is the business of their themes. */
const UNDIVIDED: ReadonlySet<AssetType> = new Set(['commodity', 'crypto', 'forex', 'bond', 'money_market', 'etf'])

/**
 * Prepares members and themes. The returned function gives the themes whose own business an article tells: a core member is named in an
 * event of a kind that counts there, and the theme's segment is named beside it, or the member lives on the theme and no other segment
 * of it is named.
 */
export function createMemberBusiness(
  knowledge: Knowledge,
  lexicon: ThemeLexicon,
  hints: ReadonlyMap<number, readonly string[]>,
): (told: ToldBusiness, spoken: ReadonlySet<number>) => TrendHit[] {
  const businessOf = new Map(lexicon.businesses.map((business) => [business.nodeId, business]))
  const parts = businessParts(knowledge, businessOf)
  const ofPlaces = new Set(
    lexicon.businesses.filter(({ places }) => places.length > 0).map(({ nodeId }) => familyOf(nodeId)),
  )
  const partsOf = new Map(knowledge.assets.map(({ id, ticker }) => [ticker, parts.get(id)]))
  /** Single words of keywords and names suggest a segment; its own words and its keywords name it. */
  const segments = new PhraseTrie<readonly number[]>()
  const products = new PhraseTrie<readonly number[]>()
  const learn = (trie: PhraseTrie<readonly number[]>, word: string, nodeId: number) =>
    trie.add(word, (old) => [...(old ?? []), nodeId])
  for (const [nodeId, words] of hints) for (const word of words) learn(segments, word, nodeId)
  for (const { nodeId, words } of lexicon.businesses) for (const word of words) learn(products, word, nodeId)
  const misfortunes = new PhraseTrie<true>()
  for (const phrase of lexicon.notBusiness) misfortunes.add(phrase, () => true)

  const counts = (nodeId: number, type: NewsType): boolean => {
    for (const id of [nodeId, trendOf(nodeId), familyOf(nodeId)]) {
      const types = businessOf.get(id)?.newsTypes ?? []
      if (types.length > 0) return types.includes(type)
    }
    return false
  }

  return ({ title, body, titleWords, named, newsTypes, eventKind, makers }, spoken) => {
    const type = newsTypes.find((one) => !RECEPTION.has(one))
    const about = named.filter(({ asset, relevance }) => relevance >= RELEVANCE_MIN && parts.has(asset.id))
    if (about.length === 0) return []
    const hear = (trie: PhraseTrie<readonly number[]>, titleAs: readonly string[]): Set<number> => {
      const hits = trie.findAll(titleAs, title.breaks)
      if (body !== null) hits.push(...trie.findAll(body.words.slice(0, BODY_TOKENS), body.breaks))
      return new Set(hits.flatMap(({ value }) => value))
    }
    const clear = hear(products, titleWords).union(spoken)
    const said = hear(segments, title.words).union(clear)
    const spokenFamilies = new Set([...spoken].filter((nodeId) => !isScene(businessOf.get(nodeId))).map(familyOf))
    const isMisfortune = misfortunes.findAll(title.words, title.breaks).length > 0
    const hits = new Map<number, number>()
    const add = (nodeId: number, relevance: number) => {
      const rounded = Math.round(relevance * 100) / 100
      if (rounded > (hits.get(nodeId) ?? 0)) hits.set(nodeId, rounded)
    }
    // "Hoya and TSMC sign supply agreement": of what one of them does alone nothing is told.
    const isPact = type === 'ma_partnership' && eventKind === null && about.length > 1
    const isShared = (nodeId: number) =>
      about.every(({ asset }) => parts.get(asset.id)?.some((part) => familyOf(part.nodeId) === familyOf(nodeId)))
    // "Recalls Knorr", "new Webex model": what few of its makers live on is no theme of it.
    const selling = makers.map((ticker) => partsOf.get(ticker)).filter((own) => own !== undefined)
    const isSold = (nodeId: number) => {
      const sellers = selling.filter((own) => own.some((part) => trendOf(part.nodeId) === trendOf(nodeId)))
      return 2 * sellers.length >= selling.length
    }
    for (const { asset, relevance, verdict } of about) {
      const own = parts.get(asset.id) ?? []
      if (UNDIVIDED.has(asset.type)) {
        for (const { nodeId, isMain } of own) {
          // A country's fund, yield or currency tells of the country, not of one thing that happens there.
          if (isMain) add(ofPlaces.has(familyOf(nodeId)) ? trendOf(nodeId) : nodeId, BUSINESS_RELEVANCE * relevance)
        }
        continue
      }
      if (isMisfortune) continue
      const isIn = (nodes: ReadonlySet<number>, { nodeId }: BusinessPart) =>
        nodes.has(nodeId) || nodes.has(trendOf(nodeId))
      const isDivided = () =>
        own.some((part) => part.isLine && (isIn(clear, part) || (part.isCore && said.has(part.nodeId))))
      const isDecided = verdict.direction !== 'ambiguous'
      const isOperation =
        (isDecided && verdict.aspect === 'supply') ||
        (eventKind !== null && OPERATIONS.has(eventKind)) ||
        (isDecided && type === undefined && OPERATING.has(verdict.aspect))
      // A product or an order of another theme is no business of this one; results are, whatever else is said.
      const isOfResults = type !== undefined && RESULTS.has(type) && eventKind !== 'contract'
      const isWide = isOfResults || spokenFamilies.size === 0
      const isHere = ({ nodeId }: BusinessPart) => isWide || spokenFamilies.has(familyOf(nodeId))
      const whole: number[] = []
      for (const part of own) {
        if (!part.isCore || !((isOperation && part.isLine) || (type !== undefined && counts(part.nodeId, type))))
          continue
        if (said.has(part.nodeId) || isIn(clear, part)) add(part.nodeId, SEGMENT_RELEVANCE * relevance)
        else if (
          part.isMain &&
          isHere(part) &&
          !isDivided() &&
          (!isPact || isShared(part.nodeId)) &&
          isSold(part.nodeId)
        )
          whole.push(part.nodeId)
      }
      for (const nodeId of joined(whole)) add(nodeId, BUSINESS_RELEVANCE * relevance)
    }
    return [...hits].map(([nodeId, relevance]) => ({ nodeId, relevance }))
  }
}

/** Those in whose business an event is: who drops a supplier buys elsewhere what is not its own. */
export function inOwnBusiness(named: readonly Seed[], event: WorldEvent | null): readonly Seed[] {
  if (event?.kind !== 'contract') return named
  const { winner = [], loser = [] } = event.roles
  const sellers = named.filter(({ asset }) => winner.includes(asset.ticker) || loser.includes(asset.ticker))
  return sellers.length > 0 ? sellers : named
}

/** Of several themes of one family what they have in common: results of a drugmaker are not news of each disease it treats. */
function joined(nodeIds: readonly number[]): number[] {
  return [...Map.groupBy(nodeIds, familyOf)].map(([family, own]) => {
    const [first = family] = own
    if (own.length === 1) return first
    return own.every((nodeId) => trendOf(nodeId) === trendOf(first)) ? trendOf(first) : family
  })
}

/** Whether a node is where business happens or what weighs on it, so that it may be spoken of beside any business. */
function isScene(business: ThemeBusiness | undefined): boolean {
  return business !== undefined && (business.hurts || business.places.length > 0)
}

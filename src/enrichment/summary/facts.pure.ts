import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { NewsType } from '../classify/news-type.pure.ts'
import type { EventReading } from '../event/event-reader.pure.ts'
import { isReportDenied } from '../event/mention/silence.pure.ts'
import type { WorldEvent } from '../event/world-event.pure.ts'
import type { Seed } from '../ripple/seed.pure.ts'
import type { KindFit } from '../sign/kind-fit.pure.ts'
import { encodeEvent } from '../story/event-code.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import type { EventLexicon } from '../vocabulary/event-lexicon.pure.ts'
import type { StoryLexicon } from '../vocabulary/story-lexicon.pure.ts'
import type { SummaryLexicon } from '../vocabulary/summary-lexicon.pure.ts'
import type { AssetImpact, SummaryAmount, SummaryFacts } from '../vocabulary/verdict.pure.ts'
import { PRICE_MOVE } from './sentence.pure.ts'
import { listNeededSlots } from './template.pure.ts'

/** Most names of those who gain, and of those who lose. */
const MAX_NAMES = 2
/** Least relevance of a company that is not named in the story. */
const MIN_RELEVANCE = 0.25

/** What a summary is made from. */
interface Told {
  readonly title: TokenisedText
  readonly seeds: readonly Seed[]
  /** The named assets with the verdicts by the words beside their names. */
  readonly read: readonly Seed[]
  readonly told: EventReading
  readonly kindFit: KindFit
  /** Codes of the events of the story. */
  readonly events: readonly number[]
  readonly newsTypes: readonly NewsType[]
  readonly impacts: readonly AssetImpact[]
  /** The first amount of the headline. */
  readonly amount: SummaryAmount | null
}

/** Data and rates of a country. */
const OF_ECONOMY = /^story\/(?:macro-|policy-rate)/
const EXPORTS = 'story/macro-exports/'

/** A yield that rises is good for nobody by itself. */
const YIELDS = wordSet('bond money_market')

type Slots = Partial<Pick<SummaryFacts, 'who' | 'good' | 'place' | 'country' | 'from' | 'bidder' | 'target'>>

/** Prepares keys and slots. The returned function gives the facts of the summary of what was read: who, what, how much, for whom. */
export function createFactReader(
  { templates }: SummaryLexicon,
  { goods, countries }: EventLexicon,
  story: StoryLexicon,
  assets: readonly KnownAsset[],
): (parts: Told) => SummaryFacts {
  const sentenceOf = new Map(
    templates.map(({ key, en, expects }, rank) => [
      key,
      { key, expects, rank, isOfCompany: en.includes('{who}'), needs: listNeededSlots(en) },
    ]),
  )
  const sentenceOfEvent = new Map(
    story.events.map(({ concept, stage, how }) => [
      encodeEvent(concept, stage, how),
      sentenceOf.get(`story/${concept}/${stage}`),
    ]),
  )
  const ids = new Map(assets.map((asset) => [asset.ticker, asset.id]))
  const typeOf = new Map(assets.map((asset) => [asset.id, asset.type]))
  const countryNames = new PhraseTrie<string>()
  for (const { code, names, government, centralBank } of countries) {
    for (const name of [...names, ...government, ...centralBank]) countryNames.add(name, (old) => old ?? code)
  }
  const goodOf = new Map(goods.toReversed().flatMap((good) => good.commodities.slice(0, 1).map((one) => [one, good])))

  return ({ title, read, seeds, told, kindFit, events, newsTypes, impacts, amount }) => {
    const impactOf = ({ asset }: Seed) => impacts.find((one) => one.assetId === asset.id)
    const isMoved = (seed: Seed) => (impactOf(seed)?.direction ?? 'ambiguous') !== 'ambiguous'
    // "Nvidia supplier SK Hynix posts record profit": it is about the one that moves.
    const [front] = seeds
    const isOfStock = ({ asset }: Seed) => asset.type === 'stock'
    const about = front && isOfStock(front) ? (seeds.find((one) => isOfStock(one) && isMoved(one)) ?? front) : front
    // "Kellogg names Pfizer veteran": told of somebody else.
    const lead = about && told.mentioned.has(about.asset.id) ? undefined : about
    const impact = lead && impactOf(lead)
    const isCompany = lead?.asset.type === 'stock'
    // "Drops a carrier": what an event does to a company is no fall of its shares.
    const isOfPrices = told.event === null && newsTypes.includes('price_action_technical')
    const isMoveTold = read.some(({ asset, verdict }) => asset === lead?.asset && verdict.isPriceMove === true)
    const isOfShares = isOfPrices || isMoveTold || !isCompany
    const fitting = newsTypes.filter((one) => isOfShares || one !== 'price_action_technical')
    const newsType = fitting[0] ?? 'noise_other'
    const direction = impact?.direction ?? 'ambiguous'
    const world =
      told.effects.length === 0 || (told.event?.kind === 'price' && lead !== undefined && !isCompany)
        ? null
        : told.event
    const who = lead?.asset.id
    const slots: Slots = { who, ...(world && slotsOf(world, impacts)) }
    const ofEvent = world === null ? [] : [`event/${world.kind}/${world.sign < 0 ? 'less' : 'more'}`]
    const ofStory = events
      .flatMap((code) => sentenceOfEvent.get(code) ?? [])
      .filter(
        ({ key, expects, isOfCompany }) =>
          isOfCompany === isCompany &&
          (expects === null || direction === 'ambiguous' || direction === expects) &&
          (isOfShares || !key.startsWith('story/move/')) &&
          (!isCompany || kindFit.isLikely(key.split('/')[1] ?? '')) &&
          (newsType === 'ma_partnership' || !key.startsWith('story/acquisition/')),
      )
      .sort((a, b) => a.rank - b.rank)
      .map(({ key }) => key)
    const isUntrue = told.isSilent && isReportDenied(title.text)
    const ofType =
      lead === undefined || isUntrue
        ? `topic/${newsType}`
        : isCompany
          ? `type/${direction === 'ambiguous' ? newsType : kindFit.correctType(fitting)}/${direction}`
          : `asset/${direction}`
    // Of a company the words of its own story say more than what the world makes of them.
    const isPlaced = slots.place !== undefined || slots.bidder !== undefined
    // What a country does to its exports says more than that they change.
    const isEconomy = OF_ECONOMY.test(ofStory[0] ?? '') && !ofStory[0]?.startsWith(EXPORTS)
    const keys = isEconomy || (isCompany && !isPlaced) ? [...ofStory, ...ofEvent] : [...ofEvent, ...ofStory]
    const isTellable = (one: string) => sentenceOf.get(one)?.needs.every((slot) => has(slots, slot))
    const key = (isUntrue ? [] : keys).find(isTellable) ?? ofType
    const isOfEvent = key.startsWith('event/')
    const country = OF_ECONOMY.test(key) ? findCountry(title) : undefined
    // What a company tells of itself does not move whom an event of the world would.
    const moved =
      isCompany && !isOfEvent ? impacts.filter(({ steps }) => !steps.some((one) => one.relation === 'event')) : impacts
    const isSelfClear = !isCompany || PRICE_MOVE.test(key)
    const untold = isSelfClear ? who : undefined
    return {
      key,
      ...(isOfEvent ? slots : { who, country }),
      amount: amount ?? undefined,
      isFeared: isOfEvent && world?.isFeared ? true : undefined,
      aspect: key === ofType && !isSelfClear ? impact?.aspect : undefined,
      up: listNames(moved, 'pos', untold),
      down: listNames(moved, 'neg', untold),
    }
  }

  function findCountry({ words, breaks, shapes }: TokenisedText): string | undefined {
    return countryNames.findAll(words, breaks).find(({ from }) => shapes[from] !== 'lower')?.value
  }

  function slotsOf(
    { goods: named, commodities, place, actor, target, roles, kind }: WorldEvent,
    impacts: readonly AssetImpact[],
  ): Slots {
    const isByActor = kind === 'export_curb' || kind.startsWith('import') || kind === 'tariff_abroad'
    const country = isByActor ? actor : (target ?? actor)
    const from = target ?? (kind === 'sanction' ? actor : null)
    // Of all that it could befall the first whom it moves.
    const all = roles.struck ?? roles.winner ?? roles.owner
    const moved = all?.find((ticker) => impacts.some(({ assetId }) => assetId === ids.get(ticker))) ?? all?.[0]
    const who = ids.get(moved ?? '')
    return {
      good: (named[0] ?? goodOf.get(commodities[0] ?? ''))?.words[0],
      place: place?.name,
      country: country?.code,
      from: from?.code,
      ...(who !== undefined && { who }),
      bidder: ids.get(roles.bidder?.[0] ?? ''),
      target: ids.get(roles.bid_target?.[0] ?? ''),
    }
  }

  /** Those who gain or lose most: companies before other assets, of each the first; a further share class is not told again. */
  function listNames(impacts: readonly AssetImpact[], direction: 'pos' | 'neg', without: number | undefined): number[] {
    const rankOf = ({ assetId }: AssetImpact) => (typeOf.get(assetId) === 'stock' ? 0 : 1)
    return impacts
      .filter(
        (one) =>
          one.direction === direction &&
          one.assetId !== without &&
          !YIELDS.has(typeOf.get(one.assetId)) &&
          one.relevance >= MIN_RELEVANCE &&
          one.steps.at(-1)?.relation !== 'line',
      )
      .sort((a, b) => rankOf(a) - rankOf(b))
      .slice(0, MAX_NAMES)
      .map((one) => one.assetId)
  }
}

function has(slots: Readonly<Record<string, unknown>>, slot: string): boolean {
  if (slot === 'goods') return true
  if (slot === 'currency') return slots.country !== undefined
  if (slot === 'where') return slots.place !== undefined || slots.country !== undefined
  return slots[slot] !== undefined
}

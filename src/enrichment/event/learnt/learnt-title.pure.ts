import type { EventCountry, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isTagged, isTraded, type Tag } from '../title/tag.pure.ts'

export type Sign = -1 | 0 | 1

/** A name of a title, and what the network says happens to it. */
export interface SignedName {
  readonly kind: string
  /** UTF-16 units of the title. */
  readonly start: number
  /** 0 where it is neither better nor worse off, or may be either. */
  readonly sign: Sign
  /** Sure enough of its sign that an event may say it of a named company. */
  readonly isSure: boolean
  /** It decides what happens to others. */
  readonly isDecider: boolean
  /** The ticker of what it stands for, where it stands for something listed. */
  readonly ticker: string | null
  /** -1 where the quote of its ticker falls when what is named rises: the yen and USDJPY. */
  readonly quoteSign: 1 | -1
}

/** A kind of event, and how likely it is. */
export type KindShare = readonly [kind: string, share: number]

/** What the network reads of a title, each when it is asked for first. */
export interface LearntReading {
  /** The likeliest first. */
  readonly listKinds: () => readonly KindShare[]
  readonly signNames: () => readonly SignedName[]
}

/** A title with the signs of what it names. */
export interface LearntTitle {
  readonly title: EventTitle
  readonly market: Market
  readonly countries: readonly EventCountry[]
  readonly names: readonly SignedName[]
  /** Tickers of companies that are better off, and of those that are worse off; owners of a product bear its sign. */
  readonly ups: readonly string[]
  readonly downs: readonly string[]
  /** Tickers of all companies named. */
  readonly companies: readonly string[]
  /** The goods that are meant: those with a sign, commodities first. */
  readonly goods: readonly Good[]
  /** Sign of the goods: of a commodity its price's, of what a trade sells the trade's. */
  readonly goodSign: Sign
  readonly place: Place | null
  /** More or less comes out of the place or passes it. */
  readonly placeSign: Sign
  /** The country that decides. */
  readonly actor: EventCountry | null
  /** The country it happens to. */
  readonly target: EventCountry | null
  readonly targetSign: Sign
  /** Only threatened or possible. */
  readonly isFeared: boolean
  readonly signOf: (tag: Tag | undefined) => Sign
  /** The first of some tags with a sign, else the first. */
  readonly firstSigned: (some: readonly Tag[]) => Tag | undefined
}

/** Brings together the tags of a title and the signs of its names. */
export function signTitle(
  title: EventTitle,
  names: readonly SignedName[],
  market: Market,
  countries: readonly EventCountry[],
): LearntTitle {
  const { tags, starts } = title
  const nameOf = (tag: Tag | undefined) => tag && names.find(({ start }) => start === starts[tag.from])
  const signOf = (tag: Tag | undefined): Sign => nameOf(tag)?.sign ?? 0
  const firstSigned = (some: readonly Tag[]) => some.find((tag) => signOf(tag) !== 0) ?? some[0]
  const signs = new Map<string, Sign>()
  for (const tag of companiesIn(tags))
    for (const ticker of [tag.asset?.ticker ?? '', ...(tag.product?.owners ?? [])])
      if (ticker !== '' && !signs.get(ticker)) signs.set(ticker, signOf(tag))
  const companies = [...signs.keys()]
  const named = tags.filter((tag) => tag.goods.length > 0 && tag.asset === null && !hasClass(tag, 'attack'))
  const moved = named.filter((tag) => signOf(tag) !== 0)
  const commodities = moved.filter((tag) => tag.goods.some(isTraded))
  const [first, ...others] = commodities.length > 0 ? commodities : moved.length > 0 ? moved : named
  const goodSign = signOf(first)
  const alike = first === undefined ? [] : [first, ...others.filter((tag) => signOf(tag) === goodSign)]
  const placeTag = firstSigned(tags.filter((tag) => tag.place !== null))
  const countryTags = tags.filter((tag) => tag.country !== null && !tag.isCentralBank)
  const decider =
    countryTags.find((tag) => nameOf(tag)?.isDecider === true) ?? countryTags.find((tag) => tag.isGovernment)
  const sufferer = firstSigned(countryTags.filter(({ country }) => country !== decider?.country))
  return {
    ...{ title, market, countries, names, signOf, firstSigned, companies, goodSign },
    ups: companies.filter((ticker) => signs.get(ticker) === 1),
    downs: companies.filter((ticker) => signs.get(ticker) === -1),
    goods: [...new Set(alike.flatMap((tag) => tag.goods))].slice(0, MAX_GOODS),
    place: placeTag?.place ?? null,
    placeSign: signOf(placeTag),
    actor: decider?.country ?? null,
    target: sufferer?.country ?? null,
    targetSign: signOf(sufferer),
    isFeared: isTagged(tags, 'fear'),
  }
}

const MAX_GOODS = 4

import type { NewsType } from '../classify/news-type.pure.ts'
import { wordList } from '../text/word-set.pure.ts'
import type { EventWord, EventWordClass, WordList } from './event-word.pure.ts'
import type { Aspect } from './verdict.pure.ts'

/** A good as headlines name it, with who trades, makes and uses it; tickers. */
export interface Good {
  /** Lower-case singular names, most usual first. */
  readonly words: readonly string[]
  /** Makers that are not listed and whose names stand for the good: "rusal". */
  readonly firms: readonly string[]
  /** Commodities whose price moves with its supply, main one first. */
  readonly commodities: readonly string[]
  /** Commodities it is made from: less is bought of them when less of it is made. */
  readonly inputs: readonly string[]
  /** GICS codes of industries that make nothing else. */
  readonly makersGics: readonly string[]
  readonly makers: readonly string[]
  readonly usersGics: readonly string[]
  readonly users: readonly string[]
  /** Those who bring it in from abroad and pay a tariff on it. */
  readonly importers: readonly string[]
  /** What a company does with it: "mines", "provides". */
  readonly makerVerb: string
  /** A business in which few companies compete, told by what they do: "flight booking". */
  readonly isSegment?: boolean
}

/** A product, site or case that headlines name without the company: "MAX 9". Listings by ticker. */
export interface Product {
  readonly words: readonly string[]
  /** Whose it is, the main one first. */
  readonly owners: readonly string[]
  /** Companies that depend on it. */
  readonly users: readonly string[]
  /** Of a firm that is not listed: who sells to it, and who competes with it. */
  readonly suppliers?: readonly string[]
  readonly rivals?: readonly string[]
}

/** A country, or a group of countries, as headlines name it; tickers. */
export interface EventCountry {
  /** ISO 3166 alpha-2, or the name of a group: OPEC. */
  readonly code: string
  /** Codes of the members of a group. */
  readonly members: readonly string[]
  readonly names: readonly string[]
  /** Names of its government as an actor: "Delhi", "White House". */
  readonly government: readonly string[]
  /** Names of its central bank and those who speak for it. */
  readonly centralBank: readonly string[]
  /** Commodities it exports and its share of the world's exports in percent, largest first. */
  readonly exports: readonly TradeShare[]
  /** Companies that live by what is made there for sale abroad, and commodities that the United States buys there. */
  readonly exporters: readonly string[]
  /** Funds of its stocks. */
  readonly funds: readonly string[]
  /** Pairs of its currency; 1 where they rise with it, -1 where they fall. */
  readonly pairs: readonly { readonly ticker: string; readonly sign: 1 | -1 }[]
  /** Its yields and money-market rates, shortest first. */
  readonly rates: readonly string[]
  /** What falls, and what rises, with its rates. */
  readonly rateLosers: readonly string[]
  readonly rateWinners: readonly string[]
  /** Companies that live of its visitors. */
  readonly hosts: readonly string[]
}

/** What is used instead of a good where there is less of it. */
interface Substitute {
  /** The good by its first name. */
  readonly good: string
  readonly ticker: string
  /** Codes of the countries where it is. */
  readonly countries: readonly string[]
}

interface TradeShare {
  readonly ticker: string
  readonly sharePercent: number
}

/** Kinds of events that the table of effects knows. */
export const EVENT_EFFECT_KINDS = wordList(
  'supply stocks route crop export_curb import_curb_home import_curb_abroad tariff_home tariff_abroad tariff_borne levy wage travel power sanction demand service_stop company_stop catastrophe policy fiscal fx intervention conflict bid split stake capex capacity contract product legal guidance results launch price shares pricing funding buyers aid politics',
)
export type EventEffectKind = (typeof EVENT_EFFECT_KINDS)[number]

/** What an asset is to an event. */
export const EVENT_ROLES = wordList(
  'commodity related_commodity input owner maker_there maker_elsewhere maker_at_home maker_in_target maker_in_third importer exporter home_fund bond_fund lender haven defence user user_at_home dependent target_fund target_currency rates currency rate_loser rate_winner winner loser bidder bid_target supplier carrier struck opponent rival peer customer launcher host substitute partner input_maker',
)
export type EventRole = (typeof EVENT_ROLES)[number]

/** One effect of a kind of event, for the case that less gets through; the other case is its reverse. */
export interface EventRule {
  readonly kind: EventEffectKind
  readonly role: EventRole
  readonly sign: 1 | -1
  /** 0-1. */
  readonly strength: number
  readonly aspect: Aspect
  /** Rationale where less gets through, with {asset}, {company} (whom the event is told of), {good}, {makes} (what makers do with the good), {place}, {country} and {currency}. */
  readonly less: string
  /** Rationale where more gets through. */
  readonly more: string
}

/** What a kind of event says of the story that tells it. */
interface EventKindTraits {
  readonly kind: EventEffectKind
  readonly newsType: NewsType
  /** Points of newsworthiness. */
  readonly scorePoints: number
}

/** Groups of countries, commodities, goods or industries that rules name; `prisma/reference/event/groups.csv` gives their members. */
export const EVENT_GROUPS = wordList(
  'beside_gulf broad_currency capped_currency captive_industry crop energy fuel importer imposer local_industry made_abroad made_in_us market_china market_europe mixed_industry oil_producer oil_seller outcast remedy stored fragile_currency fabless other_trade digging_industry dollar_payer euro_payer local_price pound_payer world_industry yen_payer cartel unlike paid_by_price power_starved shop_industry',
)
type EventGroup = (typeof EVENT_GROUPS)[number]
export type EventGroups = Readonly<Record<EventGroup, ReadonlySet<string>>>

/** The members of each group. */
export function indexGroups(rows: EventLexicon['groups']): EventGroups {
  return tableOf(EVENT_GROUPS, (name) => new Set(rows.find(({ group }) => group === name)?.members))
}

function tableOf<Name extends string, Value>(
  names: readonly Name[],
  valueFor: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  // TypeScript cannot see that the entries of all names make the record.
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<Name, Value>
}

/** How much an event counts by what and whom it touches. */
export interface EventSize {
  /** A commodity by how much trade moves with it, a group of countries by its share of the world's supply in percent, a government by how far its decisions reach. */
  readonly of: 'commodity' | 'supplier' | 'decider'
  readonly code: string
  readonly value: number
}

/** What a word does not mean, or means instead, beside other words; words ending in `*` stand for every word that begins so. */
export interface WordSense {
  /** The words in question, by the first of a phrase; all words where empty. */
  readonly words: readonly string[]
  /** One of these stands before; any where empty. */
  readonly before: readonly string[]
  /** One of these, or a number for `#`, is among the next `reach` tokens; any where empty. */
  readonly after: readonly string[]
  readonly reach: number
  /** Classes that the words do not have there; where empty they mean nothing at all. */
  readonly drop: readonly EventWordClass[]
  /** The class of the verb that they mean instead; null where they mean none. */
  readonly become: EventWordClass | null
}

/** The vocabulary and the table of effects of events. */
export interface EventLexicon {
  readonly words: readonly EventWord[]
  readonly wordLists: readonly { readonly list: WordList; readonly words: readonly string[] }[]
  readonly senses: readonly WordSense[]
  readonly groups: readonly { readonly group: EventGroup; readonly members: readonly string[] }[]
  readonly goods: readonly Good[]
  readonly products: readonly Product[]
  readonly countries: readonly EventCountry[]
  readonly rules: readonly EventRule[]
  readonly kinds: readonly EventKindTraits[]
  readonly sizes: readonly EventSize[]
  readonly substitutes: readonly Substitute[]
}

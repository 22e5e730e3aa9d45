import type { NewsType } from '../classify/news-type.pure.ts'
import type { Aspect } from './verdict.pure.ts'

/** Classes of the words that events are composed of; `prisma/reference/event/words.csv` lists the words of each. */
export const EVENT_WORD_CLASSES = [
  // What is done to something: operators.
  'stop',
  'start',
  'end',
  'keep',
  'deny',
  'fear',
  'more',
  'less',
  'threat',
  'need',
  // Ends what it is done to, and does not merely lower it: "lapse", "abolish".
  'terminate',
  // Verbs without an object: "falls".
  'selfmove',
  // What is bad for supply.
  'barrier',
  // What may be raised and lowered, and whose end is no bar: "quota", "ceiling".
  'limit',
  'tax',
  // A tax where a percentage stands before it: "25% charge on".
  'charge',
  'sanction',
  'strike',
  'accident',
  'attack',
  'weather',
  'cold',
  'heat',
  'mild',
  'blight',
  'shortage',
  // What is good for supply, or neither.
  'goodweather',
  'surplus',
  'accord',
  'flow',
  'inflow',
  'output',
  'crop',
  'facility',
  'demand',
  'stocks',
  'permission',
  'price',
  // A subject that bears what others decide: "faces", "dodges"; less than was expected.
  'bear',
  'undershoot',
  // Of single companies.
  'launch',
  'capex',
  'copy',
  'newcomer',
  'deal',
  'win',
  'choose',
  'beat',
  'drop',
  'serve',
  'lose',
  'bid',
  'buy',
  'walk',
  'recall',
  'trial',
  'succeed',
  'fail',
  'approval',
  'approve',
  'drug',
  'disease',
  'case',
  'claim',
  'hold',
  'offend',
  'plea',
  'accuse',
  'authority',
  'guidance',
  'warning',
  // More is ordered than can be made: "sold out until 2027".
  'boom',
  // What is asked for goods is lowered; what a war of prices is called.
  'pricecut',
  'pricewar',
  // Who buys; leaves a seller; comes to one.
  'buyer',
  'flee',
  'flock',
  'delay',
  // What a state gives a company.
  'aid',
  // Of the economy.
  'indicator',
  'ratecut',
  'ratehike',
  'hawkish',
  'dovish',
  'centralbank',
  'prudence',
  'borrowing',
  'war',
  'peace',
  // What says that a name is only mentioned.
  'person',
  'finance',
  'appoint',
  'post',
  'leader',
  'speaker',
  'occasion',
  'list',
  // Phrases whose words mean nothing here: "year-end".
  'none',
] as const
export type EventWordClass = (typeof EVENT_WORD_CLASSES)[number]

/** A word, in its base form, and the class it belongs to. */
interface EventWord {
  readonly word: string
  readonly class: EventWordClass
  readonly pos: 'verb' | 'noun' | 'adjective' | 'phrase'
}

/** A good as headlines name it, with who trades, makes and uses it; tickers. */
export interface Good {
  /** Lower-case singular names, most usual first. */
  readonly words: readonly string[]
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
}

interface TradeShare {
  readonly ticker: string
  readonly sharePercent: number
}

/** Kinds of events that the table of effects knows. */
export const EVENT_EFFECT_KINDS = [
  'supply',
  'stocks',
  'route',
  'crop',
  'export_curb',
  'import_curb_home',
  'import_curb_abroad',
  'tariff_home',
  'tariff_abroad',
  'tariff_borne',
  'sanction',
  'demand',
  'service_stop',
  'company_stop',
  'catastrophe',
  'policy',
  'fiscal',
  'fx',
  'conflict',
  'bid',
  'capex',
  'capacity',
  'contract',
  'product',
  'legal',
  'guidance',
  'launch',
  'price',
  'pricing',
  'buyers',
  'aid',
] as const
export type EventEffectKind = (typeof EVENT_EFFECT_KINDS)[number]

/** What an asset is to an event. */
export const EVENT_ROLES = [
  'commodity',
  'related_commodity',
  'input',
  'owner',
  'maker_there',
  'maker_elsewhere',
  'maker_at_home',
  'maker_in_target',
  'maker_in_third',
  'importer',
  'exporter',
  'home_fund',
  'bond_fund',
  'haven',
  'defence',
  'user',
  'user_at_home',
  'dependent',
  'target_fund',
  'target_currency',
  'rates',
  'currency',
  'rate_loser',
  'rate_winner',
  'winner',
  'loser',
  'bidder',
  'bid_target',
  'supplier',
  'carrier',
  'struck',
  'opponent',
  'rival',
  'peer',
  'customer',
  'launcher',
  'partner',
] as const
export type EventRole = (typeof EVENT_ROLES)[number]

/** One effect of a kind of event, for the case that less gets through; the other case is its reverse. */
export interface EventRule {
  readonly kind: EventEffectKind
  readonly role: EventRole
  readonly sign: 1 | -1
  /** 0-1. */
  readonly strength: number
  readonly aspect: Aspect
  /** Rationale where less gets through, with {asset}, {good}, {place} and {country}. */
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

/** The vocabulary and the table of effects of events. */
export interface EventLexicon {
  readonly words: readonly EventWord[]
  readonly goods: readonly Good[]
  readonly products: readonly Product[]
  readonly countries: readonly EventCountry[]
  readonly rules: readonly EventRule[]
  readonly kinds: readonly EventKindTraits[]
}

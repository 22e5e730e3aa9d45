import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { VerbForm } from '../../direction/lexicon/inflect.pure.ts'
import type { TokenisedText } from '../../text/token.pure.ts'
import type { EventCountry, Good, Product } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'

/** One reading of a word: its class, and the form in which a verb stands. */
export interface WordReading {
  readonly class: EventWordClass
  readonly isVerb: boolean
  readonly form: VerbForm | null
}

/** What the words at some tokens mean to an event. */
export interface TagMeaning {
  readonly readings: readonly WordReading[]
  readonly goods: readonly Good[]
  readonly product: Product | null
  readonly place: Place | null
  readonly country: EventCountry | null
  readonly isGovernment: boolean
  readonly isCentralBank: boolean
}

/** A meaning found at tokens `from` (included) to `to` (excluded) of the title. */
export interface Tag extends TagMeaning {
  readonly from: number
  readonly to: number
  /** The company or fund named there. */
  readonly asset: KnownAsset | null
}

/** True where one reading of the tag is of one of the classes. */
export function hasClass({ readings }: Tag, ...wanted: EventWordClass[]): boolean {
  // Here and below loops: every reader asks this of every tag.
  for (const one of readings) if (wanted.includes(one.class)) return true
  return false
}

/** The same of its readings as a verb. */
export function isVerb({ readings }: Tag, ...wanted: EventWordClass[]): boolean {
  for (const one of readings) if (one.isVerb && wanted.includes(one.class)) return true
  return false
}

/** The same of its other readings. */
export function isNoun({ readings }: Tag, ...wanted: EventWordClass[]): boolean {
  for (const one of readings) if (!one.isVerb && wanted.includes(one.class)) return true
  return false
}

/** True where one reading of the tag is of the set. */
export function isOneOf({ readings }: Tag, classes: ReadonlySet<EventWordClass>): boolean {
  for (const one of readings) if (classes.has(one.class)) return true
  return false
}

/** True for words that are never a verb. */
export function isNeverVerb({ readings }: Tag): boolean {
  return readings.every((one) => !one.isVerb)
}

/** True where a verb stands in one of the forms. */
export function isInForm({ readings }: Tag, ...forms: VerbForm[]): boolean {
  return readings.some(({ form }) => form !== null && forms.includes(form))
}

/** The tag without its readings of some classes. */
export function without(tag: Tag, ...classes: EventWordClass[]): Tag {
  return { ...tag, readings: tag.readings.filter((one) => !classes.includes(one.class)) }
}

/** What a word means instead, beside others: a verb, or a noun. */
export function asVerb(of: EventWordClass): WordReading {
  return { class: of, isVerb: true, form: 's' }
}

export function asNoun(of: EventWordClass): WordReading {
  return { class: of, isVerb: false, form: null }
}

/** True where one of the tags is of one of the classes. */
export function isTagged(tags: readonly Tag[], ...wanted: EventWordClass[]): boolean {
  for (const { readings } of tags) for (const one of readings) if (wanted.includes(one.class)) return true
  return false
}

/** True for "denies", "rejects", "no"; not for the No. of a number. */
export function isNegated(tag: Tag, { shapes }: TokenisedText): boolean {
  return hasClass(tag, 'deny') && shapes[tag.to] !== 'number'
}

/** The tags of named companies. */
export function companiesIn(tags: readonly Tag[]): Tag[] {
  return tags.filter((tag) => tag.asset?.type === 'stock')
}

/** The companies, funds, currencies and commodities that are named, as often as they are. */
export function assetsIn(tags: readonly Tag[]): KnownAsset[] {
  return tags.flatMap((tag) => tag.asset ?? [])
}

/** True where a tag begins after another, at most so many tokens behind its end. */
export function follows({ from }: Pick<Tag, 'from'>, { to }: Pick<Tag, 'to'>, reach = Infinity): boolean {
  return from >= to && from - to <= reach
}

/** True where one reading of the tag is that of a verb. */
export function canBeVerb({ readings }: Tag): boolean {
  return readings.some((one) => one.isVerb)
}

/** True for what is traded as a commodity. */
export function isTraded({ commodities }: Good): boolean {
  return commodities.length > 0
}

export const NOTHING: TagMeaning = {
  readings: [],
  goods: [],
  product: null,
  place: null,
  country: null,
  isGovernment: false,
  isCentralBank: false,
}

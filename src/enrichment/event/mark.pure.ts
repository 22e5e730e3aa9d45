import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { VerbForm } from '../direction/lexicon/inflect.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { EventCountry, Good, Product } from '../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../vocabulary/event-word.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'

/** One reading of a word: its class, and the form in which a verb stands. */
export interface WordReading {
  readonly class: EventWordClass
  readonly isVerb: boolean
  readonly form: VerbForm | null
}

/** What the words at some tokens mean to an event. */
export interface MarkMeaning {
  readonly readings: readonly WordReading[]
  readonly goods: readonly Good[]
  readonly product: Product | null
  readonly place: Place | null
  readonly country: EventCountry | null
  readonly isGovernment: boolean
  readonly isCentralBank: boolean
}

/** A meaning found at tokens `from` (included) to `to` (excluded) of the title. */
export interface Mark extends MarkMeaning {
  readonly from: number
  readonly to: number
  /** The company or fund named there. */
  readonly asset: KnownAsset | null
}

/** True where one reading of the mark is of one of the classes. */
export function hasClass({ readings }: Mark, ...wanted: EventWordClass[]): boolean {
  return readings.some((one) => wanted.includes(one.class))
}

/** The same of its readings as a verb. */
export function isVerb({ readings }: Mark, ...wanted: EventWordClass[]): boolean {
  return readings.some((one) => one.isVerb && wanted.includes(one.class))
}

/** The same of its other readings. */
export function isNoun({ readings }: Mark, ...wanted: EventWordClass[]): boolean {
  return readings.some((one) => !one.isVerb && wanted.includes(one.class))
}

/** True where one reading of the mark is of the set. */
export function isOneOf({ readings }: Mark, classes: ReadonlySet<EventWordClass>): boolean {
  return readings.some((one) => classes.has(one.class))
}

/** True where one of the marks is of one of the classes. */
export function isMarked(marks: readonly Mark[], ...wanted: EventWordClass[]): boolean {
  return marks.some(({ readings }) => readings.some((one) => wanted.includes(one.class)))
}

/** True for "denies", "rejects", "no"; not for the No. of a number. */
export function isNegated(mark: Mark, { shapes }: TokenisedText): boolean {
  return hasClass(mark, 'deny') && shapes[mark.to] !== 'number'
}

/** The marks of named companies. */
export function companiesIn(marks: readonly Mark[]): Mark[] {
  return marks.filter((mark) => mark.asset?.type === 'stock')
}

/** True for what is traded as a commodity. */
export function isTraded({ commodities }: Good): boolean {
  return commodities.length > 0
}

export const NOTHING: MarkMeaning = {
  readings: [],
  goods: [],
  product: null,
  place: null,
  country: null,
  isGovernment: false,
  isCentralBank: false,
}

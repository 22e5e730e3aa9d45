import { wordList } from '../text/word-set.pure.ts'

/** Kinds of a place of production or transport. Seas that ships have to pass are straits; works that make metal, alumina or coke are smelters. */
export const PLACE_KINDS = wordList(
  'mine field terminal refinery pipeline strait canal river port fab plant smelter region power_station airport',
)

/** Kind of a place of production or transport. */
export type PlaceKind = (typeof PLACE_KINDS)[number]

/** A mine, strait, plant, harvest region or the like that news name without a company: "Fire halts Escondida". Listings by ticker. */
export interface Place {
  readonly name: string
  /** The name and every other way news write it; no other place has any of them. Towns are among them: they are names of the place next to an event only. */
  readonly spellings: readonly string[]
  readonly kind: PlaceKind
  /** ISO 3166 alpha-2; none for waters that belong to no one country. */
  readonly country?: string
  /** Commodities it produces, the main one first; ore stands for the traded good next in its chain. */
  readonly makes: readonly string[]
  /** Commodities that pass it, the main one first. */
  readonly carries: readonly string[]
  /** Its share in the world's supply of its main commodity or product, or in the traffic it carries, in percent; rough. */
  readonly worldSharePct?: number
  /** Companies that own or operate it, the largest share first. */
  readonly owners: readonly string[]
  /** Companies that depend on it without owning it. */
  readonly users: readonly string[]
}

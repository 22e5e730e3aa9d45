import type { TokenisedText } from '../text/token.pure.ts'
import type { EventCountry, EventEffectKind, EventWordClass, Good } from '../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'
import type { Availability } from './availability.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import { isOfState } from './mark-context.pure.ts'
import { isOutcast } from './meant-good.pure.ts'
import { hasAny } from './word-class.pure.ts'

/** What is known of an event beside its kind. */
interface Told {
  readonly goods: readonly Good[]
  readonly place: Place | null
  readonly actor: EventCountry | null
  readonly target: EventCountry | null
  readonly found: Availability
  readonly marks: readonly Mark[]
  readonly title: TokenisedText
}

/** The kind of an event once its goods are known: who refills a reserve buys, who halts a wind farm buys no turbines. */
export function refineKind(kind: EventEffectKind, told: Told): EventEffectKind {
  const { goods, place, actor, target, found, marks, title } = told
  if (kind === 'stocks') return actor !== null && title.words.some((word) => REFILL.test(word)) ? 'demand' : kind
  // "Refiners halt purchases of Russian oil": others have to sell more.
  const isBuyers = BUYING.has(kind) || (kind === 'export_curb' && actor?.code !== 'RU')
  if (isBuyers && goods.some(isOutcast)) return 'sanction'
  if (goods.length === 0 || (kind !== 'supply' && kind !== 'export_curb')) return kind
  if (goods.every(isBuilt) && title.words.some((word) => PROJECT.test(word))) return 'demand'
  if (kind !== 'supply') return kind
  // "Central bank adds gold".
  const isReserve = marks.some((mark) => mark.isCentralBank || hasClass(mark, 'centralbank'))
  if (isReserve && goods.some(({ words }) => words[0] === 'gold')) return 'demand'
  // "Triples defence outlays".
  if (goods.every(isOfState) && !hasAny(found.group.classes, OF_WORK)) return 'demand'
  return goods.every(isOfPower) && (actor ?? target ?? place) !== null ? 'power' : kind
}

const OF_WORK: ReadonlySet<EventWordClass> = new Set(['facility', 'strike', 'accident', 'stocks', 'shortage'])
const REFILL = /^(?:refill|refills|refilling|replenish|replenishes|restock|restocks|rebuild|rebuilds)$/

const BUYING: ReadonlySet<EventEffectKind> = new Set(['demand', 'import_curb_home', 'import_curb_abroad'])

/** What is bought for a project, and sold by those who make it. */
function isBuilt({ words }: Good): boolean {
  return BUILT.has(words[0] ?? '')
}

const BUILT: ReadonlySet<string> = new Set(['wind turbine', 'solar', 'nuclear', 'hydrogen', 'inverter', 'ev charger'])
const PROJECT =
  /^(?:projects?|leases?|permits?|permitting|tenders?|auctions?|farms?|build|builds|building|new-build|licences?|licenses?)$/

/** Power is not traded between continents: what is missing is burnt there. */
function isOfPower({ words }: Good): boolean {
  return words[0] === 'nuclear' || words[0] === 'hydropower' || words[0] === 'wind turbine'
}

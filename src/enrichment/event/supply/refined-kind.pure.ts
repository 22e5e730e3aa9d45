import type { EventCountry, EventEffectKind, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isTraded } from '../title/tag.pure.ts'
import { isOfState } from '../title/tag-context.pure.ts'
import { hasAny } from '../title/word-class.pure.ts'
import { goodNamed } from '../world/event-good.pure.ts'
import { isOutcast } from './meant-good.pure.ts'

/** What is known of an event beside its kind. */
interface Told {
  readonly goods: readonly Good[]
  readonly place: Place | null
  readonly actor: EventCountry | null
  readonly target: EventCountry | null
  readonly found: SupplyChange
}

/** The kind of an event once its goods are known: who refills a reserve buys, who halts a wind farm buys no turbines. */
export function refineKind(kind: EventEffectKind, told: Told, { tags, words, hasIn }: EventTitle): EventEffectKind {
  const { goods, place, actor, target, found } = told
  // "Evacuations ordered as hurricane nears".
  if (kind === 'service_stop' && goods.length > 0 && goods.every(isStorm)) return 'catastrophe'
  // "Urges countries to stockpile vaccines".
  const isHoarded = goods.length > 0 && !goods.some(isTraded) && words.some((word) => word.startsWith('stockpil'))
  if (kind === 'stocks') return isHoarded || (actor !== null && hasIn('refilling')) ? 'demand' : kind
  // "Refiners halt purchases of Russian oil": others have to sell more.
  const isBuyers = BUYING.has(kind) || (kind === 'export_curb' && actor?.code !== 'RU')
  if (isBuyers && goods.some(isOutcast)) return 'sanction'
  if (goods.length === 0 || (kind !== 'supply' && kind !== 'export_curb')) return kind
  if (goods.every(isBuilt) && (hasIn('project') || goods.some(isNewBuild))) return 'demand'
  if (kind !== 'supply') return kind
  // "Shelves B50", "raises share of ethanol in petrol": what a state has burnt is bought.
  const isFuel = words.some((word) => FUEL.test(word))
  if (
    goods.every((good) => isBlended(good) || (isFuel && isPalmOil(good))) &&
    actor !== null &&
    place === null &&
    !hasAny(found.group.classes, OF_WORK)
  )
    return 'demand'
  // "Central bank adds gold".
  const isReserve = tags.some((tag) => tag.isCentralBank || hasClass(tag, 'centralbank'))
  if (isReserve && !words.some((word) => word.startsWith('hoard')) && goods.some(isGold)) return 'demand'
  // "Triples defence outlays".
  if (goods.every(isOfState) && !hasAny(found.group.classes, OF_WORK)) return 'demand'
  if (goods.every(isRestart)) return 'service_stop'
  return goods.every(isOfPower) && (actor ?? target ?? place) !== null ? 'power' : kind
}

/** Palm oil is burnt in Indonesia: "B50", "palm diesel". */
const FUEL = /diesel$|^b[345]\d$/
const OF_WORK: ReadonlySet<EventWordClass> = new Set(['facility', 'strike', 'accident', 'stocks', 'shortage'])
const BUYING: ReadonlySet<EventEffectKind> = new Set(['demand', 'import_curb_home', 'import_curb_abroad'])

const isBlended = goodNamed('renewable diesel', 'ethanol')
const isPalmOil = goodNamed('palm oil')
const isGold = goodNamed('gold')
const isStorm = goodNamed('hurricane')
/** Who may run a reactor again takes nothing from those of another grid. */
const isRestart = goodNamed('reactor restart')
/** "Approves ten new reactors". */
const isNewBuild = goodNamed('nuclear new-build')
/** What is bought for a project, and sold by those who make it. */
const isBuilt = goodNamed(
  ...['wind turbine', 'solar', 'nuclear', 'hydrogen', 'inverter', 'ev charger', 'data centre', 'nuclear new-build'],
)
/** Power is not traded between continents: what is missing is burnt there. */
export const isOfPower = goodNamed('electricity', 'nuclear', 'hydropower', 'wind turbine', 'coal power')

import type { EventCountry, EventEffectKind, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isTraded } from '../title/tag.pure.ts'
import { isOfState } from '../title/tag-context.pure.ts'
import { hasAny } from '../title/word-class.pure.ts'
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
  if (kind === 'service_stop' && goods.length > 0 && goods.every(({ words: [first] }) => first === 'hurricane'))
    return 'catastrophe'
  // "Urges countries to stockpile vaccines".
  const isHoarded = goods.length > 0 && !goods.some(isTraded) && words.some((word) => word.startsWith('stockpil'))
  if (kind === 'stocks') return isHoarded || (actor !== null && hasIn('refilling')) ? 'demand' : kind
  // "Refiners halt purchases of Russian oil": others have to sell more.
  const isBuyers = BUYING.has(kind) || (kind === 'export_curb' && actor?.code !== 'RU')
  if (isBuyers && goods.some(isOutcast)) return 'sanction'
  if (goods.length === 0 || (kind !== 'supply' && kind !== 'export_curb')) return kind
  if (goods.every(isBuilt) && (hasIn('project') || goods.some(({ words: [first] }) => first === NEW_BUILD)))
    return 'demand'
  if (kind !== 'supply') return kind
  // "Shelves B50", "raises share of ethanol in petrol": what a state has burnt is bought.
  const isFuel = words.some((word) => FUEL.test(word))
  if (
    goods.every((good) => isBlended(good) || (isFuel && good.words[0] === 'palm oil')) &&
    actor !== null &&
    place === null &&
    !hasAny(found.group.classes, OF_WORK)
  )
    return 'demand'
  // "Central bank adds gold".
  const isReserve = tags.some((tag) => tag.isCentralBank || hasClass(tag, 'centralbank'))
  if (isReserve && !words.some((word) => word.startsWith('hoard')) && goods.some((good) => good.words[0] === 'gold'))
    return 'demand'
  // "Triples defence outlays".
  if (goods.every(isOfState) && !hasAny(found.group.classes, OF_WORK)) return 'demand'
  // Who may run a reactor again takes nothing from those of another grid.
  if (goods.every(({ words: [first] }) => first === 'reactor restart')) return 'service_stop'
  return goods.every(isOfPower) && (actor ?? target ?? place) !== null ? 'power' : kind
}

function isBlended({ words }: Good): boolean {
  return BLENDED.has(words[0] ?? '')
}

/** Palm oil is burnt in Indonesia: "B50", "palm diesel". */
const FUEL = /diesel$|^b[345]\d$/
const BLENDED: ReadonlySet<string> = new Set(['renewable diesel', 'ethanol'])

const OF_WORK: ReadonlySet<EventWordClass> = new Set(['facility', 'strike', 'accident', 'stocks', 'shortage'])

const BUYING: ReadonlySet<EventEffectKind> = new Set(['demand', 'import_curb_home', 'import_curb_abroad'])

/** What is bought for a project, and sold by those who make it. */
function isBuilt({ words }: Good): boolean {
  return BUILT.has(words[0] ?? '')
}

/** "Approves ten new reactors". */
const NEW_BUILD = 'nuclear new-build'
const BUILT: ReadonlySet<string> = new Set([
  ...['wind turbine', 'solar', 'nuclear', 'hydrogen', 'inverter', 'ev charger', 'data centre', NEW_BUILD],
])

/** Power is not traded between continents: what is missing is burnt there. */
function isOfPower({ words }: Good): boolean {
  return OF_POWER.has(words[0] ?? '')
}

const OF_POWER: ReadonlySet<string> = new Set(['electricity', 'nuclear', 'hydropower', 'wind turbine', 'coal power'])

import type { TokenisedText } from '../text/token.pure.ts'
import type { EventCountry, EventEffectKind, EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'
import type { Availability } from './availability.pure.ts'
import { goodsIn, isGrown } from './event-good.pure.ts'
import { isVolumeTold } from './figure.pure.ts'
import { isLevy } from './levy.pure.ts'
import { hasClass } from './mark.pure.ts'

/** Whose exports others ban. */
const OUTCAST: ReadonlySet<string> = new Set(['RU', 'IR', 'VE', 'BY', 'KP', 'SY'])
/** Whose quotas are on what comes in. */
const IMPORTERS: ReadonlySet<string> = new Set(['EU', 'GB'])
const ROUTES: ReadonlySet<Place['kind']> = new Set(['strait', 'canal', 'river', 'port', 'pipeline'])

/** Names the kind of an event by the classes of its deciding group, its place and its countries. */
export function findKind(
  { group, around, isMove }: Availability,
  place: Place | null,
  actor: EventCountry | null,
  target: EventCountry | null,
  title: TokenisedText,
): EventEffectKind | null {
  const { words } = title
  const { classes } = group
  const has = (...some: EventWordClass[]) => some.some((one) => classes.has(one))
  if ((isMove && place === null && !isVolumeTold(title)) || (has('price') && !has('tax', 'barrier', 'sanction')))
    return 'price'
  if (has('tax') && isLevy(group, actor, target, title)) return 'levy'
  const isHome = actor === null || actor.code === 'US'
  const isSale = group.marks.some((mark) => words.slice(mark.from, mark.to).some((word) => word.startsWith('sale')))
  const isTraffic = group.marks.some(
    (mark) => hasClass(mark, 'flow') && (mark.goods.length === 0 || mark.to - mark.from > 1),
  )
  // "Duties on Mexican exports" are no duties on what leaves the country.
  const tax = group.marks.find((mark) => hasClass(mark, 'tax'))
  const isBurden = group.marks.some(
    (mark) => hasClass(mark, 'flow') && tax !== undefined && mark.from > tax.to && actor !== target && target !== null,
  )
  if (has('tax') && isBurden) return isHome ? 'tariff_home' : 'tariff_abroad'
  if (has('tax') || has('accord')) return isTraffic ? 'export_curb' : isHome ? 'tariff_home' : 'tariff_abroad'
  if (has('sanction')) return 'sanction'
  // What nobody else takes is kept from the market.
  if ((has('inflow') || has('barrier')) && target !== null && OUTCAST.has(target.code) && actor !== target)
    return 'sanction'
  if (has('inflow')) return isHome ? 'import_curb_home' : 'import_curb_abroad'
  if (
    has('permission') &&
    target !== null &&
    OUTCAST.has(target.code) &&
    actor !== null &&
    actor !== target &&
    !has('flow')
  )
    return 'sanction'
  if (place !== null && ROUTES.has(place.kind) && place.carries.length > 0) return 'route'
  const isElsewhere = place?.country !== undefined && place.country !== actor?.code
  if (has('barrier') && !has('flow') && actor !== null && isElsewhere) return 'sanction'
  // "Hurricane heads for oil platforms".
  const isOfWorks = around
    .flatMap(({ marks }) => marks)
    .some((mark) => hasClass(mark, 'facility') && mark.goods.some((good) => good.commodities.length > 0))
  // "Stops issuing North Sea licences".
  const isField = group.marks.some((mark) => mark.goods.some(({ words: names }) => names[0] === 'offshore oil'))
  if (has('permission') && isField && !has('flow')) return 'supply'
  const isImporter = actor !== null && IMPORTERS.has(actor.code) && target === null
  if (has('permission') && !has('flow') && isImporter && place === null)
    return isHome ? 'import_curb_home' : 'import_curb_abroad'
  // "Tax credits for solar", "blending quotas": what is bought more of.
  const isSupported = has('demand') && has('permission', 'limit') && !has('barrier', 'flow')
  if (isSupported) return 'demand'
  // "Crackdown on steelmaking".
  if (has('barrier') && has('output') && !has('flow', 'permission', 'limit') && place === null) return 'supply'
  if (has('barrier', 'flow', 'permission', 'limit') && actor !== null && place === null) return 'export_curb'
  if (
    has('weather') &&
    place === null &&
    group.marks.some((mark) => mark.goods.some((good) => good.commodities.length === 0)) &&
    !isOfWorks &&
    !around.some(({ marks }) => marks.some((mark) => mark.goods.some(isGrown)))
  )
    return 'catastrophe'
  if (has('demand')) {
    if (target !== null && OUTCAST.has(target.code) && actor !== target) return 'sanction'
    const isAtHome =
      target === null && group.marks.every((mark) => mark.goods.every((good) => good.commodities.length === 0))
    if (actor === null || (target === null && !isSale) || (isSale && isAtHome && goodsIn(group.marks).length > 0))
      return 'demand'
    return isSale ? 'export_curb' : 'import_curb_abroad'
  }
  if (has('crop', 'blight', 'goodweather', 'weather') && place === null) return 'crop'
  if (
    place === null &&
    actor === null &&
    target === null &&
    !has('facility', 'output', 'stocks', 'surplus', 'shortage', 'strike', 'accident')
  )
    return group.marks.some((mark) => mark.goods.length > 0) ? 'supply' : null
  return 'supply'
}

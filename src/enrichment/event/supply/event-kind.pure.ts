import type { EventCountry, EventEffectKind, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { isVolumeTold } from '../title/figure.pure.ts'
import { hasClass, isNoun, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { goodsIn } from '../world/event-good.pure.ts'
import { isLevy } from '../world/levy.pure.ts'

const ROUTES: ReadonlySet<Place['kind']> = new Set(['strait', 'canal', 'river', 'port', 'pipeline'])

/** Names the kind of an event by the classes of its deciding group, its place and its countries. */
export function findKind(
  { group, around, isMove }: SupplyChange,
  place: Place | null,
  actor: EventCountry | null,
  target: EventCountry | null,
  title: EventTitle,
): EventEffectKind | null {
  const { words, groups, tags: all } = title
  const { classes, tags } = group
  const own = goodsIn(tags)
  const isUntraded = own.length > 0 && !own.some(isTraded)
  const has = (...some: EventWordClass[]) => some.some((one) => classes.has(one))
  // "Mandates heat pumps in new homes".
  const isRequired =
    actor !== null &&
    place === null &&
    all.some((tag) => isVerb(tag, 'need') && !hasClass(tag, 'deal')) &&
    !isTagged(all, 'flow', 'tax', 'barrier', 'limit', 'inflow', 'output', 'sanction', 'price')
  if (isRequired) return 'demand'
  // "Sets mandate well above what was asked for".
  const isMandate = all.some((tag) => hasClass(tag, 'need') && isNoun(tag, 'demand'))
  if (isMandate && place === null && isMove) return 'demand'
  const isImporter = actor !== null && groups.importer.has(actor.code) && target === null
  // "Agrees cap on gas prices", "ceiling for wholesale gas"; what is capped of an outcast is told as a sanction.
  const isCapped = has('barrier', 'limit') && !has('flow', 'output')
  if (isImporter && has('barrier') && has('limit') && isCapped && place === null) return 'price'
  if (
    (isMove && (place === null || isQuotedAt(place, title)) && !isVolumeTold(title)) ||
    (has('price') && (isCapped || !has('barrier')) && !has('tax', 'sanction', 'strike'))
  )
    return 'price'
  if (has('tax') && title.hasIn('wage_floor')) return 'wage'
  if (has('tax') && isLevy(group, actor, target, title)) return 'levy'
  const isHome = actor === null || actor.code === 'US'
  const tariff = isHome ? 'tariff_home' : 'tariff_abroad'
  const importCurb = isHome ? 'import_curb_home' : 'import_curb_abroad'
  // "Duties on Mexican exports" are no duties on what leaves the country.
  const tax = tags.find((tag) => hasClass(tag, 'tax'))
  const isOfOthers = actor !== target && target !== null
  const flows = tags.filter((tag) => hasClass(tag, 'flow'))
  const isBetween = isOfOthers && actor !== null && place === null
  if (tax !== undefined && isOfOthers && flows.some(({ from }) => from > tax.to)) return tariff
  const isTraffic = flows.some((tag) => tag.goods.length === 0 || tag.to - tag.from > 1)
  if (has('tax', 'accord')) return isTraffic ? 'export_curb' : tariff
  if (has('sanction')) return 'sanction'
  // What nobody else takes is kept from the market.
  const isOfOutcast = target !== null && groups.outcast.has(target.code) && actor !== target
  if (isOfOutcast && has('inflow', 'barrier')) return 'sanction'
  if (has('inflow')) return importCurb
  // "Chinese silicon blocked at US border".
  const isAtBorder = ({ country, from, to }: Tag) =>
    country === actor && words[to] === 'border' && /^(?:at|from)$/.test(words[from - 1] ?? '')
  if (actor !== null && place === null && all.some(isAtBorder)) return importCurb
  if (isOfOutcast && actor !== null && has('permission') && !has('flow')) return 'sanction'
  // "Lifts ban on Australian coal", "bans US corn": what comes from there.
  const isFrom = ({ country, to }: Tag) =>
    country === target && tags.some(({ from, goods }) => from >= to && from - to <= 3 && goods.length > 0)
  const isBan = all.some((tag) => isNoun(tag, 'barrier')) && !has('flow', 'output', 'demand', 'limit')
  // "Reopens to Australian lobster", "shuts border to American chicken".
  const isOpened = (tag: Tag) =>
    words[tag.from - 1] === 'to' && OPENED.test(words[tag.from - 2] ?? '') && tag.country === target
  // "Tightens quotas on Asian steel", "larger share of Chinese beef quota".
  const isQuotaOn = (tag: Tag) =>
    hasClass(tag, 'limit') &&
    all.some(
      (one) =>
        (words[tag.to] === 'on' && one.from === tag.to + 1 && one.country === target) ||
        (words[one.from - 1] === 'of' && one.country === actor && tag.to - one.to <= 2),
    )
  const isOfTarget = (tag: Tag) => (isBan && isFrom(tag)) || (!has('flow') && (isOpened(tag) || isQuotaOn(tag)))
  if (isBetween && all.some(isOfTarget)) return importCurb
  // "EU to phase out Russian LNG".
  if (isOfOutcast && actor !== null && classes.size === 0 && groups.energy.has(own[0]?.commodities[0] ?? ''))
    return 'sanction'
  if (place !== null && ROUTES.has(place.kind) && place.carries.length > 0) return 'route'
  const isElsewhere = place?.country !== undefined && place.country !== actor?.code
  if (has('barrier') && !has('flow') && actor !== null && isElsewhere) return 'sanction'
  if (has('permission') && !has('flow') && isImporter && place === null) return importCurb
  // "Tax credits for solar", "blending quotas": what is bought more of.
  if (has('demand') && has('permission', 'limit') && !has('barrier', 'flow')) return 'demand'
  // "Crackdown on steelmaking".
  if (has('barrier') && has('output') && !has('flow', 'permission', 'limit') && place === null) return 'supply'
  // "Mills told to hold output as Beijing enforces curbs".
  const isOfOutput = isTagged(all, 'output') && !isTagged(all, 'flow')
  if (has('barrier', 'limit') && !has('flow', 'permission') && isOfOutput && actor !== null && place === null)
    return 'supply'
  // "Champagne shipments to China halve": the buyers stay away.
  const isTo = all.some((tag) => tag.country === actor && /^(?:in)?to$/.test(words[tag.from - 1] ?? ''))
  if (isTo && has('flow') && !has('barrier', 'permission', 'limit') && actor !== null && place === null)
    return importCurb
  // "US prescription volumes climb": a service crosses no border.
  const isCounted = words.some((word) => VOLUME.test(word)) && isTagged(all, 'selfmove', 'more', 'less')
  if (isUntraded && target === null && place === null && isCounted && !has('barrier', 'permission', 'limit'))
    return 'demand'
  // "Asahi halts beer shipments": a company stops, and no country.
  if (!has('barrier', 'permission', 'limit') && isOfCompanyThere(actor, title)) return 'supply'
  if (has('barrier', 'flow', 'permission', 'limit') && actor !== null && place === null)
    return isAccident(title) && !has('barrier', 'permission', 'limit') ? 'stocks' : 'export_curb'
  const isOfService = tags.some((tag) => tag.goods.some((good) => !isTraded(good)))
  // "Hurricane heads for oil platforms".
  const isOfWorks = around.some((one) => one.tags.some((tag) => hasClass(tag, 'facility') && tag.goods.length > 0))
  const isGrown = ({ commodities }: Good) => groups.crop.has(commodities[0] ?? '')
  const isOfCrop = around.some((one) => one.tags.some((tag) => hasClass(tag, 'crop') || tag.goods.some(isGrown)))
  if (has('weather') && place === null && isOfService && !isOfWorks && !isOfCrop) return 'catastrophe'
  if (has('demand')) {
    if (isOfOutcast) return 'sanction'
    const isSale = tags.some((tag) => words.slice(tag.from, tag.to).some((word) => word.startsWith('sale')))
    if (actor === null || (target === null && (!isSale || isUntraded))) return 'demand'
    return isSale ? 'export_curb' : 'import_curb_abroad'
  }
  const named = goodsIn(all)
  // Floods stop mines, too.
  const isDug = named.some(isTraded) && !named.some(isGrown)
  // "Bird flu spreads in Brazil": what it befalls is no harvest.
  const isFed = all.some(({ goods }) => goods.some(({ inputs }) => inputs.some((one) => groups.crop.has(one))))
  const isOfStock = isFed && all.every((tag) => tag.goods.length === 0 || hasClass(tag, 'blight'))
  // "Ash cloud grounds flights": those who fly there, and no harvest.
  const isOfServices = named.length > 0 && !named.some(isTraded) && !has('crop', 'blight')
  if (has('weather') && place === null && isOfServices) return 'service_stop'
  if (has('crop', 'blight', 'goodweather', 'weather') && place === null && !isOfStock && (isOfCrop || !isDug))
    return 'crop'
  const isNowhere = place === null && actor === null && target === null
  const isTold = has('facility', 'output', 'stocks', 'surplus', 'shortage', 'strike', 'accident')
  return !isNowhere || isTold || tags.some((tag) => tag.goods.length > 0) ? 'supply' : null
}

/** "Coal at Newcastle slides": where it is priced. */
function isQuotedAt(place: Place, { tags, words }: EventTitle): boolean {
  const at = tags.find((tag) => tag.place === place)?.from ?? 0
  return words[at - 1] === 'at' && tags.some(({ to, goods }) => to === at - 1 && goods.some(isTraded))
}

function isOfCompanyThere(actor: EventCountry | null, { tags }: EventTitle): boolean {
  return (
    actor !== null &&
    isTagged(tags, 'accident') &&
    tags.some(({ asset }) => asset?.type === 'stock' && asset.country === actor.code) &&
    !tags.some((tag) => tag.isGovernment)
  )
}

/** "Fire at Texas LNG plant halts exports": less of it for all, and no rule of the country. */
function isAccident({ tags, words }: EventTitle): boolean {
  return (
    tags.some((tag) => hasClass(tag, 'accident') || FIRE.test(words[tag.from] ?? '')) &&
    !tags.some((tag) => tag.isGovernment || tag.asset !== null)
  )
}

const OPENED = /^(?:(?:re-?)?open(?:s|ed|ing)?|clos(?:es|ed|ing)|shuts?|borders?|markets?|doors?|ports?|crossings?)$/
const FIRE = /^(?:fire|blaze|explosion|blast)$/
const VOLUME = /^(?:volume|shipment)s?$/

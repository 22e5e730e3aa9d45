import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import { segmentsIn, signOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNoun, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Rivals that gain by a plant that is idled. */
const MAX_RIVALS = 5
const MAX_SUPPLIERS = 5

/** What takes plant and machines. */
function isEquipped({ words: [word = ''] }: Good): boolean {
  return EQUIPPED.has(word)
}

const EQUIPPED: ReadonlySet<string> = new Set([
  'chip',
  'memory chip',
  'ai chip',
  'artificial intelligence',
  'data center',
  'data centre',
  'cloud',
  'battery',
])

/** Industries (GICS) that sell plant, machines, chips, power and the halls they stand in; who carries parcels does not. */
const EQUIPPING = /^(?:10|15|2010|45|50|55|60)/

/** Reads that a named company spends more or less on plant and equipment. */
export function readCapex(title: EventTitle, { neighboursOf, assetOf }: Market): WorldEvent | null {
  const { tags } = title
  const equippersOf = (asset: KnownAsset) =>
    neighboursOf(asset, 'supplier').filter((one) => EQUIPPING.test(assetOf(one)?.gics ?? ''))
  // "Pours billions into data centres".
  const isInvesting = (tag: Tag) =>
    isVerb(tag, 'capex') &&
    tags.some(
      (one) =>
        one.from > tag.to &&
        // "To spend $75 billion on chips".
        (hasClass(one, 'facility', 'output') ||
          (one.asset === null && one.goods.some(isEquipped) && title.shapes[tag.to] === 'number')),
    )
  const spending = tags.find((tag) => (isNoun(tag, 'capex') && !isOfOthers(tag, title)) || isInvesting(tag))
  const [company] = companiesIn(tags)
  const built = spending === undefined ? readBuilding(title) : 0
  if (built !== 0 && company?.asset != null)
    return createEvent({
      kind: 'capex',
      sign: built,
      roles: {
        supplier: equippersOf(company.asset),
        struck: built < 0 && isTagged(tags, 'delay') ? [company.asset.ticker] : [],
      },
      subject: company.asset.ticker,
    })
  if (spending === undefined || company?.asset == null || company.from > spending.from) return null
  // "Capex to hit $50 billion".
  const isReaching = ({ from, to }: Tag) =>
    title.hasIn('reaching', from, to) && title.shapes[to] === 'number' && from >= spending.to
  const isFalling = tags.some(
    (tag) => hasClass(tag, 'stop', 'less', 'end') && !hasClass(tag, 'start') && !isReaching(tag),
  )
  if (!isFalling && !isInvesting(spending) && !isTagged(tags, 'start', 'more') && !tags.some(isReaching)) return null
  return createEvent({
    kind: 'capex',
    sign: isFalling ? -1 : 1,
    roles: { supplier: equippersOf(company.asset) },
    subject: company.asset.ticker,
  })
}

/** "Warns on ad spending": what others spend. */
function isOfOthers({ from }: Tag, { words }: EventTitle): boolean {
  return SPENDERS.test(words[from - 1] ?? '')
}

const SPENDERS =
  /^(?:ad|ads|advertising|advertiser|advertisers|consumer|consumers|customer|client|household|marketing|government|enterprise|shopper)$/

/** "To build megafab" is 1, "scraps fab plan" -1: a chip plant is bought from few suppliers. */
function readBuilding({ tags, words, isIn, hasIn }: EventTitle): 1 | -1 | 0 {
  if (!tags.some((tag) => tag.place !== null || hasClass(tag, 'facility'))) return 0
  const at = words.findIndex((_, i) => isIn(i, 'chip_plant'))
  const [name] = companiesIn(tags)
  if (at < 0 || name === undefined || name.to > at) return 0
  const between = tags.filter((tag) => tag.from >= name.to && tag.to <= at && tag.asset === null)
  // "Pulls opening forward": what is built sooner is bought sooner.
  if (words.includes('forward', at)) return 1
  if (between.some((tag) => isVerb(tag, 'stop', 'drop', 'walk') && !hasClass(tag, 'start'))) return -1
  const isBegun = words.slice(at).includes('construction') && hasIn('beginning', name.to, at)
  return isBegun || hasIn('building', name.to, at) ? 1 : 0
}

/** Reads that a company makes less or more of what is no commodity: its rivals sell more or less, and so do its suppliers. */
export function readCapacity(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, classes, clauses } = title
  if (!classes.has('output')) return null
  // "FAA lets 737 production climb".
  const company = tags.find(
    (tag, i) => tag.asset !== null || i > 1 || !(tag.isGovernment || tag.country !== null || hasClass(tag, 'approve')),
  )
  const goods = segmentsIn(tags, null)
  const isOther =
    isTagged(tags, 'strike', 'attack', 'accident', 'deal', 'authority', 'recall', 'bid') ||
    tags.some((tag) => tag.place !== null || tag.goods.some(isTraded))
  if (company?.asset?.type !== 'stock' || (goods.length === 0 && company.product === null) || isOther) return null
  for (const clause of clauses) {
    // Not "cloud work", "jobs".
    const found = clause.tags.find(
      (tag) =>
        hasClass(tag, 'output') &&
        !hasClass(tag, 'guidance') &&
        !title.isIn(tag.from, 'job') &&
        tag.readings.every((one) => !one.isVerb),
    )
    const told = found === undefined ? null : signOf(found, 1, clause)
    if (told?.isStated !== true) continue
    // "Idles lines to lower production" says one thing twice.
    const isCut = isTagged(clause.tags, 'stop', 'less') && !isTagged(clause.tags, 'start', 'more', 'deny')
    const { asset, product } = company
    return createEvent({
      kind: 'capacity',
      sign: isCut || told.sign < 0 ? -1 : 1,
      goods,
      roles: {
        // "To double capacity as demand surges", "cuts output as demand slows": it is the same for all.
        rival:
          classes.has('demand') || !market.makersOf(goods).some((one) => one.asset === asset)
            ? []
            : market.rivalsOf(asset, goods, []).slice(0, MAX_RIVALS),
        supplier: market.neighboursOf(asset, 'supplier').slice(0, MAX_SUPPLIERS),
        struck: product === null ? [] : [asset.ticker],
      },
      subject: asset.ticker,
    })
  }
  return null
}

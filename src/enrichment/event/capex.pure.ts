import { segmentsIn, signOf } from './company-clause.pure.ts'
import type { EventTitle } from './event-title.pure.ts'
import { companiesIn, hasClass, isMarked, isNoun, isTraded, isVerb, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Rivals that gain by a plant that is idled. */
const MAX_RIVALS = 5
const MAX_SUPPLIERS = 5

/** Reads that a named company spends more or less on plant and equipment. */
export function readCapex(title: EventTitle, { neighboursOf }: Market): WorldEvent | null {
  const { marks } = title
  // "Pours billions into data centres".
  const isInvesting = (mark: Mark) =>
    isVerb(mark, 'capex') && marks.some((one) => one.from > mark.to && hasClass(one, 'facility', 'output'))
  const spending = marks.find((mark) => isNoun(mark, 'capex') || isInvesting(mark))
  const [company] = companiesIn(marks)
  const built = spending === undefined ? readBuilding(title) : 0
  if (built !== 0 && company?.asset != null)
    return createEvent({ kind: 'capex', sign: built, cast: { supplier: neighboursOf(company.asset, 'supplier') } })
  if (spending === undefined || company?.asset == null || company.from > spending.from) return null
  const isFalling = marks.some((mark) => hasClass(mark, 'stop', 'less', 'end') && !hasClass(mark, 'start'))
  if (!isFalling && !isInvesting(spending) && !isMarked(marks, 'start', 'more')) return null
  return createEvent({
    kind: 'capex',
    sign: isFalling ? -1 : 1,
    cast: { supplier: neighboursOf(company.asset, 'supplier') },
  })
}

/** "To build megafab" is 1, "scraps fab plan" -1: a chip plant is bought from few suppliers. */
function readBuilding({ marks, words, isIn, hasIn }: EventTitle): 1 | -1 | 0 {
  const at = words.findIndex((_, i) => isIn(i, 'chip_plant'))
  const [name] = companiesIn(marks)
  if (at < 0 || name === undefined || name.to > at) return 0
  const between = marks.filter((mark) => mark.from >= name.to && mark.to <= at && mark.asset === null)
  if (between.some((mark) => isVerb(mark, 'stop', 'drop', 'walk') && !hasClass(mark, 'start'))) return -1
  const isBegun = words.slice(at).includes('construction') && hasIn('beginning', name.to, at)
  return isBegun || hasIn('building', name.to, at) ? 1 : 0
}

/** Reads that a company makes less or more of what is no commodity: its rivals sell more or less, and so do its suppliers. */
export function readCapacity(title: EventTitle, market: Market): WorldEvent | null {
  const { marks, clauses } = title
  // "FAA lets 737 production climb".
  const company = marks.find(
    (mark, i) =>
      mark.asset !== null || i > 1 || !(mark.isGovernment || mark.country !== null || hasClass(mark, 'approve')),
  )
  const goods = segmentsIn(marks, null)
  const isOther =
    isMarked(marks, 'strike', 'attack', 'accident', 'deal', 'authority', 'recall', 'bid') ||
    marks.some((mark) => mark.place !== null || mark.goods.some(isTraded))
  if (company?.asset?.type !== 'stock' || (goods.length === 0 && company.product === null) || isOther) return null
  for (const clause of clauses) {
    // Not "cloud work", "jobs".
    const found = clause.marks.find(
      (mark) => hasClass(mark, 'output') && !title.isIn(mark.from, 'job') && mark.readings.every((one) => !one.isVerb),
    )
    const told = found === undefined ? null : signOf(found, 1, clause)
    if (told?.isStated !== true) continue
    // "Idles lines to lower production" says one thing twice.
    const isCut = isMarked(clause.marks, 'stop', 'less') && !isMarked(clause.marks, 'start', 'more', 'deny')
    const { asset, product } = company
    return createEvent({
      kind: 'capacity',
      sign: isCut || told.sign < 0 ? -1 : 1,
      goods,
      cast: {
        rival: goods.length === 0 ? [] : market.rivalsOf(asset, goods, []).slice(0, MAX_RIVALS),
        supplier: market.neighboursOf(asset, 'supplier').slice(0, MAX_SUPPLIERS),
        struck: product === null ? [] : [asset.ticker],
      },
    })
  }
  return null
}

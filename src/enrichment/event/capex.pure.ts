import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import { segmentsIn, signOf, splitCompanyClauses } from './company-clause.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Reads that a named company spends more or less on plant and equipment. */
export function readCapex(marks: readonly Mark[], title: TokenisedText, { neighboursOf }: Market): WorldEvent | null {
  const isPlant = (mark: Mark) => hasClass(mark, 'facility') || hasClass(mark, 'output')
  // "Pours billions into data centres".
  const isInvesting = (mark: Mark) =>
    mark.readings.some((one) => one.class === 'capex' && one.isVerb) &&
    marks.some((one) => one.from > mark.to && isPlant(one))
  const spending = marks.find(
    (mark) => mark.readings.some((one) => one.class === 'capex' && !one.isVerb) || isInvesting(mark),
  )
  const company = marks.find((mark) => mark.asset?.type === 'stock')
  const built = spending === undefined ? readBuilding(marks, title) : 0
  if (built !== 0 && company?.asset != null)
    return createEvent({ kind: 'capex', sign: built, cast: { supplier: neighboursOf(company.asset, 'supplier') } })
  if (spending === undefined || company?.asset == null || company.from > spending.from) return null
  const rises =
    isInvesting(spending) || (['start', 'more'] as const).some((one) => marks.some((mark) => hasClass(mark, one)))
  const falls = (['stop', 'less', 'end'] as const).some((one) =>
    marks.some((mark) => hasClass(mark, one) && !hasClass(mark, 'start')),
  )
  if (rises === falls && !falls) return null
  return createEvent({
    kind: 'capex',
    sign: falls ? -1 : 1,
    cast: { supplier: neighboursOf(company.asset, 'supplier') },
  })
}

const FAB = /^(?:fabs?|megafabs?|gigafabs?|foundry|foundries)$/
const BUILDING = /^(?:build|construct|erect|expand|add|break|doubl|speed|accelerat|fast)/

/** "To build megafab" is 1, "scraps fab plan" -1: a chip plant is bought from few suppliers. */
function readBuilding(marks: readonly Mark[], { words }: TokenisedText): 1 | -1 | 0 {
  if (!marks.some((mark) => mark.place !== null || hasClass(mark, 'facility'))) return 0
  const at = words.findIndex(
    (word, i) => FAB.test(word) || (/^(?:plants?|factory|factories)$/.test(word) && CHIP.test(words[i - 1] ?? '')),
  )
  const [name] = marks.filter((mark) => mark.asset?.type === 'stock')
  if (at < 0 || name === undefined || name.to > at) return 0
  const between = marks.filter((mark) => mark.from >= name.to && mark.to <= at && mark.asset === null)
  const isEnding = (mark: Mark) =>
    mark.readings.some((one) => one.isVerb && (one.class === 'stop' || one.class === 'drop' || one.class === 'walk')) &&
    !hasClass(mark, 'start')
  if (between.some(isEnding)) return -1
  const isBegun =
    words.slice(at).includes('construction') && words.slice(name.to, at).some((word) => BEGINNING.test(word))
  return isBegun || words.slice(name.to, at).some((word) => BUILDING.test(word)) ? 1 : 0
}

const BEGINNING = /^(?:restart|resum|start|begin|launch)/

const CHIP = /^(?:chip|semiconductor|memory|wafer)$/

/** Rivals that gain by a plant that is idled. */
const MAX_RIVALS = 5
const MAX_SUPPLIERS = 5

/** Reads that a company makes less or more of what is no commodity: its rivals sell more or less, and so do its suppliers. */
export function readCapacity(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  // "FAA lets 737 production climb".
  const company = marks.find(
    (mark, i) =>
      mark.asset !== null || i > 1 || !(mark.isGovernment || mark.country !== null || hasClass(mark, 'approve')),
  )
  const goods = segmentsIn(marks, null)
  const isOther = marks.some(
    (mark) =>
      mark.place !== null ||
      ['strike', 'attack', 'accident', 'deal', 'authority', 'recall', 'bid'].some((one) =>
        hasClass(mark, one as EventWordClass),
      ),
  )
  if (company?.asset?.type !== 'stock' || (goods.length === 0 && company.product === null) || isOther) return null
  if (marks.some((mark) => mark.goods.some((good) => good.commodities.length > 0))) return null
  for (const clause of splitCompanyClauses(marks, title)) {
    // Not "cloud work", "jobs".
    const found = clause.marks.find(
      (mark) =>
        hasClass(mark, 'output') &&
        !/^(?:work|job)/.test(title.words[mark.from] ?? '') &&
        mark.readings.every((one) => !one.isVerb),
    )
    if (found === undefined) continue
    const { sign: read, isStated } = signOf(found, 1, clause, title)
    // "Idles lines to lower production" says one thing twice.
    const isCut =
      clause.marks.some((mark) => hasClass(mark, 'stop') || hasClass(mark, 'less')) &&
      !clause.marks.some((mark) => hasClass(mark, 'start') || hasClass(mark, 'more') || hasClass(mark, 'deny'))
    const sign = isCut ? -1 : read
    if (!isStated) continue
    const rival = goods.length === 0 ? [] : market.rivalsOf(company.asset, goods, []).slice(0, MAX_RIVALS)
    const supplier = market.neighboursOf(company.asset, 'supplier').slice(0, MAX_SUPPLIERS)
    return createEvent({
      kind: 'capacity',
      sign: sign < 0 ? -1 : 1,
      goods,
      cast: { rival, supplier, struck: company.product === null ? [] : [company.asset.ticker] },
    })
  }
  return null
}

import type { TokenisedText } from '../text/token.pure.ts'
import { companiesIn, isVerb, segmentsIn } from './company-clause.pure.ts'
import { hasClass, isNegated, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Words before an occasion: "slides in debut". */
const ASIDE: ReadonlySet<string> = new Set(['in', 'on', 'after', 'amid', 'ahead'])
/** Rivals that a new competitor worries. */
const MAX_CHALLENGED = 6

/** Reads that a company, listed or not, offers something new or cheaper in a business whose makers are others. */
export function readLaunch(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  const subject = marks.find((mark) => mark.asset?.type === 'stock' || hasClass(mark, 'newcomer'))
  const launch = marks.find((mark) => hasClass(mark, 'launch') && mark.goods.length === 0 && !ASIDE.has(title.words[mark.from - 1] ?? ''))
  if (marks.some((mark) => hasClass(mark, 'authority'))) return null
  if (subject === undefined || launch === undefined || marks.some((mark) => hasClass(mark, 'facility'))) return null
  const goods = segmentsIn(marks, null)
  const challenged = companiesIn(marks).filter((name) => name.asset !== subject.asset && isChallenged(name, launch, marks))
  const own = subject.asset
  const isCheaper = launch.readings.every((one) => !one.isVerb)
  const others = own === null ? market.makersOf(goods).map(({ asset }) => asset.ticker) : goods.length > 0 ? market.rivalsOf(own, goods, []) : isCheaper ? market.peersOf(own) : []
  const rival = [...new Set([...challenged.flatMap((mark) => mark.asset?.ticker ?? []), ...others])]
  if (rival.length === 0 && own === null) return null
  const isOff = marks.some((mark) => mark.to <= launch.from && launch.from - mark.to <= 2 && (hasClass(mark, 'walk') || isNegated(mark, title)))
  return createEvent({
    kind: 'launch',
    sign: isOff ? -1 : 1,
    goods,
    cast: { rival: rival.slice(0, MAX_CHALLENGED), launcher: own === null ? [] : [own.ticker] },
  })
}

/** "Takes on Visa", "a rival to Wegovy", "a copy of Wegovy". */
function isChallenged(name: Mark, launch: Mark, marks: readonly Mark[]): boolean {
  return marks.some(
    (mark) => mark.to <= name.from && name.from - mark.to <= 3 && (hasClass(mark, 'copy') || (mark === launch && isVerb(mark, 'copy'))),
  )
}

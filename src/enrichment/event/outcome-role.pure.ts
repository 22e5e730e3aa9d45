import { isOfTrade, isPassive, segmentsIn, tickersOf } from './company-clause.pure.ts'
import type { EventClause, EventTitle, ListedTitle } from './event-title.pure.ts'
import { companiesIn, hasClass, isMarked, isVerb, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import type { Topic } from './outcome.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

const MAX_RIVALS = 5
const MAX_NEIGHBOURS = 5

/** What befalls a company as an event: whom it befalls, who opposes them, and who gains or loses by it. */
export function createOutcome(
  topic: Topic,
  way: number,
  found: Mark,
  clause: EventClause,
  title: EventTitle,
  market: Market,
): WorldEvent | null {
  const { marks } = title
  const isAll = clause.names.length === 0 || topic.kind === 'company_stop'
  const names = isAll ? companiesIn(marks) : clause.names
  const { struck, opponent } = partRoles(topic, found, names, clause)
  const [main] = struck
  const goods = segmentsIn(marks, found)
  const sign = way < 0 ? -1 : 1
  const isLegal = topic.kind === 'legal'
  if (main?.asset == null) {
    // "Court sides with lenders in car loan case".
    const where = marks.flatMap((mark) => mark.country?.code ?? [])
    const makers = market.makersOf(goods).filter(({ asset }) => where.length === 0 || where.includes(asset.country))
    // "FCC approves SpaceX phone service".
    if (topic.class === 'approve' && makers.length > 0 && isMarked(clause.marks, 'newcomer')) {
      const rival = makers.slice(0, MAX_RIVALS).map(({ asset }) => asset.ticker)
      return createEvent({ kind: 'launch', sign, goods, cast: { rival } })
    }
    if (!isLegal || makers.length === 0 || names.length > 0 || marks.some(isOfTrade)) return null
    const cast = { struck: makers.slice(0, MAX_RIVALS).map(({ asset }) => asset.ticker) }
    // "Sides with Cox over music labels".
    const isOfOthers = (mark: Mark) => mark.goods.length > 0 && mark.from >= found.to && isOpposed(mark, title)
    const isLost = topic.class === 'approve' && clause.marks.some(isOfOthers)
    return createEvent({ kind: 'legal', sign: isLost ? (sign < 0 ? 1 : -1) : sign, goods, cast })
  }
  const named = marks.flatMap((mark) => mark.asset ?? [])
  // What becomes of a takeover is no matter of products.
  const close = isMarked(marks, 'buy', 'bid')
    ? []
    : market.rivalsOf(main.asset, topic.kind === 'company_stop' ? [] : goods, named).slice(0, MAX_RIVALS)
  // Data that are lost move no buyers to a rival, work that stops does.
  const isIdling = (mark: Mark) =>
    mark !== found && mark.asset === null && hasClass(mark, 'stop', 'shortage', 'lose', 'accident', 'recall')
  const isIdle = marks.some((mark) => isIdling(mark) && !hasClass(mark, 'start'))
  const isIntrusion = found.goods.some((good) => good.words[0] === 'cybersecurity') && !isIdle
  // What a monopolist loses by law its rivals gain.
  const isMonopoly = goods.length > 0 && title.hasIn('monopoly')
  // What a person is accused of is no practice of the trade.
  const isPractice = !isMonopoly && !isMarked(marks, 'leader') && goods.length > 0 && opponent.length === 0
  const isRecalled = topic.kind === 'product' && topic.class === 'recall'
  const users = [
    ...struck.flatMap((mark) => mark.product?.users ?? []),
    ...(isRecalled ? market.neighboursOf(main.asset, 'customer') : []),
  ]
  return createEvent({
    kind: topic.kind,
    sign,
    goods,
    cast: {
      struck: tickersOf(struck),
      opponent: [...tickersOf(opponent), ...(isLegal && isMonopoly ? close : [])],
      rival: isLegal || isIntrusion ? [] : close.filter((one) => !tickersOf(struck).includes(one)),
      peer: isLegal && isPractice ? close : [],
      customer: [...new Set(users)].slice(0, MAX_NEIGHBOURS),
    },
  })
}

/** Who is struck and who stands on the other side: the accused and the accuser, the drug and the one it is compared with. */
function partRoles(
  topic: Topic,
  found: Mark,
  names: readonly Mark[],
  clause: EventClause,
): { readonly struck: readonly Mark[]; readonly opponent: readonly Mark[] } {
  const { words } = clause.title
  const isAgainst = (name: Mark) => isOpposed(name, clause.title)
  const before = names.filter((name) => name.to <= found.from)
  const after = names.filter((name) => name.from >= found.to)
  // "Nokia patent case": whose patent it is.
  const owner = before.find((name) => found.from - name.to <= 2 && words.slice(name.to, found.to).includes('patent'))
  const accused = before.filter((name) => name.asset !== owner?.asset)
  if (owner !== undefined && accused.length > 0) return { struck: accused, opponent: [owner] }
  if (before.length === 0 || after.length === 0) {
    // "Bins class action against Tesla".
    const isOfCase = (topic.class === 'case' || topic.class === 'claim') && names.every(isAgainst)
    const opponent = isOfCase ? [] : names.filter(isAgainst)
    return { struck: names.filter((name) => !opponent.includes(name)), opponent }
  }
  const isDone = topic.isVerb && isPassive(found, clause)
  // "Founder arrested over servers of Nvidia".
  if (topic.class === 'accuse' && isDone)
    return { struck: before, opponent: words[found.to] === 'by' ? after.slice(0, 1) : [] }
  if (topic.kind !== 'legal')
    return { struck: before, opponent: isContest(found, clause.title) ? after : after.filter(isAgainst) }
  const isWon = clause.marks.some((mark) => mark.to <= found.from && isVerb(mark, 'win', 'lose'))
  if (topic.class === 'offend' || isWon) return { struck: before, opponent: after }
  const isAccused = after.some(isAgainst) || (topic.isVerb && !isDone)
  return isAccused ? { struck: after, opponent: before } : { struck: before, opponent: [] }
}

/** "Complaint against Tesla". */
export function isOpposed({ from }: Mark, { hasIn }: ListedTitle): boolean {
  return hasIn('against', from - 2, from)
}

/** "Beats", "fails to beat", "does no better than". */
export function isContest(mark: Mark, { hasIn }: ListedTitle): boolean {
  return isVerb(mark, 'beat') || hasIn('matching', mark.from + 1, mark.to)
}

import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import { isOfTrade, isPassive, segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import { type Market, type Player, tickersOfFirst } from '../effect/market.pure.ts'
import { type EventClause, type EventTitle, isOfUnlistedFirm, type ListedTitle } from '../title/event-title.pure.ts'
import { assetsIn, companiesIn, hasClass, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import type { Topic } from './outcome.pure.ts'

/** Industry (GICS) of jets. */
export const JETS = '20101010'
/** Makers of drugs (GICS). */
export const PHARMA = '3520'
/** True for those who make drugs and devices or care for the sick. */
export function isMedical(asset: KnownAsset | null): boolean {
  return asset?.gics?.startsWith('35') === true
}

const MAX_RIVALS = 5
const MAX_NEIGHBOURS = 5

/** What befalls a company as an event: whom it befalls, who opposes them, and who gains or loses by it. */
export function createOutcome(
  topic: Topic,
  way: number,
  found: Tag,
  clause: EventClause,
  title: EventTitle,
  market: Market,
): WorldEvent | null {
  const { tags } = title
  const isLegal = topic.kind === 'legal'
  const isAll = clause.names.length === 0 || topic.kind === 'company_stop'
  // "SpaceX rocket explodes": the one it befalls is not listed.
  const isOfOther =
    clause.names.length === 0 && clause.tags.some((tag) => hasClass(tag, 'newcomer') && tag.to <= found.from)
  if (isOfOther && isLegal && way < 0) return createEvent({ kind: 'legal', sign: -1 })
  const names = isOfOther ? [] : isAll ? companiesIn(tags) : clause.names
  const { struck, opponent } = partRoles(topic, found, names, clause)
  const [main] = struck
  const goods = segmentsIn(tags, found)
  const sign = way < 0 ? -1 : 1
  if (main?.asset == null && opponent.length > 0 && isLegal)
    return createEvent({ kind: 'legal', sign, goods, roles: { opponent: tickersOf(opponent) } })
  if (main?.asset == null) {
    if (isTagged(tags, 'trial') && tags.some((tag) => isOfUnlistedFirm(tag, title))) return null
    // "Court sides with lenders in car loan case".
    const where = tags.flatMap((tag) => tag.country?.code ?? [])
    const all = market.makersOf(goods)
    if (!isLegal || all.length === 0) return null
    const isAtHome = ({ asset }: Player) => where.length === 0 || where.includes(asset.country)
    // Cigarettes are sold from abroad too, loans are not.
    const makers = goods.some(market.isLocal)
      ? all.filter(isAtHome)
      : all.toSorted((a, b) => Number(isAtHome(b)) - Number(isAtHome(a)))
    // "FCC approves SpaceX phone service".
    const isOfNewcomer = clause.tags.some(
      (tag) => hasClass(tag, 'newcomer') && (topic.class === 'approve' || tag.goods.length > 0),
    )
    const first = tickersOfFirst(makers, MAX_RIVALS)
    if (isOfNewcomer) return createEvent({ kind: 'launch', sign, goods, roles: { rival: first } })
    if (first.length === 0 || tags.some(isOfTrade) || isSaleAbroad(title)) return null
    return createEvent({ kind: 'legal', sign, goods, roles: { struck: first } })
  }
  const named = assetsIn(tags)
  // What becomes of a takeover is no matter of products.
  const isPermit = topic.class === 'approval' && isOfWork(main, title)
  // "Cisco delays launch of Cisco Meraki": what it is a product of.
  const ofProduct = tags.flatMap((tag) => (tag.asset === main.asset ? tag.goods : []))
  const close =
    isTagged(tags, 'buy', 'bid', 'sanction') || isPermit
      ? []
      : market.rivalsOf(main.asset, topic.kind === 'company_stop' ? ofProduct : goods, named).slice(0, MAX_RIVALS)
  // "Takeda drug misses goal": nobody knows whose it competes with.
  const isUntold =
    topic.kind === 'product' &&
    main.asset.gics?.startsWith(PHARMA) === true &&
    goods.every(({ words: [first] }) => first === 'drug') &&
    tags.every(({ product }) => product === null)
  // Data that are lost move no buyers to a rival, work that stops does.
  const isIdle = tags.some((tag) => tag !== found && hasClass(tag, 'stop'))
  const isIntrusion = found.goods.some((good) => good.words[0] === 'cybersecurity') && !isIdle
  // What a monopolist loses by law its rivals gain.
  const isMonopoly = goods.length > 0 && title.hasIn('monopoly')
  // What a person is accused of is no practice of the trade.
  const isPractice = !isTagged(tags, 'leader') && goods.length > 0 && opponent.length === 0
  const owner = main.asset.ticker
  // Who alone sells a drug abroad shares its fate.
  const partners = topic.class === 'trial' ? market.neighboursOf(main.asset, 'partner') : []
  const partner = partners.length === 1 ? partners : []
  const users = [
    ...tags.flatMap(({ product }) => (product?.owners[0] === owner ? product.users : [])),
    // Who flies a jet that is grounded; a shop sells something else.
    ...(topic.class === 'recall' && main.asset.gics === JETS ? market.neighboursOf(main.asset, 'customer') : []),
  ]
  return createEvent({
    kind: topic.kind,
    sign,
    goods,
    roles: {
      // "BHP responsible for Mariana dam": who owns it beside the one that is named answers for it too.
      struck: [
        ...new Set([...tickersOf(struck), ...tags.flatMap(({ product }) => (isLegal && product?.owners) || [])]),
      ],
      opponent: [...tickersOf(opponent), ...(isMonopoly ? close : [])],
      rival:
        isIntrusion || isUntold
          ? []
          : close.filter((one) => !tickersOf(struck).includes(one) && !partner.includes(one)),
      partner,
      peer: isPractice && sign < 0 ? close : [],
      customer: [...new Set(users)].slice(0, MAX_NEIGHBOURS),
    },
  })
}

/** "Bars sales of AI chips to China": a matter of countries. */
function isSaleAbroad({ tags, words }: EventTitle): boolean {
  const isTo = ({ from, country }: Tag) => country !== null && words[from - 1] === 'to'
  return tags.some(isTo) && words.some((word) => /^(?:sales?|shipments?|exports?|deliver(?:y|ies))$/.test(word))
}

/** "Wins approval to expand", "for rate increase": a permit to work brings no better product. */
function isOfWork({ asset }: Tag, { words }: EventTitle): boolean {
  return (
    !isMedical(asset) &&
    words.some((word) => /^(?:expan\w+|increase|hike|rates?|merger|spin-?off|licen[cs]e)$/.test(word))
  )
}

/** Who is struck and who stands on the other side: the accused and the accuser, the drug and the one it is compared with. */
function partRoles(
  topic: Topic,
  found: Tag,
  names: readonly Tag[],
  clause: EventClause,
): { readonly struck: readonly Tag[]; readonly opponent: readonly Tag[] } {
  const { words } = clause.title
  // "Advises against Novo Nordisk's drug" is said of it.
  const isSaidOf = (name: Tag) => clause.tags.some((tag) => tag.to === name.from && isVerb(tag, 'deny', 'accuse'))
  const isAgainst = (name: Tag) => isOpposed(name, clause.title) && !isSaidOf(name)
  const before = names.filter((name) => name.to <= found.from)
  const after = names.filter((name) => name.from >= found.to)
  // "Nokia patent case": whose patent it is.
  const isOfPatent = (name: Tag) => /^(?:s )?patent/.test(words.slice(name.to, found.to).join(' '))
  const owner = words[found.from] === 'invalid' ? undefined : before.find(isOfPatent)
  const accused = before.filter((name) => name.asset !== owner?.asset)
  if (owner !== undefined) return { struck: accused, opponent: [owner] }
  const isPaid = clause.title.isIn(found.to - 1, 'payment')
  const paid = isPaid ? after[0] : undefined
  if (before.length === 0 && isPaid) return { struck: [], opponent: after.slice(0, 1) }
  if (before.length === 0 || after.length === 0) {
    // "Bins class action against Tesla".
    const isOfCase = (topic.class === 'case' || topic.class === 'claim') && names.every(isAgainst)
    // "Loses bid to overturn Qualcomm ruling".
    const bid = clause.tags.find((tag) => isVerb(tag, 'win', 'lose') && tag.from === names[0]?.to)
    const opponent = isOfCase ? [] : names.filter((name) => isAgainst(name) || (bid && name.from > bid.to))
    return { struck: names.filter((name) => !opponent.includes(name)), opponent }
  }
  const isDone = isPassive(found, clause)
  // "Founder arrested over servers of Nvidia".
  if (topic.class === 'accuse' && isDone) return { struck: before, opponent: [] }
  // "Recalls cars over LG battery fault".
  if (topic.class === 'recall') return { struck: [...before, ...after.filter(isAgainst)], opponent: [] }
  // "Ordered to pay Energy Transfer".
  if (paid !== undefined) return { struck: before, opponent: [paid] }
  if (topic.kind !== 'legal')
    return { struck: before, opponent: isContest(found, clause.title) ? after : after.filter(isAgainst) }
  const isWon = clause.tags.some((tag) => tag.to <= found.from && isVerb(tag, 'win', 'lose'))
  if (topic.class === 'offend' || isWon) return { struck: before, opponent: after }
  const isAccused = after.some(isAgainst) || (topic.isVerb && !isDone)
  return isAccused ? { struck: after, opponent: before } : { struck: before, opponent: [] }
}

/** "Complaint against Tesla", "in fight with Exxon". */
export function isOpposed({ from }: Tag, { words, isIn, hasIn }: ListedTitle): boolean {
  return hasIn('against', from - 2, from) || (words[from - 1] === 'with' && isIn(from - 2, 'fight'))
}

/** "Beats", "fails to beat", "does no better than". */
export function isContest(tag: Tag, { hasIn }: ListedTitle): boolean {
  return isVerb(tag, 'beat') || hasIn('matching', tag.from + 1, tag.to)
}

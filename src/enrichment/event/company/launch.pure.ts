import { segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import { type Market, type Player, tickersOfFirst } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import {
  canBeVerb,
  companiesIn,
  follows,
  hasClass,
  isNegated,
  isNoun,
  isTagged,
  isVerb,
  type Tag,
} from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Rivals that a new competitor worries. */
const MAX_CHALLENGED = 6
/** Reads that a company, listed or not, offers something new or cheaper in a business whose makers are others. */
export function readLaunch(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, isIn } = title
  // "Limits redemptions from its fund": investors who wait, and no product that goes.
  if (title.words.some((word) => /^redemptions?$/.test(word))) return null
  const sellers = tags.filter((tag) => tag.asset?.type === 'stock' || hasClass(tag, 'newcomer'))
  const [subject] = sellers
  const isOther = tags.some((tag) => tag.place !== null || hasClass(tag, 'authority', 'strike', 'sanction'))
  if (subject === undefined || isOther) return null
  const own = subject.asset
  const goods = segmentsIn(tags)
  const launch = tags.find(
    (tag) =>
      hasClass(tag, 'launch') &&
      tag.goods.length === 0 &&
      !isIn(tag.from - 1, 'aside') &&
      // "Begins liquidation".
      !tags.some((one) => one.from === tag.to && isNoun(one, 'stop')) &&
      // "Sells tea business to CVC": a business changes hands, nothing new is sold.
      !(/^s[eo]l[ld]/.test(title.words[tag.from] ?? '') && title.hasIn('divested', tag.to)),
  )
  // "Budapest extends cap on margins, Lidl sore": the state's own step.
  if (launch !== undefined && tags.some((tag) => tag.isGovernment && tag.to === launch.from)) return null
  if (launch === undefined) {
    const isClose = tags.some((tag) => tag.from >= subject.from && tag.goods.some((good) => good.isSegment === true))
    // "Gucci fends off LVMH": its own brand beside another company is no business that it enters.
    if (own !== null && subject.goods.length > 0 && companiesIn(tags).some(({ asset }) => asset !== own)) return null
    // "Expects custom chip revenue to double".
    const isForecast = tags.some((tag) => hasClass(tag, 'guidance') || isVerb(tag, 'speaker'))
    // "Hurt by slump in fast fashion demand": of what all of a trade feel nobody is spared.
    if (!isClose || isTagged(tags, 'demand')) return null
    // "Quits Renault to run Gucci": who leaves.
    const isLeft = tags.some(
      (tag, i) =>
        isVerb(tag, 'stop', 'walk', 'drop') && tags[i + 1]?.from === tag.to && tags[i + 1]?.asset?.type === 'stock',
    )
    if (isLeft) return null
    // "Next Apple Watch will read blood sugar", "pulls machines"; a word on what a company sells already is no launch.
    const isNew =
      title.words.some((word) => /^(?:will|can)$/.test(word)) || isTagged(tags, 'stop', 'walk', 'fail', 'drop')
    if (own !== null && (isForecast || !isNew)) return null
  } else {
    // "Opens factory".
    const isPlant = (tag: Tag) => hasClass(tag, 'facility') && tag.goods.length === 0
    if (tags.some((tag) => isPlant(tag) && tag.from - launch.to <= 3)) return null
  }
  const where = new Set(tags.flatMap((tag) => tag.country?.code ?? []))
  const isThere = ({ asset }: Player) => Number(where.has(asset.country))
  const makers = own === null ? market.makersOf(goods).toSorted((a, b) => isThere(b) - isThere(a)) : []
  const isMaker = ({ asset }: Tag) => makers.some((one) => one.asset === asset)
  // "Takes on Visa", "a rival to Wegovy", "priced below Model Y".
  const isChallenged = (name: Tag) => tags.some((tag) => follows(name, tag, 3) && hasClass(tag, 'copy', 'beat'))
  const challenged = companiesIn(tags).filter((name) => name.asset !== own && (isChallenged(name) || isMaker(name)))
  const isCheaper = launch !== undefined && !canBeVerb(launch)
  const rivals =
    own === null
      ? tickersOfFirst(makers)
      : goods.length > 0
        ? market.isOfBusiness(own, goods)
          ? market.rivalsOf(own, goods, [])
          : []
        : isCheaper
          ? market.peersOf(own)
          : []
  // What is new to a company and no business of its rivals moves it alone.
  const isOwn = launch !== undefined && goods.length > 0
  if (rivals.length + challenged.length === 0 && !isOwn) return null
  const isOff =
    launch === undefined
      ? // "Pulls sleep apnoea machines".
        isTagged(tags, 'stop', 'walk', 'fail', 'drop')
      : tags.some((tag) => isCalledOff(tag, launch, title))
  return createEvent({
    kind: 'launch',
    sign: isOff ? -1 : 1,
    goods,
    roles: {
      opponent: tickersOf(challenged),
      rival: rivals.slice(0, MAX_CHALLENGED),
      launcher: own === null ? [] : [own.ticker],
    },
  })
}

function isCalledOff(tag: Tag, launch: Tag, title: EventTitle): boolean {
  // "Drops as price cut fails".
  const isBefore = title.clauses.some(({ from, to }) => tag.from >= from && launch.to <= to && follows(launch, tag, 2))
  return isBefore && (hasClass(tag, 'walk') || isNegated(tag, title))
}

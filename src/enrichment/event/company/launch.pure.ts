import { segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import type { Market, Player } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNegated, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Rivals that a new competitor worries. */
const MAX_CHALLENGED = 6
/** Tokens between "sells" and the part of a company. */
const DIVESTED_REACH = 5

const REDEEMED = /^redemptions?$/

/** Reads that a company, listed or not, offers something new or cheaper in a business whose makers are others. */
export function readLaunch(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, isIn } = title
  // "Limits redemptions from its fund": investors who wait, and no product that goes.
  if (title.words.some((word) => REDEEMED.test(word))) return null
  const sellers = tags.filter((tag) => tag.asset?.type === 'stock' || hasClass(tag, 'newcomer'))
  // "Figma rival Canva".
  const rivalled = sellers.find(({ to }, i) => isIn(to, 'competitor') && sellers[i + 1]?.from === to + 1)
  const subject = sellers.find((tag) => tag !== rivalled)
  const isOther = tags.some((tag) => tag.place !== null || hasClass(tag, 'authority', 'strike', 'sanction'))
  if (subject === undefined || isOther) return null
  const own = subject.asset
  const goods = segmentsIn(tags, null)
  const launch = tags.find(
    (tag) =>
      hasClass(tag, 'launch') &&
      tag.goods.length === 0 &&
      !isIn(tag.from - 1, 'aside') &&
      !isIn(tag.to, 'share') &&
      // "Deploys AMD chips".
      !(isVerb(tag, 'choose') && sellers.some((one) => one.from >= tag.to)) &&
      !isEndOpened(tag, tags) &&
      !isDivesting(tag, title),
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
    // "L'Oreal misses on travel retail": how much it sold.
    const isMissed = title.words.some((word, i) => /^miss/.test(word) && title.words[i + 1] === 'on')
    if (own !== null && (isForecast || isMissed || !isNew)) return null
  } else {
    // "Opens factory".
    const isPlant = (tag: Tag) => hasClass(tag, 'facility') && tag.goods.length === 0
    if (tags.some((tag) => isPlant(tag) && tag.from - launch.to <= 3)) return null
  }
  const where = new Set(tags.flatMap((tag) => tag.country?.code ?? []))
  const isThere = ({ asset }: Player) => Number(where.has(asset.country))
  const makers = own === null ? market.makersOf(goods).toSorted((a, b) => isThere(b) - isThere(a)) : []
  const isMaker = ({ asset }: Tag) => makers.some((one) => one.asset === asset)
  const challenged = companiesIn(tags).filter(
    (name) => name.asset !== own && (name === rivalled || isChallenged(name, title) || isMaker(name)),
  )
  const isCheaper = launch?.readings.every((one) => !one.isVerb) === true
  const rivals =
    own === null
      ? makers.map(({ asset }) => asset.ticker)
      : goods.length > 0
        ? market.isOfBusiness(own, goods)
          ? market.rivalsOf(own, goods, [])
          : []
        : isCheaper
          ? market.peersOf(own)
          : []
  // What is new to a company and no business of its rivals moves it alone.
  const isOwn = own !== null && launch !== undefined && goods.length > 0
  if (rivals.length + challenged.length === 0 && !isOwn) return null
  const isOff =
    launch === undefined
      ? // "Pulls sleep apnoea machines".
        // "L'Oreal misses on travel retail": how much it sold.
        tags.some((tag) => hasClass(tag, 'stop', 'walk', 'fail', 'drop') && !isDoneToOthers(tag, title))
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

/** "Sinks software stocks", "rattles publishers' shares": it is others who are struck. */
function isDoneToOthers({ to }: Tag, { tags, hasIn }: EventTitle): boolean {
  return tags.some((one) => one.from >= to && one.from - to <= 3 && hasIn('others', one.from, one.to))
}

/** "Sells tea business to CVC": a business changes hands, nothing new is sold. */
function isDivesting({ from, to }: Tag, { words, breaks, isIn }: EventTitle): boolean {
  if (!/^s[eo]l[ld]/.test(words[from] ?? '')) return false
  const part = words.findIndex((_, i) => i >= to && i - to <= DIVESTED_REACH && isIn(i, 'divested'))
  const next = part + 1
  return part >= 0 && (next >= words.length || breaks[next] === true || isIn(next, 'after_target'))
}

/** "Begins liquidation". */
function isEndOpened({ to }: Tag, tags: readonly Tag[]): boolean {
  const next = tags.find((one) => one.from === to)
  return next !== undefined && hasClass(next, 'stop') && next.readings.every((one) => !one.isVerb)
}

function isCalledOff(tag: Tag, launch: Tag, title: EventTitle): boolean {
  // "Drops as price cut fails".
  const isBefore = title.clauses.some(
    ({ from, to }) => tag.from >= from && tag.to <= launch.from && launch.to <= to && launch.from - tag.to <= 2,
  )
  return isBefore && (hasClass(tag, 'walk') || isNegated(tag, title))
}

/** "Takes on Visa", "a rival to Wegovy", "priced below Model Y". */
function isChallenged({ from, to }: Tag, { tags, words, hasIn }: EventTitle): boolean {
  // "Market dominated by Samsung".
  if (words[from - 1] === 'by' && /^(?:dominated|led|ruled|controlled|cornered)$/.test(words[from - 2] ?? ''))
    return true
  // "To fill Nvidia void", "breaks Nvidia's grip".
  if (hasIn('dominance', to, to + 2)) return true
  return tags.some((tag) => tag.to <= from && from - tag.to <= 3 && hasClass(tag, 'copy', 'beat'))
}

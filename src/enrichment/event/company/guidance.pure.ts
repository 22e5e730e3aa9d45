import type { Direction } from '../../vocabulary/verdict.pure.ts'
import { signOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNoun, isOneOf, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { BAD } from '../title/word-class.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { LOSS, LOSS_REACH, NARROW, readEnd, readMeasured, readRange } from './outlook-figure.pure.ts'

const MAX_PEERS = 8
const MAX_SUPPLIERS = 5
/** Tokens between "sold" and "until". */
const SOLD_REACH = 6
/** Insurers pay hospitals less where they earn more; who lends to mines gets all they dig. */
const UNSUPPLIED = /^(?:4030|35102030|15104030)/
/** Industries whose buyers sell on what they buy. */
const SOLD_ON = /^(?:45202|45203020|25203)/

/** What a company tells of its business: better (1) or worse (-1), as expected of it or as earned. */
interface Outlook {
  readonly sign: 1 | -1
  readonly kind: 'guidance' | 'results'
}

/** Reads what a company expects of its business, or earned against what was expected: those in the same business, and those that supply it, may expect the same. */
export function readGuidance(
  title: EventTitle,
  market: Market,
  directionOf: (assetId: number) => Direction | undefined,
): WorldEvent | null {
  const [company] = companiesIn(title.tags)
  if (company?.asset == null || title.words.includes('flat')) return null
  // "Eczema drug falls short of expectations": of the drug alone.
  if (isTagged(title.tags, 'drug') && !title.hasIn('business_result')) return null
  const { asset } = company
  const told = readOutlook(company, title, directionOf(asset.id))
  if (told === null) return null
  const struck = [asset.ticker]
  const costs = readCosts(title)
  // "Backs outlook": as it was.
  if (title.words.some((word) => KEPT.test(word))) return createEvent({ ...told, roles: { struck, peer: [] } })
  if (isOfOwnCause(title)) return createEvent({ ...told, roles: { struck } })
  // Who pays more for what it buys does not buy less.
  const isBuying = costs === 'none' && !UNSUPPLIED.test(asset.gics ?? '')
  return createEvent({
    ...told,
    roles: {
      struck,
      // Costs that nobody names are its own, and so is a product.
      peer:
        costs === 'own' || title.tags.some((tag) => tag !== company && tag.asset === asset)
          ? []
          : market.peersOf(asset).slice(0, MAX_PEERS),
      supplier: isBuying ? market.neighboursOf(asset, 'supplier').slice(0, MAX_SUPPLIERS) : [],
      // What is ordered of electronics and sportswear is what those who sell it on expect.
      customer: isBuying && SOLD_ON.test(asset.gics ?? '') ? market.neighboursOf(asset, 'customer').slice(0, 2) : [],
    },
  })
}

function readOutlook(company: Tag, title: EventTitle, told: Direction | undefined): Outlook | null {
  // "Profit slides but tops forecasts": what stands after "but" decides.
  const turn = title.clauses.findIndex(({ from }) => isTurn(from, title))
  const measured = isTagged(title.tags, 'authority') ? 0 : readMeasured(title)
  if (measured !== 0 && turn < 0) return { sign: measured, kind: 'results' }
  for (const clause of turn < 0 ? title.clauses : title.clauses.slice(turn)) {
    // "Northvolt misses targets": it is not listed.
    if (clause.names.length === 0 && isTagged(clause.tags, 'newcomer')) continue
    // A "project" is built.
    const found = clause.tags.find(
      (tag) => hasClass(tag, 'warning', 'boom', 'guidance') && !(isVerb(tag, 'guidance') && isNoun(tag, 'output')),
    )
    const seen = readSeen(company, clause)
    if (seen !== 0) return { sign: seen, kind: 'guidance' }
    const turned = turn < 0 ? 0 : readTurned(clause)
    if (turned !== 0) return { sign: turned, kind: 'results' }
    const figure = found === undefined ? 0 : readRange(found, clause)
    const end = figure === 0 ? readEnd(clause) : figure
    if (end === 0) return null
    if (end !== null) return { sign: end, kind: 'guidance' }
    if (found === undefined) {
      if (clause.tags.includes(company) && isSoldOut(clause)) return { sign: 1, kind: 'guidance' }
      continue
    }
    if (isKept(found, clause) || isSpoken(found, title)) continue
    // "Bookings explode".
    if (clause.tags.some((tag) => tag.from === found.to && isVerb(tag, 'accident')))
      return { sign: 1, kind: 'guidance' }
    const isLoss =
      hasClass(found, 'warning') || title.hasIn('expense', Math.max(clause.from, found.from - 2), found.to + 2)
    const { sign, isStated } = signOf(found, isLoss ? -1 : 1, clause)
    // "Warns higher prices squeeze margins": what is warned of is bad, whichever way it moves.
    const isWarning = isVerb(found, 'warning') && !hasClass(found, 'guidance')
    const isSure = hasClass(found, 'warning', 'boom') || (isStated && isNoun(found, 'guidance'))
    const way = isWarning ? -1 : isSure ? sign : told === 'pos' ? 1 : told === 'neg' ? -1 : 0
    if (way === 0 || (turn >= 0 && !isStated)) continue
    const isOfResults = clause.tags.some((tag) => tag.to <= found.from && isVerb(tag, 'beat', 'fail', 'succeed'))
    return { sign: way < 0 ? -1 : 1, kind: isOfResults ? 'results' : 'guidance' }
  }
  return null
}

/** "But", "yet"; not "yet to". */
function isTurn(at: number, { words }: EventTitle): boolean {
  return words[at] === 'but' || (words[at] === 'yet' && words[at + 1] !== 'to')
}

const OWN_CAUSE = ['leader', 'post', 'recall', 'accident', 'strike', 'case'] as const

/** "Pulls forecast as new CEO arrives", "cuts outlook after recall", "as Africa business booms": not so with others. */
function isOfOwnCause({ clauses, tags, isIn }: EventTitle): boolean {
  const isOfPart = tags.some(
    ({ country, isGovernment, to }) => country !== null && !isGovernment && isIn(to, 'divested'),
  )
  const isCaused = clauses.some(
    ({ from, tags }) =>
      from > 0 &&
      (isIn(from, 'following') || isIn(from, 'background')) &&
      tags.some((tag) => hasClass(tag, ...OWN_CAUSE)),
  )
  return isOfPart || isCaused
}

const KEPT = /^(?:intact|unchanged|backs|backed|reaffirm|reaffirms|reaffirmed|reiterates?|reiterated|stands? by)$/

/** "Reaffirms forecast", "sees loan growth flat": nothing new is expected. */
function isKept(found: Tag, { tags, from, to, title }: EventClause): boolean {
  const before = tags.findLast((tag) => tag.to <= found.from && tag.readings.some((one) => one.isVerb))
  if (before !== undefined && title.isIn(before.from, 'rate_unchanged')) return true
  const isOnlyKept = before?.readings.every((one) => one.class === 'keep' || one.class === 'speaker') === true
  return (isOnlyKept && before !== undefined && hasClass(before, 'keep')) || title.hasIn('flat', from, to)
}

/** Costs that a title blames: `named` where it says what for, which others pay too. */
type CostCause = 'none' | 'own' | 'named'

/** "As costs soar" is `own`, "on higher fuel costs" and "tariffs" `named`. */
function readCosts({ words, tags }: EventTitle): CostCause {
  const isNamed = words.some(
    (word, i) =>
      word === 'tariffs' ||
      (word === 'prices' && /^(?:squeez|crimp|dent|hit|hurt)/.test(words[i + 1] ?? '')) ||
      (isCost(word) && tags.some(({ to, asset, goods }) => to === i && asset === null && goods.length > 0)),
  )
  return isNamed ? 'named' : words.some(isCost) ? 'own' : 'none'
}

function isCost(word: string): boolean {
  return word === 'cost' || word === 'costs' || word === 'expenses'
}

/** "Sold out of gas turbines through 2028": more is ordered than can be made. */
function isSoldOut({ from, to, title: { words, shapes, isIn } }: EventClause): boolean {
  const at = words.findIndex((_, i) => i >= from && i < to && isIn(i, 'sold_out'))
  if (at < 0) return false
  const isPeriod = (i: number) => shapes[i] === 'number' || words[i] === 'next' || words[i] === 'years'
  return words.some((_, i) => i >= at && i - at <= SOLD_REACH && isIn(i, 'until') && isPeriod(i + 1))
}

/** Tokens between the sales that are seen and the expectations they exceed. */
const AWAITED_REACH = 7
/** What costs do to margins. */
const SQUEEZING = /^(?:squeez|crimp|dent|erod|hurt|hit|pinch|compress|pressur|weigh|eat)/

/** "Sees China revenue falling" is -1, "expects stronger orders" 1; 0 where nothing is said. */
function readSeen(company: Tag, { tags, title: { words, isIn, hasIn } }: EventClause): 1 | -1 | 0 {
  const verb = [0, 1, 2].map((step) => company.to + step).find((at) => isIn(at, 'foreseeing'))
  if (verb === undefined) return 0
  // "Warns of operating loss".
  const loss = words.findIndex((word, i) => i > verb && i - verb <= LOSS_REACH + 1 && LOSS.test(word))
  if (loss >= 0) return words.slice(verb, loss).some((word) => NARROW.test(word)) ? 1 : -1
  const result = words.findIndex((_, i) => i > verb && isIn(i, 'business_result'))
  if (result < 0 || result - verb > 6) return 0
  // "Warns higher steel prices squeeze margins".
  if (words.slice(verb + 1, result).some((word) => SQUEEZING.test(word))) return -1
  // "Sees sales far beyond expectations".
  const awaited = words.findIndex((_, i) => i > result && i - result <= AWAITED_REACH && isIn(i, 'expected'))
  if (awaited >= 0 && hasIn('beyond', result, awaited)) return 1
  if (awaited >= 0 && hasIn('short_of', result, awaited)) return -1
  // "Warns growth not assured", "sees no recovery".
  if (tags.some((tag) => hasClass(tag, 'deny') && tag.from > verb && tag.from - result <= 2)) return -1
  if (hasIn('weaker', verb + 1, result)) return -1
  if (hasIn('stronger', verb + 1, result)) return 1
  const moving = tags.find(
    (tag) => tag.from > result && tag.from - result <= 3 && tag.readings.some((one) => one.isVerb),
  )
  if (moving === undefined) return 0
  if (hasClass(moving, 'start')) return 1
  return hasClass(moving, 'less', 'stop') ? -1 : 0
}

/** What a clause after "but" says of the business: "but sales fall short", "but profit tops estimates". */
function readTurned({ tags, from, to, title: { words, isIn } }: EventClause): 1 | -1 | 0 {
  const against = tags.find(
    (tag) => tag.to - tag.from > 1 && isIn(tag.to - 1, 'expected') && hasClass(tag, 'hawkish', 'dovish'),
  )
  if (against !== undefined) return hasClass(against, 'hawkish') ? 1 : -1
  const result = words.findIndex((_, i) => i > from && i < to && isIn(i, 'business_result'))
  const moving = tags.find((tag) => result >= 0 && tag.from > result && tag.from - result <= 2 && tag.asset === null)
  if (moving === undefined || !moving.readings.some((one) => one.isVerb)) return 0
  if (hasClass(moving, 'fail')) return -1
  if (hasClass(moving, 'start')) return 1
  return hasClass(moving, 'less', 'stop', 'lose') ? -1 : 0
}

const WARNED =
  /^(?:doctors|patients|customers|users|clients|owners|drivers|parents|travell?ers|passengers|staff|employees)$/

/** "Warns doctors"; "parts shortage slows chip business, Qualcomm warns": the warning is the shortage, not what the speaker expects. */
function isSpoken(found: Tag, { words, clauses }: EventTitle): boolean {
  if (WARNED.test(words[found.to] ?? '')) return true
  const isLast = found.to === words.length && found.readings.some((one) => one.isVerb)
  return isLast && clauses.some(({ tags }) => !tags.includes(found) && tags.some((tag) => isOneOf(tag, BAD)))
}

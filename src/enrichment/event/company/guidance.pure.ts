import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { Direction } from '../../vocabulary/verdict.pure.ts'
import { signOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNoun, isOneOf, isVerb, type Tag } from '../title/tag.pure.ts'
import { BAD } from '../title/word-class.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const MAX_PEERS = 8
const MAX_SUPPLIERS = 5
/** Industries whose buyers sell on what they buy. */
const SOLD_ON = /^(?:452|25203)/

/** Reads what a company expects of its business, or earned against what was expected: those in the same business, and those that supply it, may expect the same. */
export function readGuidance(
  title: EventTitle,
  market: Market,
  directionOf: (assetId: number) => Direction | undefined,
): WorldEvent | null {
  const [company] = companiesIn(title.tags)
  if (company?.asset == null || title.words.includes('but') || title.words.includes('flat')) return null
  const { asset } = company
  for (const clause of title.clauses) {
    const found = clause.tags.find((tag) => hasClass(tag, 'warning', 'boom', 'guidance'))
    const seen = readSeen(company, clause)
    if (seen !== 0) return castGuidance(asset, seen, market, 'guidance', isOfCosts(title))
    if (found === undefined) {
      if (clause.tags.includes(company) && isSoldOut(clause)) return castGuidance(asset, 1, market)
      continue
    }
    // "Shrugs off slump": others do not.
    if (clause.tags.some((tag) => title.isIn(tag.from, 'resisting'))) return null
    // "Starts booking hotels".
    if (clause.tags.some((tag) => tag.to === found.from && hasClass(tag, 'launch'))) continue
    if (isKept(found, clause) || isSpoken(found, title)) continue
    const isLoss =
      hasClass(found, 'warning') || title.hasIn('expense', Math.max(clause.from, found.from - 2), found.to + 2)
    const { sign, isStated } = signOf(found, isLoss ? -1 : 1, clause)
    const told = directionOf(asset.id)
    // "Warns higher prices squeeze margins": what is warned of is bad, whichever way it moves.
    const isWarning = isVerb(found, 'warning') && !hasClass(found, 'guidance')
    const isSure = hasClass(found, 'warning', 'boom') || (isStated && isNoun(found, 'guidance'))
    const way = isWarning ? -1 : isSure ? sign : told === 'pos' ? 1 : told === 'neg' ? -1 : 0
    if (way === 0) continue
    const isOfResults = clause.tags.some((tag) => tag.to <= found.from && isVerb(tag, 'beat', 'fail', 'succeed'))
    return castGuidance(asset, way < 0 ? -1 : 1, market, isOfResults ? 'results' : 'guidance', isOfCosts(title))
  }
  return null
}

/** "Reaffirms forecast", "sees loan growth flat": nothing new is expected. */
function isKept(found: Tag, { tags, from, to, title }: EventClause): boolean {
  const before = tags.findLast((tag) => tag.to <= found.from && tag.readings.some((one) => one.isVerb))
  const isOnlyKept = before?.readings.every((one) => one.class === 'keep' || one.class === 'speaker') === true
  return (isOnlyKept && before !== undefined && hasClass(before, 'keep')) || title.hasIn('flat', from, to)
}

function castGuidance(
  asset: KnownAsset,
  sign: 1 | -1,
  market: Market,
  kind: 'guidance' | 'results' = 'guidance',
  isOfCosts = false,
): WorldEvent {
  return createEvent({
    kind,
    sign,
    roles: {
      struck: [asset.ticker],
      peer: market.peersOf(asset).slice(0, MAX_PEERS),
      // Who pays more for what it buys does not buy less.
      supplier: isOfCosts ? [] : market.neighboursOf(asset, 'supplier').slice(0, MAX_SUPPLIERS),
      // What is ordered of electronics and sportswear is what those who sell it on expect.
      customer: SOLD_ON.test(asset.gics ?? '') ? market.neighboursOf(asset, 'customer').slice(0, 2) : [],
    },
  })
}

/** "Cuts outlook on higher costs", "as costs soar". */
function isOfCosts({ words }: EventTitle): boolean {
  return words.some(
    (word, i) =>
      /^(?:costs|tariffs|expenses)$/.test(word) ||
      (word === 'prices' && /^(?:squeez|crimp|dent|hit|hurt)/.test(words[i + 1] ?? '')),
  )
}

/** "Sold out of gas turbines through 2028": more is ordered than can be made. */
function isSoldOut({ tags, title: { words, shapes, isIn } }: EventClause): boolean {
  const at = tags.find(({ from }) => isIn(from, 'sold_out'))?.to
  if (at === undefined) return false
  const isPeriod = (i: number) => shapes[i] === 'number' || words[i] === 'next' || words[i] === 'years'
  return words.some((_, i) => i >= at && i - at <= 4 && isIn(i, 'until') && isPeriod(i + 1))
}

/** What costs do to margins. */
const SQUEEZING = /^(?:squeez|crimp|dent|erod|hurt|hit|pinch|compress|pressur|weigh|eat)/

/** "Sees China revenue falling" is -1, "expects stronger orders" 1; 0 where nothing is said. */
function readSeen(company: Tag, { tags, title: { words, isIn, hasIn } }: EventClause): 1 | -1 | 0 {
  const verb = [0, 1, 2].map((step) => company.to + step).find((at) => isIn(at, 'foreseeing'))
  const result = words.findIndex((_, i) => verb !== undefined && i > verb && isIn(i, 'business_result'))
  if (verb === undefined || result < 0 || result - verb > 6) return 0
  const between = words.slice(verb + 1, result)
  if (between.includes('loss')) return 0
  // "Warns higher steel prices squeeze margins".
  if (between.some((word) => SQUEEZING.test(word))) return -1
  if (hasIn('weaker', verb + 1, result)) return -1
  if (hasIn('stronger', verb + 1, result)) return 1
  const moving = tags.find(
    (tag) => tag.from > result && tag.from - result <= 3 && tag.readings.some((one) => one.isVerb),
  )
  if (moving === undefined) return 0
  if (hasClass(moving, 'start')) return 1
  return hasClass(moving, 'less', 'stop') ? -1 : 0
}

/** "Parts shortage slows chip business, Qualcomm warns": the warning is the shortage, not what the speaker expects. */
function isSpoken(found: Tag, { words, clauses }: EventTitle): boolean {
  const isLast = found.to === words.length && found.readings.some((one) => one.isVerb)
  return isLast && clauses.some(({ tags }) => !tags.includes(found) && tags.some((tag) => isOneOf(tag, BAD)))
}

import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { Direction } from '../vocabulary/verdict.pure.ts'
import { companiesIn, signOf, splitCompanyClauses } from './company-clause.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

const MAX_PEERS = 8
const MAX_SUPPLIERS = 5

/** Reads what a company expects of its business: those in the same business, and those that supply it, may expect the same. */
export function readGuidance(
  marks: readonly Mark[],
  title: TokenisedText,
  market: Market,
  directionOf: (assetId: number) => Direction | undefined,
): WorldEvent | null {
  const [company] = companiesIn(marks)
  if (company?.asset == null || title.words.includes('but')) return null
  for (const clause of splitCompanyClauses(marks, title)) {
    const found = clause.marks.find(
      (mark) => hasClass(mark, 'warning') || hasClass(mark, 'boom') || hasClass(mark, 'guidance'),
    )
    const seen = readSeen(company, clause.marks, title)
    if (seen !== 0) return castGuidance(company.asset, seen, market)
    if (found === undefined) {
      if (!clause.marks.includes(company) || !isSoldOut(clause.marks, title)) continue
      return castGuidance(company.asset, 1, market)
    }
    // "Shrugs off slump": others do not.
    if (clause.marks.some((mark) => RESISTING.test(title.words[mark.from] ?? ''))) return null
    // "Starts booking hotels".
    if (clause.marks.some((mark) => mark.to === found.from && hasClass(mark, 'launch'))) continue
    const told = directionOf(company.asset.id)
    const { sign, isStated } = signOf(
      found,
      hasClass(found, 'warning') || title.words[found.from - 1] === 'loss' ? -1 : 1,
      clause,
      title,
    )
    const isSure =
      hasClass(found, 'warning') ||
      hasClass(found, 'boom') ||
      (isStated && found.readings.some((one) => one.class === 'guidance' && !one.isVerb))
    const way = isSure ? sign : told === 'pos' ? 1 : told === 'neg' ? -1 : 0
    if (way === 0) continue
    return castGuidance(company.asset, way < 0 ? -1 : 1, market)
  }
  return null
}

function castGuidance(asset: KnownAsset, sign: 1 | -1, market: Market): WorldEvent {
  return createEvent({
    kind: 'guidance',
    sign,
    cast: {
      struck: [asset.ticker],
      peer: market.peersOf(asset).slice(0, MAX_PEERS),
      supplier: market.neighboursOf(asset, 'supplier').slice(0, MAX_SUPPLIERS),
      customer: market.neighboursOf(asset, 'customer').slice(0, 2),
    },
  })
}

const SEEING = /^(?:sees|see|saw|expects|anticipates|forecasts|predicts|projects|flags|warns)$/
const RESULTS =
  /^(?:revenues?|sales|profits?|margins?|earnings|orders|demand|shipments|deliveries|growth|turnover|recovery|rebound|season|spending|activity|drilling|bookings|traffic|volumes|quarter|year)$/
const LESS =
  /^(?:lower|weaker|slower|softer|smaller|thinner|slowing|weak|soft|slowest|weakest|lowest|smallest|softest|sluggish|tough|tougher|subdued|muted)$/
const MORE = /^(?:higher|stronger|faster|bigger|record|robust|strong|strongest|fastest|best|bumper)$/
const RESISTING =
  /^(?:shrugs?|shrugged|def(?:y|ies|ied)|bucks?|bucked|weathers?|weathered|brush(?:es|ed)?|withstands?|withstood|resists?)$/
const UNTIL: ReadonlySet<string> = new Set(['until', 'through', 'into', 'for'])

/** "Sold out of gas turbines through 2028": more is ordered than can be made. */
function isSoldOut(marks: readonly Mark[], { words, shapes }: TokenisedText): boolean {
  const at = marks.find(({ from }) => /^(?:sold|booked)$/.test(words[from] ?? '') && words[from + 1] === 'out')?.to
  if (at === undefined) return false
  return words.some(
    (word, i) =>
      i >= at &&
      i - at <= 4 &&
      UNTIL.has(word) &&
      (shapes[i + 1] === 'number' || words[i + 1] === 'next' || words[i + 1] === 'years'),
  )
}

/** "Sees China revenue falling" is -1, "expects stronger orders" 1; 0 where nothing is said. */
function readSeen(company: Mark, marks: readonly Mark[], { words }: TokenisedText): 1 | -1 | 0 {
  const verb = [0, 1, 2].map((step) => company.to + step).find((at) => SEEING.test(words[at] ?? ''))
  const result = words.findIndex((word, i) => verb !== undefined && i > verb && RESULTS.test(word))
  if (verb === undefined || result < 0 || result - verb > 6) return 0
  const before = words.slice(verb + 1, result)
  if (before.includes('loss')) return 0
  if (before.some((word) => LESS.test(word))) return -1
  if (before.some((word) => MORE.test(word))) return 1
  const moving = marks.find(
    (mark) => mark.from > result && mark.from - result <= 3 && mark.readings.some((one) => one.isVerb),
  )
  if (moving === undefined) return 0
  if (hasClass(moving, 'start')) return 1
  return hasClass(moving, 'less') || hasClass(moving, 'stop') ? -1 : 0
}

import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { Direction } from '../../vocabulary/verdict.pure.ts'
import { signOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNoun, isOneOf, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { BAD } from '../title/word-class.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const MAX_PEERS = 8
const MAX_SUPPLIERS = 5

/** Reads what a company expects of its business, or earned against what was expected: those in the same business, and those that supply it, may expect the same. */
export function readGuidance(
  title: EventTitle,
  market: Market,
  directionOf: (assetId: number) => Direction | undefined,
): WorldEvent | null {
  const [company] = companiesIn(title.tags)
  if (company?.asset == null || title.words.includes('flat')) return null
  const { asset } = company
  // "Profit slides but tops forecasts": what stands after "but" decides.
  const turn = title.clauses.findIndex(({ from }) => isTurn(from, title))
  const measured = isTagged(title.tags, 'authority') ? 0 : readMeasured(title)
  if (measured !== 0 && turn < 0) return castGuidance(asset, measured, market, 'results')
  const isOwn = isOfOwnCause(title)
  for (const clause of turn < 0 ? title.clauses : title.clauses.slice(turn)) {
    const found = clause.tags.find((tag) => hasClass(tag, 'warning', 'boom', 'guidance'))
    const seen = readSeen(company, clause)
    if (seen !== 0) return castGuidance(asset, seen, market)
    const turned = turn < 0 ? 0 : readTurned(clause)
    if (turned !== 0) return castGuidance(asset, turned, market, 'results')
    const ranged = found === undefined ? 0 : readRange(found, clause)
    if (ranged !== 0) return castGuidance(asset, ranged, market)
    const end = title.hasIn('narrowing', clause.from, clause.to) ? readEnd(clause) : null
    if (end === 0) return null
    if (end !== null) return castGuidance(asset, end, market)
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
    const isSure = hasClass(found, 'warning', 'boom') || (isStated && isNoun(found, 'guidance'))
    const told = directionOf(asset.id)
    const way = isSure ? sign : told === 'pos' ? 1 : told === 'neg' ? -1 : 0
    if (way === 0) continue
    const isOfResults = clause.tags.some((tag) => tag.to <= found.from && isVerb(tag, 'beat', 'fail', 'succeed'))
    if (turn >= 0 && !isStated) continue
    const event = castGuidance(asset, way < 0 ? -1 : 1, market, isOfResults ? 'results' : 'guidance')
    return isOwn ? { ...event, roles: { struck: event.roles.struck ?? [] } } : event
  }
  return null
}

/** "But", "yet"; not "yet to". */
function isTurn(at: number, { words }: EventTitle): boolean {
  return words[at] === 'but' || (words[at] === 'yet' && words[at + 1] !== 'to')
}

const OWN_CAUSE = ['leader', 'post', 'recall', 'accident', 'strike', 'case'] as const

/** "Pulls forecast as new CEO arrives", "cuts outlook after recall": others have no such trouble. */
function isOfOwnCause({ clauses, isIn }: EventTitle): boolean {
  return clauses.some(
    ({ from, tags }) =>
      from > 0 && (isIn(from, 'following') || isIn(from, 'background')) && tags.some((tag) => hasClass(tag, ...OWN_CAUSE)),
  )
}

const MEASURED =
  /(?:^| )(?:(not as (?:bad|steep|deep|severe|weak) as|less than feared|better than feared|(?:narrower|shallower|milder) than)|(worse than feared|more than feared|(?:wider|deeper|steeper) than))(?: |$)/
const LOSS = /^loss(?:es)?$/
const NARROW = /^(?:narrower|narrowed|smaller|shallower)$/
const WIDE = /^(?:wider|widened|bigger|deeper|larger|steeper)$/
/** Tokens between "narrower" and the loss. */
const LOSS_REACH = 3

/** "Falls less than feared", "narrower loss" is 1, "wider loss than expected" -1; 0 where nothing is compared. */
function readMeasured({ words }: EventTitle): 1 | -1 | 0 {
  const at = words.findIndex((word) => word === 'than' || word === 'as')
  const told = at < 0 ? null : MEASURED.exec(words.join(' '))
  if (told !== null) return told[1] === undefined ? -1 : 1
  const loss = words.findIndex((word) => LOSS.test(word))
  const before = words.slice(Math.max(0, loss - LOSS_REACH), Math.max(0, loss))
  if (before.some((word) => NARROW.test(word))) return 1
  return before.some((word) => WIDE.test(word)) ? -1 : 0
}

/** "Narrows forecast to upper end" is 1; nothing is told where only the range gets smaller. */
function readEnd({ from, to, title: { words } }: EventClause): 1 | -1 | 0 {
  const end = words.findIndex((word, i) => i > from && i < to && /^(?:end|half)$/.test(word))
  const where = words[end - 1] ?? ''
  if (/^(?:upper|top|high|higher)$/.test(where)) return 1
  return /^(?:lower|low|bottom)$/.test(where) ? -1 : 0
}

const SCALES: Readonly<Record<string, number>> = { thousand: 1e-3, billion: 1e3, bn: 1e3, trillion: 1e6 }
const FIGURE = String.raw`[^\s\d]{0,3}(\d[\d,]*(?:\.\d+)?)\s?(?:%|percent)?\s?(thousand|million|billion|bn|trillion)?`
const RANGE = String.raw`(?:between |about |around )?${FIGURE}(?:\s?(?:-|–|to|and)\s?${FIGURE})?`
const NOW = new RegExp(String.raw`\bto ${RANGE}`, 'i')
const BEFORE = new RegExp(String.raw`\bfrom ${RANGE}`, 'i')

/** "To 2%-3% from 1%-3%" is 1, "from 3%-4% to 1%-2%" -1: the middle of what was said and of what is said now. */
function readRange(found: Tag, { from, to, title }: EventClause): 1 | -1 | 0 {
  const { words, starts, ends, text, hasIn } = title
  if (!words.includes('from', from)) return 0
  const told = text.slice(starts[from], ends[to - 1])
  const [now, before] = [middleOf(NOW.exec(told)), middleOf(BEFORE.exec(told))]
  if (now === null || before === null || now === before) return 0
  const isLoss = hasIn('expense', Math.max(from, found.from - 2), found.to + 2)
  return now > before === isLoss ? -1 : 1
}

/** The middle of a range; a scale that stands once holds for both ends. */
function middleOf(found: RegExpExecArray | null): number | null {
  if (found === null) return null
  const [, low = '', lowScale, high = low, highScale = lowScale] = found
  const size = (figure: string, scale = highScale) =>
    Number(figure.replaceAll(',', '')) * (SCALES[scale?.toLowerCase() ?? ''] ?? 1)
  return (size(low, lowScale) + size(high)) / 2
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
): WorldEvent {
  return createEvent({
    kind,
    sign,
    roles: {
      struck: [asset.ticker],
      peer: market.peersOf(asset).slice(0, MAX_PEERS),
      supplier: market.neighboursOf(asset, 'supplier').slice(0, MAX_SUPPLIERS),
      customer: market.neighboursOf(asset, 'customer').slice(0, 2),
    },
  })
}

/** "Sold out of gas turbines through 2028": more is ordered than can be made. */
function isSoldOut({ tags, from, to, title: { words, shapes, isIn } }: EventClause): boolean {
  const at = words.findIndex((_, i) => i >= from && i < to && isIn(i, 'sold_out'))
  if (at < 0) return false
  // "2026 output already spoken for".
  if (tags.some((tag) => tag.to <= at && isNoun(tag, 'output')) && shapes.slice(from, at).includes('number')) return true
  const isPeriod = (i: number) => shapes[i] === 'number' || words[i] === 'next' || words[i] === 'years'
  return words.some((_, i) => i >= at && i - at <= 4 && isIn(i, 'until') && isPeriod(i + 1))
}

/** "Sees China revenue falling" is -1, "expects stronger orders" 1; 0 where nothing is said. */
function readSeen(company: Tag, { tags, title: { words, isIn, hasIn } }: EventClause): 1 | -1 | 0 {
  const verb = [0, 1, 2].map((step) => company.to + step).find((at) => isIn(at, 'foreseeing'))
  // "Warns of operating loss".
  const loss = words.findIndex((word, i) => verb !== undefined && i > verb && i - verb <= LOSS_REACH + 1 && LOSS.test(word))
  if (loss >= 0 && verb !== undefined) return words.slice(verb, loss).some((word) => NARROW.test(word)) ? 1 : -1
  const result = words.findIndex((_, i) => verb !== undefined && i > verb && isIn(i, 'business_result'))
  if (verb === undefined || result < 0 || result - verb > 6) return 0
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

/** What a clause after "but" says of the business: "but warns on spending", "but sales fall short", "but profit tops estimates". */
function readTurned({ tags, from, to, title: { words, isIn, hasIn } }: EventClause): 1 | -1 | 0 {
  const against = tags.find((tag) => tag.to - tag.from > 1 && isIn(tag.to - 1, 'expected') && hasClass(tag, 'hawkish', 'dovish'))
  if (against !== undefined) return hasClass(against, 'hawkish') ? 1 : -1
  if (/^(?:warn|caution)/.test(words[from + 1] ?? '')) return -1
  const seeing = isIn(from + 1, 'foreseeing')
  if (seeing && hasIn('weaker', from + 2, from + 4)) return -1
  if (seeing && hasIn('stronger', from + 2, from + 4)) return 1
  const result = words.findIndex((_, i) => i > from && i < to && isIn(i, 'business_result'))
  const moving = tags.find((tag) => result >= 0 && tag.from > result && tag.from - result <= 2 && tag.asset === null)
  if (moving === undefined || !moving.readings.some((one) => one.isVerb)) return 0
  if (hasClass(moving, 'fail')) return -1
  if (hasClass(moving, 'start')) return 1
  return hasClass(moving, 'less', 'stop', 'lose') ? -1 : 0
}

/** "Parts shortage slows chip business, Qualcomm warns": the warning is the shortage, not what the speaker expects. */
function isSpoken(found: Tag, { words, clauses }: EventTitle): boolean {
  const isLast = found.to === words.length && found.readings.some((one) => one.isVerb)
  return isLast && clauses.some(({ tags }) => !tags.includes(found) && tags.some((tag) => isOneOf(tag, BAD)))
}

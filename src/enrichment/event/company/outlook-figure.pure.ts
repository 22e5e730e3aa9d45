import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import type { Tag } from '../title/tag.pure.ts'

/** What the figures and comparisons of a title say of an outlook or a result. */

const MEASURED =
  /(?:^| )(?:((?:not as|less) (?:bad|steep|deep|severe|weak) (?:as|than)|less than feared|better than feared|(?:narrower|shallower|milder) than)|(worse than feared|more than feared|(?:wider|deeper|steeper) than))(?: |$)/
export const LOSS = /^loss(?:es)?$/
export const NARROW = /^(?:narrower|narrowed|smaller|shallower)$/
const WIDE = /^(?:wider|widened|bigger|deeper|larger|steeper)$/
const COMPARED = /\bthan\b|\bas feared\b|\bas expected\b|\bloss/i
/** Tokens between "narrower" and the loss. */
export const LOSS_REACH = 3

/** "Falls less than feared", "narrower loss" is 1, "wider loss than expected" -1; 0 where nothing is compared. */
export function readMeasured({ text, words }: EventTitle): 1 | -1 | 0 {
  if (!COMPARED.test(text)) return 0
  const at = words.findIndex((word) => word === 'than' || word === 'as')
  const told = at < 0 ? null : MEASURED.exec(words.join(' '))
  if (told !== null) return told[1] === undefined ? -1 : 1
  const loss = words.findIndex((word) => LOSS.test(word))
  const before = words.slice(Math.max(0, loss - LOSS_REACH), Math.max(0, loss))
  if (before.some((word) => NARROW.test(word))) return 1
  return before.some((word) => WIDE.test(word)) ? -1 : 0
}

const END =
  /\b(?:to|at|in) (?:the )?(?:(upper|top|higher|high)|lower|low|bottom) (?:end|half)\b( of (?:\w+ ){0,3}(?:range|forecast|guidance))?/

/** "Seen at high end of range" is 1; 0 where only the range gets smaller, null where no range is told. */
export function readEnd({ from, to, title: { words, hasIn } }: EventClause): 1 | -1 | 0 | null {
  const isNarrowed = hasIn('narrowing', from, to)
  const told = END.exec(words.slice(from, to).join(' '))
  if (told === null || (told[2] === undefined && !isNarrowed)) return isNarrowed ? 0 : null
  return told[1] === undefined ? -1 : 1
}

const SCALES: Readonly<Record<string, number>> = { thousand: 1e-3, billion: 1e3, bn: 1e3, trillion: 1e6 }
const FIGURE = String.raw`[^\s\d]{0,3}(\d[\d,]*(?:\.\d+)?)\s?(?:%|percent)?\s?(thousand|million|billion|bn|trillion)?`
const RANGE = String.raw`(?:between |about |around )?${FIGURE}(?:\s?(?:-|–|to|and)\s?${FIGURE})?`
const NOW = new RegExp(String.raw`\bto ${RANGE}`, 'i')
const BEFORE = new RegExp(String.raw`\bfrom ${RANGE}`, 'i')

/** "To 2%-3% from 1%-3%" is 1, "from 3%-4% to 1%-2%" -1: the middle of what was said and of what is said now. */
export function readRange(found: Tag, { from, to, title }: EventClause): 1 | -1 | 0 {
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

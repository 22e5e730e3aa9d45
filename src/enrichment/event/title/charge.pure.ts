import type { ListedTitle } from './event-title.pure.ts'
import { hasClass, isTagged, type Tag, type WordReading } from './tag.pure.ts'

/** A duty that is told by its percentage alone. */
export const TAX: WordReading = { class: 'tax', isVerb: false, form: null }

/** Interest is lower than this. */
const MIN_TARIFF_PERCENT = 10

/** A charge, rate or deposit is a tax where a percentage stands before it, and on what after it. */
export function readCharges(
  readings: readonly WordReading[],
  title: ListedTitle,
  from: number,
  to: number,
): readonly WordReading[] {
  if (!readings.some((one) => one.class === 'charge')) return readings
  const { words, isIn } = title
  const isOn = [1, 2, 3].some(
    (back) => isPercentAt(title, from - back) && (isIn(to, 'on_what') || words[from - back - 1] === 'with'),
  )
  // "Charge to 50%", "extra 100% on".
  const isTax =
    isOn || (isPercentAt(title, to + 1) && words[to] === 'to') || (isPercentAt(title, to) && isIn(to + 1, 'on_what'))
  return readings.flatMap((one) => (one.class !== 'charge' ? [one] : isTax ? [{ ...one, class: 'tax' as const }] : []))
}

/** Between the United States and another country a rate of so many percent is a tariff: "US rate down to 19%". */
export function readTariffRates(tags: readonly Tag[], title: ListedTitle): readonly Tag[] {
  const { words, isIn } = title
  const codes = new Set(tags.flatMap(({ country }) => country?.code ?? []))
  const isBetween = codes.size > 1 && (codes.has('US') || words.includes('european'))
  if (!isBetween || isTagged(tags, 'centralbank') || tags.some((tag) => tag.isCentralBank)) return tags
  return tags.map((tag) => {
    if (!isIn(tag.from, 'rate') || tag.to - tag.from > 1 || hasClass(tag, 'tax')) return tag
    const at = [-2, -1, 1, 2, 3, 4, 5, 6].map((step) => tag.from + step).find((i) => isPercentAt(title, i))
    if (at === undefined || Number.parseFloat(words[at] ?? '') < MIN_TARIFF_PERCENT) return tag
    return { ...tag, readings: [TAX] }
  })
}

/** "Answers with 34% on everything American", "to charge up to 33% on coil". */
export function isBareCharge(title: ListedTitle, at: number): boolean {
  const { words, isIn, hasIn } = title
  if (!isPercentAt(title, at)) return false
  return words[at + 1] === 'on' ? isIn(at - 1, 'before_charge') : isIn(at - 1, 'paying') && hasIn('border')
}

/** The way of a charge that is told beside what it was: 1 for "15% instead of 25%", "to 15% from 39%"; 0 where none is. */
export function compareCharges(title: ListedTitle): 1 | -1 | 0 {
  const { words, isIn } = title
  const told = words.flatMap((_, i) => (isPercentAt(title, i) ? [readPercent(title, i)] : []))
  for (const [i, left] of told.entries()) {
    const right = told[i + 1]
    // "15% tariff in trade deal with Trump, down from 25%".
    const reach = right !== undefined && isIn(right.from - 2, 'changed') ? 2 * MAX_BETWEEN : MAX_BETWEEN
    if (right === undefined || right.from - left.from > reach || left.value === right.value) continue
    const isLess = left.value < right.value
    if (isIn(right.from - 1, 'old_rate') || isIn(right.from - 2, 'old_rate')) return isLess ? 1 : -1
    if (words[left.from - 1] === 'from' && words[right.from - 1] === 'to') return isLess ? -1 : 1
  }
  return 0
}

/** Tokens between a charge and what it was. */
const MAX_BETWEEN = 8

/** The figure before a percent sign, of several tokens where it has decimals. */
function readPercent({ text, starts, ends, shapes, isIn }: ListedTitle, at: number) {
  const last = isIn(at, 'percent') ? at - 1 : at
  let from = last
  while (shapes[from - 1] === 'number' && (starts[from] ?? 0) - (ends[from - 1] ?? 0) === 1) from--
  return { from, value: Number.parseFloat(text.slice(starts[from], ends[last]).replace(',', '')) }
}

function isPercentAt({ isIn, ends, shapes, text }: ListedTitle, i: number): boolean {
  return isIn(i, 'percent') || (shapes[i] === 'number' && text[ends[i] ?? 0] === '%')
}

import type { ListedTitle } from './event-title.pure.ts'
import { asNoun, isTagged, type Tag, type WordReading } from './tag.pure.ts'

/** A duty that is told by its percentage alone. */
export const TAX = asNoun('tax')

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
  const { isIn } = title
  const codes = new Set(tags.flatMap(({ country }) => country?.code ?? []))
  const isBetween = codes.size > 1 && codes.has('US')
  if (!isBetween || isTagged(tags, 'centralbank')) return tags
  return tags.map((tag) => {
    if (!isIn(tag.from, 'rate') || tag.to - tag.from > 1) return tag
    const isTold = [-2, -1, 1, 2, 3, 4, 5, 6].some((step) => isPercentAt(title, tag.from + step))
    return isTold ? { ...tag, readings: [TAX] } : tag
  })
}

/** "Answers with 34% on everything American", "to charge up to 33% on coil". */
export function isBareCharge(title: ListedTitle, at: number): boolean {
  const { words, isIn, hasIn } = title
  if (!isPercentAt(title, at)) return false
  return words[at + 1] === 'on' ? isIn(at - 1, 'before_charge') : isIn(at - 1, 'paying') && hasIn('border')
}

/** The way of a charge that is told beside what it was: 1 for "15% instead of 25%", "to 15% from 39%", "15% tariff in trade deal, down from 25%"; 0 where none is. */
export function compareCharges(title: ListedTitle): 1 | -1 | 0 {
  const { words, isIn } = title
  const told = words.flatMap((_, i) => (isPercentAt(title, i) ? [readPercent(title, i)] : []))
  for (const [i, left] of told.entries()) {
    const right = told[i + 1]
    if (right !== undefined && isIn(right.from - 1, 'old_rate')) return left.value < right.value ? 1 : -1
  }
  return 0
}

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

/** "Rebounds to 650 thousand tons": how much there is, not what it costs. */
export function isVolumeTold({ words, shapes, starts, text, isIn }: ListedTitle): boolean {
  const isAmount = (i: number) => shapes[i] === 'number' && !/[$€£¥]$/.test(text.slice(0, starts[i]))
  const isUnit = (i: number) => isIn(i, 'quantity_unit')
  return words.some((_, i) => isAmount(i) && (isUnit(i + 1) || (isIn(i + 1, 'thousands') && isUnit(i + 2))))
}

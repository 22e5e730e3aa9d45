import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, isNoun, isVerb, type Tag } from '../title/tag.pure.ts'

/** A name in a title, as tokens `from` (included) to `to` (excluded). */
export interface NameSpan {
  readonly from: number
  readonly to: number
  /** The token after the name and its possessive. */
  readonly next: number
}

/** Tokens between a name and the work by which it speaks: "HSBC flash survey". */
const SPEAKER_REACH = 3
/** Banks, exchanges, rating agencies and data providers; others who speak at the end speak of themselves. */
const SPEAKING_INDUSTRY = /^(?:40|2020)/

/** True for a company that only speaks: "HSBC survey shows services slowing", "oil may fall, says Goldman", "JPMorgan's Dimon sees stagflation". */
export function isSpeaker(
  name: NameSpan,
  asset: KnownAsset,
  tags: readonly Tag[],
  { words, breaks, shapes, hasIn }: ListedTitle,
): boolean {
  const isSayingAt = (at: number) => tags.some((tag) => tag.from === at && isVerb(tag, 'speaker'))
  const work = tags.find((tag) => tag.from >= name.to && tag.from - name.to < SPEAKER_REACH && isNoun(tag, 'speaker'))
  const isOwn = name.next > name.to
  // "Case against Microsoft over Teams".
  const isParted = work !== undefined && hasIn('of_work', name.to, work.from)
  if (work !== undefined && !isOwn && !isParted && !breaks.slice(name.to, work.from + 1).includes(true)) {
    const said = tags.find((tag) => tag.from >= work.to && tag.from - work.to <= 2)
    // "Nike earnings beat estimates" is no estimate of Nike's.
    return (work.to >= words.length && name.from > 2) || (said !== undefined && isVerb(said, 'speaker'))
  }
  if (!SPEAKING_INDUSTRY.test(asset.gics ?? '')) return false
  // "JPMorgan's Dimon warns", "BlackRock's Rick Rieder says", "Citi chief sees".
  const isTitle = (at: number) => tags.some((tag) => tag.from <= at && at < tag.to && hasClass(tag, 'leader'))
  const isPersonAt = (at: number) => isTitle(at) || (isOwn && shapes[at] === 'capital')
  let at = name.next
  while (at < name.next + SPEAKER_REACH && isPersonAt(at) && !isSayingAt(at)) at++
  if (at > name.next && isSayingAt(at)) return true
  if (name.from <= 2) return false
  if (name.to === words.length) return tags.some((tag) => tag.to === name.from && isVerb(tag, 'speaker'))
  return name.to === words.length - 1 && isSayingAt(name.to)
}

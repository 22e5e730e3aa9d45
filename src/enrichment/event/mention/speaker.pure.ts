import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import { wordSet } from '../../text/word-set.pure.ts'
import type { ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, type Tag } from '../title/tag.pure.ts'

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
/** A bank that says one of these speaks of itself. */
const OWN = wordSet(
  'its it they profit profits earnings revenue results quarter quarterly margin income dividend buyback bank lender firm company jobs staff bonuses costs succession loan loans losses fees trading unit',
)

/** True for a company that only speaks: "HSBC survey shows services slowing", "oil may fall, says Goldman", "JPMorgan's Dimon sees stagflation". */
export function isSpeaker(
  name: NameSpan,
  asset: KnownAsset,
  tags: readonly Tag[],
  { words, breaks, shapes, hasIn }: ListedTitle,
): boolean {
  const isWork = (tag: Tag) => tag.readings.some((one) => one.class === 'speaker' && !one.isVerb)
  const isSaying = (tag: Tag) => tag.readings.some((one) => one.class === 'speaker' && one.isVerb && one.form !== 'ing')
  const isSayingAt = (at: number) => tags.some((tag) => tag.from === at && isSaying(tag))
  const work = tags.find((tag) => tag.from >= name.to && tag.from - name.to < SPEAKER_REACH && isWork(tag))
  const isOwn = name.next > name.to || words[name.to - 1] === "'s"
  // "Case against Microsoft over Teams".
  const isParted = work !== undefined && hasIn('of_work', name.to, work.from)
  if (work !== undefined && !isOwn && !isParted && !breaks.slice(name.to, work.from + 1).includes(true)) {
    const said = tags.find((tag) => tag.from >= work.to && tag.from - work.to <= 2)
    // "Nike earnings beat estimates" is no estimate of Nike's.
    return (work.to >= words.length && name.from > 2) || (said !== undefined && isSaying(said))
  }
  if (!SPEAKING_INDUSTRY.test(asset.gics ?? '')) return false
  // "JPMorgan's Dimon warns", "BlackRock's Rick Rieder says", "Citi chief sees".
  const isTitle = (at: number) => tags.some((tag) => tag.from <= at && at < tag.to && hasClass(tag, 'leader'))
  const isPersonAt = (at: number) => isTitle(at) || (isOwn && shapes[at] === 'capital')
  let at = name.next
  while (at < name.next + SPEAKER_REACH && isPersonAt(at) && !isSayingAt(at)) at++
  if (at > name.next && isSayingAt(at)) return !words.slice(at).some((word) => OWN.has(word))
  if (name.from <= 2) return false
  const isLast = breaks[name.from] === true && name.to === words.length - 1 && isSayingAt(name.to)
  return isLast || (name.to === words.length && tags.some((tag) => tag.to === name.from && isSaying(tag)))
}

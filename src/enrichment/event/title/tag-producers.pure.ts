import { wordSet } from '../../text/word-set.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { hasClass, type Tag, type WordReading } from './tag.pure.ts'

/** That members keep to what was agreed: less is pumped; that they do not: more. */
const COMPLIANCE = wordSet('compliance adherence conformity conformance')
const CUT: WordReading = { class: 'stop', isVerb: false, form: null }
const RISE: WordReading = { class: 'start', isVerb: false, form: null }
const CURB: WordReading = { class: 'barrier', isVerb: false, form: null }
const QUOTA: WordReading = { class: 'limit', isVerb: false, form: null }

/** Words that mean something else where those who agree on oil are told of: a "surprise cut" is none of rates. */
export function readOfProducers(tags: readonly Tag[], { words }: ListedTitle): readonly Tag[] {
  const cartel = tags.find(({ country }) => country?.code === 'OPEC')
  if (cartel === undefined) return tags
  const read = tags.flatMap((tag) => {
    if (hasClass(tag, 'ratecut')) return [{ ...tag, readings: [CUT] }]
    if (hasClass(tag, 'ratehike')) return [{ ...tag, readings: [RISE] }]
    // "Its OPEC+ target" is a quota.
    if (/^targets?$/.test(words[tag.from] ?? '')) return [{ ...tag, readings: [QUOTA] }]
    return [tag]
  })
  const at = words.findIndex((word) => COMPLIANCE.has(word))
  if (at < 0 || tags.some((tag) => tag.from <= at && tag.to > at)) return read
  const curb: Tag = { ...cartel, readings: [CURB], country: null, isGovernment: false, from: at, to: at + 1 }
  return [...read, curb].sort((a, b) => a.from - b.from)
}

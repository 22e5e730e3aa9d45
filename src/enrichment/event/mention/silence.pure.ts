import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNoun, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'

/** A person's doings are told first. */
const PERSON_REACH = 5

/** True for a title whose names are only mentioned: a question, a list, an occasion, an everyday story, routine funding or a routine appointment. */
export function isSilent(title: EventTitle): boolean {
  const { tags, words } = title
  const has = (wanted: EventWordClass) => isTagged(tags, wanted)
  if (title.text.trimEnd().endsWith('?') || has('list') || has('occasion') || areSpeakers(title)) return true
  // "Start-up raises $40 million".
  if (has('newcomer') && words.some((word) => word === 'raises' || word === 'raise')) return true
  const name = tags.findIndex((tag) => tag.asset !== null)
  if (tags.slice(0, Math.max(0, name)).some((tag) => tag.from < PERSON_REACH && hasClass(tag, 'person'))) return true
  // "Seeks to delay bond payment" is no routine.
  const isHeldUp = tags.some((tag) => isVerb(tag, 'stop', 'fail'))
  return (has('finance') && !isHeldUp && !has('authority') && !has('case')) || (has('appoint') && has('post'))
}

/** Tokens between a name and the work by which it speaks: "HSBC flash survey". */
const SPEAKER_REACH = 3
/** Banks, exchanges, rating agencies and data providers; others who speak at the end speak of themselves. */
const SPEAKING_INDUSTRY = /^(?:40|2020)/

/** True where every company named only speaks: "HSBC survey shows services slowing", "oil may fall, says Goldman". */
function areSpeakers(title: EventTitle): boolean {
  const names = companiesIn(title.tags)
  return names.length > 0 && names.every((name) => isSpeaker(name, title))
}

function isSpeaker({ asset, from, to }: Tag, { tags, words, breaks }: EventTitle): boolean {
  const isSaying = (tag: Tag) => tag.readings.some((one) => one.class === 'speaker' && one.isVerb && one.form !== 'ing')
  const work = tags.find((tag) => tag.from >= to && tag.from - to < SPEAKER_REACH && isNoun(tag, 'speaker'))
  const isOwn = words[to] === "'s" || words[to - 1] === "'s"
  if (work !== undefined && !isOwn) {
    const said = tags.find((tag) => tag.from >= work.to && tag.from - work.to <= 2)
    return work.to >= words.length || (said !== undefined && isSaying(said))
  }
  if (!SPEAKING_INDUSTRY.test(asset?.gics ?? '') || from <= 2) return false
  const isLast = breaks[from] === true && to === words.length - 1
  return tags.some((tag) => isSaying(tag) && ((isLast && tag.from === to) || (to === words.length && tag.to === from)))
}

import type { EventWordClass } from '../vocabulary/event-word.pure.ts'
import type { EventTitle } from './event-title.pure.ts'
import { companiesIn, hasClass, isMarked, isNoun, isVerb, type Mark } from './mark.pure.ts'

/** A person's doings are told first. */
const PERSON_REACH = 5

/** True for a title whose names are only mentioned: a question, a list, an occasion, an everyday story, routine funding or a routine appointment. */
export function isSilent(title: EventTitle): boolean {
  const { marks, words } = title
  const has = (wanted: EventWordClass) => isMarked(marks, wanted)
  // "Cuts outlook, boss tells conference": only where it was said.
  const isWhere = ({ from }: Mark) => has('guidance') && title.hasIn('telling', Math.max(0, from - 4), from)
  const isOccasion = marks.some((mark) => hasClass(mark, 'occasion') && !isWhere(mark))
  if (title.text.trimEnd().endsWith('?') || has('list') || isOccasion || areSpeakers(title)) return true
  // "Start-up raises $40 million".
  if (has('newcomer') && words.some((word) => word === 'raises' || word === 'raise')) return true
  const name = marks.findIndex((mark) => mark.asset !== null)
  if (marks.slice(0, Math.max(0, name)).some((mark) => mark.from < PERSON_REACH && hasClass(mark, 'person')))
    return true
  // "Seeks to delay bond payment" is no routine.
  const isHeldUp = marks.some((mark) => isVerb(mark, 'stop', 'fail'))
  return (has('finance') && !isHeldUp && !has('authority') && !has('case')) || (has('appoint') && has('post'))
}

/** Tokens between a name and the work by which it speaks: "HSBC flash survey". */
const SPEAKER_REACH = 3
/** Banks, exchanges, rating agencies and data providers; others who speak at the end speak of themselves. */
const SPEAKING_INDUSTRY = /^(?:40|2020)/

/** True where every company named only speaks: "HSBC survey shows services slowing", "oil may fall, says Goldman". */
function areSpeakers(title: EventTitle): boolean {
  const names = companiesIn(title.marks)
  return names.length > 0 && names.every((name) => isSpeaker(name, title))
}

function isSpeaker({ asset, from, to }: Mark, { marks, words, breaks, hasIn }: EventTitle): boolean {
  const isSaying = (mark: Mark) =>
    mark.readings.some((one) => one.class === 'speaker' && one.isVerb && one.form !== 'ing')
  const work = marks.find((mark) => mark.from >= to && mark.from - to < SPEAKER_REACH && isNoun(mark, 'speaker'))
  const isOwn = words[to] === "'s" || words[to - 1] === "'s"
  // "Case against Microsoft over Teams".
  const isParted = work !== undefined && hasIn('of_work', to, work.from)
  if (work !== undefined && !isOwn && !isParted) {
    const said = marks.find((mark) => mark.from >= work.to && mark.from - work.to <= 2)
    return work.to >= words.length || (said !== undefined && isSaying(said))
  }
  if (!SPEAKING_INDUSTRY.test(asset?.gics ?? '') || from <= 2) return false
  const isLast = breaks[from] === true && to === words.length - 1
  return marks.some(
    (mark) => isSaying(mark) && ((isLast && mark.from === to) || (to === words.length && mark.to === from)),
  )
}

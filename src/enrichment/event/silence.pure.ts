import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'

/** A person's doings are told first. */
const PERSON_REACH = 5

/** True for a title whose names are only mentioned: a question, a list, an occasion, an everyday story, routine funding or a routine appointment. */
export function isSilent(marks: readonly Mark[], title: TokenisedText): boolean {
  const has = (wanted: EventWordClass) => marks.some((mark) => hasClass(mark, wanted))
  if (title.text.trimEnd().endsWith('?')) return true
  if (areSpeakers(marks, title)) return true
  // "Start-up raises $40 million".
  if (has('newcomer') && title.words.some((word) => word === 'raises' || word === 'raise')) return true
  // "Cuts outlook, boss tells conference": only where it was said.
  const isWhere = (mark: Mark) =>
    hasClass(mark, 'occasion') &&
    title.words.slice(Math.max(0, mark.from - 4), mark.from).some((word) => TELLING.test(word))
  if (has('list') || marks.some((mark) => hasClass(mark, 'occasion') && !(isWhere(mark) && has('guidance'))))
    return true
  const name = marks.findIndex((mark) => mark.asset !== null)
  if (marks.slice(0, Math.max(0, name)).some((mark) => mark.from < PERSON_REACH && hasClass(mark, 'person')))
    return true
  // "Seeks to delay bond payment" is no routine.
  const isHeldUp = marks.some((mark) =>
    mark.readings.some((one) => one.isVerb && (one.class === 'stop' || one.class === 'fail')),
  )
  return (has('finance') && !isHeldUp && !has('authority') && !has('case')) || (has('appoint') && has('post'))
}

const PARTING: ReadonlySet<string> = new Set(['over', 'on', 'in', 'with', 'for', 'against', 'to', 'at'])
const TELLING = /^(?:tells?|told|says?|said)$/

/** Companies that only show or host what is told: "Facebook video shows", "tells Barclays conference". */
export function findAside(marks: readonly Mark[], { words }: TokenisedText): ReadonlySet<number> {
  const names = marks.filter((mark) => mark.asset?.type === 'stock')
  if (names.length < 2) return NOBODY
  const aside = names.filter(
    (name) =>
      SHOWN.test(words[name.to] ?? '') && (SHOWING.test(words[name.to + 1] ?? '') || HOSTED.test(words[name.to] ?? '')),
  )
  return new Set(aside.length === names.length ? [] : aside.flatMap(({ asset }) => asset?.id ?? []))
}

const NOBODY: ReadonlySet<number> = new Set()
const HOSTED = /^(?:conference|forum|investor|event|webcast|webinar)$/
const SHOWN =
  /^(?:conference|forum|event|webcast|webinar|video|videos|post|posts|livestream|clip|page|account|poll|footage)$/
const SHOWING = /^(?:shows?|showing|showed|says?|said|reveals?|claims?|suggests?|captures?|of)$/

/** Tokens between a name and the work by which it speaks: "HSBC flash survey". */
const SPEAKER_REACH = 3
/** Banks, exchanges, rating agencies and data providers; others who speak at the end speak of themselves. */
const SPEAKING_INDUSTRY = /^(?:40|2020)/

/** True where every company named only speaks: "HSBC survey shows services slowing", "oil may fall, says Goldman". */
function areSpeakers(marks: readonly Mark[], title: TokenisedText): boolean {
  const names = marks.filter((mark) => mark.asset?.type === 'stock')
  return names.length > 0 && names.every((name) => isSpeaker(name, marks, title))
}

function isSpeaker(name: Mark, marks: readonly Mark[], { words, breaks }: TokenisedText): boolean {
  const isWork = (mark: Mark) => mark.readings.some((one) => one.class === 'speaker' && !one.isVerb)
  const isSaying = (mark: Mark) =>
    mark.readings.some((one) => one.class === 'speaker' && one.isVerb && one.form !== 'ing')
  const work = marks.find((mark) => mark.from >= name.to && mark.from - name.to < SPEAKER_REACH && isWork(mark))
  const isOwn = words[name.to] === "'s" || words[name.to - 1] === "'s"
  // "Case against Microsoft over Teams".
  const isParted = work !== undefined && words.slice(name.to, work.from).some((word) => PARTING.has(word))
  if (work !== undefined && !isOwn && !isParted) {
    const said = marks.find((mark) => mark.from >= work.to && mark.from - work.to <= 2)
    return work.to >= words.length || (said !== undefined && isSaying(said))
  }
  if (SPEAKING_INDUSTRY.test(name.asset?.gics ?? '') && name.from > 2) {
    const isLast =
      breaks[name.from] === true &&
      name.to === words.length - 1 &&
      marks.some((mark) => mark.from === name.to && isSaying(mark))
    return isLast || (name.to === words.length && marks.some((mark) => mark.to === name.from && isSaying(mark)))
  }
  return false
}

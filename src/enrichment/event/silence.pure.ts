import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'

/** A person's doings are told first. */
const PERSON_REACH = 5

/** True for a title whose names are only mentioned: a question, a list, an occasion, an everyday story, routine funding or a routine appointment. */
export function isSilent(marks: readonly Mark[], title: TokenisedText): boolean {
  const has = (wanted: EventWordClass) => marks.some((mark) => hasClass(mark, wanted))
  if (title.text.trimEnd().endsWith('?')) return true
  if (has('list') || has('occasion')) return true
  const name = marks.findIndex((mark) => mark.asset !== null)
  if (marks.slice(0, Math.max(0, name)).some((mark) => mark.from < PERSON_REACH && hasClass(mark, 'person')))
    return true
  return (has('finance') && !has('authority') && !has('case')) || (has('appoint') && has('post'))
}

import type { EventReading, TitleReading } from '../event/event-reader.pure.ts'
import { isKind, isSurelyOther } from '../event/learnt/learnt-event.pure.ts'
import type { LearntReading } from '../event/learnt/learnt-title.pure.ts'
import { turnEvent, type WorldEvent } from '../event/world-event.pure.ts'
import { wordList } from '../text/word-set.pure.ts'
import type { HeadlineInput } from './input.pure.ts'
import { isOpposed, type SignedName } from './opposed-event.pure.ts'

/** Kinds of which what is positive is good for those who sell. */
const GOOD_FOR_SELLERS: ReadonlySet<WorldEvent['kind']> = new Set(wordList('service_stop levy product contract demand'))

/**
 * What happened, where the network knows better than the rules: where these read no event, or one of a trade that moves nobody, surely
 * another, or one the wrong way round. Null where what the rules read stands, or the title only mentions its names.
 */
export function reconsiderEvent(
  { event, effects, isSilent }: EventReading,
  title: TitleReading,
  { names }: HeadlineInput,
  learnt: LearntReading,
  signed: readonly SignedName[],
): EventReading | null {
  if (isSilent) return null
  const isOfTopic = !names.some(({ kind }) => kind === 'company' || kind === 'product')
  if (event === null || (effects.length === 0 && isOfTopic)) return title.readLearnt(learnt)
  const [likeliest] = learnt.listKinds()
  if (likeliest !== undefined && isSurelyOther(event, likeliest)) {
    const other = title.readLearnt(learnt)
    if (other?.event != null && isKind(other.event, likeliest[0])) {
      // "RBI raises risk weights on loans": a case of law, and the rules know better which way.
      const isUnsure = learnt.signNames().every(({ sign, isSure }) => sign === 0 || !isSure)
      const isAlike = GOOD_FOR_SELLERS.has(event.kind) && other.event.kind === 'legal'
      return isUnsure && isAlike && other.event.sign !== event.sign
        ? title.readKnown({ ...other.event, sign: event.sign })
        : other
    }
  }
  return !event.isOutright && isOpposed({ event, effects }, signed) ? title.readKnown(turnEvent(event)) : null
}

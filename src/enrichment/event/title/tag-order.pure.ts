import type { ListedTitle } from './event-title.pure.ts'
import { hasClass, isVerb, type Tag } from './tag.pure.ts'

/** "Orders 10% of flights cut". */
export function isOrderToStop({ from, to }: Tag, tags: readonly Tag[], { breaks }: ListedTitle): boolean {
  const isRuler = tags.some((one) => one.to === from && (one.isGovernment || hasClass(one, 'authority')))
  const done = tags.find(
    (one) => one.from > to && one.from - to <= ORDER_REACH && one.asset === null && isVerb(one, 'stop'),
  )
  const isDone =
    done?.readings.some(
      (one) => one.class === 'stop' && (one.form === 'participle' || one.form === 'past' || one.form === 'same'),
    ) === true
  return isRuler && isDone && !breaks.slice(to, done?.from).includes(true)
}

const ORDER_REACH = 5

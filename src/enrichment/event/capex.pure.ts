import { hasClass, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Reads that a named company spends more or less on plant and equipment. */
export function readCapex(marks: readonly Mark[], { neighboursOf }: Market): WorldEvent | null {
  const spending = marks.find((mark) => hasClass(mark, 'capex'))
  const company = marks.find((mark) => mark.asset?.type === 'stock')
  if (spending === undefined || company?.asset == null || company.from > spending.from) return null
  const rises = (['start', 'more'] as const).some((one) => marks.some((mark) => hasClass(mark, one)))
  const falls = (['stop', 'less', 'end'] as const).some((one) =>
    marks.some((mark) => hasClass(mark, one) && !hasClass(mark, 'start')),
  )
  if (rises === falls && !falls) return null
  return createEvent({
    kind: 'capex',
    sign: falls ? -1 : 1,
    cast: { supplier: neighboursOf(company.asset, 'supplier') },
  })
}

import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
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

const INSTEAD: ReadonlySet<string> = new Set(['over', 'instead', 'ahead'])

/** Reads which country's makers of a good are chosen, and which are passed over: "picks Swedish submarines, snubbing German yards". */
export function readAward(marks: readonly Mark[], title: TokenisedText, { makersOf }: Market): WorldEvent | null {
  const isChoice = (one: EventWordClass) => (mark: Mark) =>
    mark.readings.some((reading) => reading.class === one && reading.isVerb)
  const win = marks.find((mark) => isChoice('win')(mark) || isChoice('choose')(mark))
  const lose = marks.find((mark) => isChoice('lose')(mark) || isChoice('drop')(mark))
  const good = marks.find((mark) => mark.goods.length > 0)?.goods[0]
  if (good === undefined || (win === undefined && lose === undefined)) return null
  const start = Math.min(win?.to ?? Infinity, lose?.to ?? Infinity)
  const turn = title.words.findIndex((word, i) => i > start && INSTEAD.has(word))
  const lost =
    lose !== undefined && win !== undefined && lose.from > win.from
      ? lose.from
      : lose === undefined
        ? turn < 0
          ? Infinity
          : turn
        : 0
  const won = lose !== undefined && win !== undefined && win.from > lose.from ? win.from : 0
  const winner: string[] = []
  const loser: string[] = []
  for (const mark of marks) {
    if (mark.country === null || mark.isGovernment || mark.from < start) continue
    const { code } = mark.country
    const isLost = won > 0 ? mark.from < won : mark.from > lost
    ;(isLost || win === undefined ? loser : winner).push(
      ...makersOf([good])
        .filter(({ asset }) => asset.country === code)
        .map(({ asset }) => asset.ticker),
    )
  }
  if (winner.length === 0 && loser.length === 0) return null
  return createEvent({ kind: 'award', sign: 1, goods: [good], cast: { winner, loser } })
}

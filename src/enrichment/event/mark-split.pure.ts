import type { TokenisedText } from '../text/token.pure.ts'
import type { Mark } from './mark.pure.ts'

/** "Crude stocks up 5 million barrels", "stops buying coal": two words that mean another thing of a company. */
export function splitPhrasesOfGoods(marks: readonly Mark[], { words }: TokenisedText): readonly Mark[] {
  const isOfCompany = marks.some((mark) => mark.asset?.type === 'stock')
  return marks.flatMap((mark, i) => {
    if (mark.to - mark.from !== 2) return [mark]
    const [first = '', second = ''] = words.slice(mark.from, mark.to)
    const parts = (left: WordReading, right: WordReading) => [
      { ...mark, readings: [left], goods: [], to: mark.from + 1 },
      { ...mark, readings: [right], goods: [], from: mark.from + 1 },
    ]
    const isStock = marks[i - 1]?.to === mark.from && (marks[i - 1]?.goods.length ?? 0) > 0
    if (isStock && first === 'stocks' && second === 'up') return parts(STOCKS, MORE)
    // "To phase out cuts from October".
    const isCut = first === 'cuts' && second === 'from' && marks[i - 1]?.to === mark.from
    if (isCut) return [{ ...mark, readings: [CUT], goods: [], to: mark.from + 1 }]
    const isBuying = !isOfCompany && /^(?:buying|purchasing|importing)$/.test(second)
    if (isBuying && /^(?:stop|halt|cease)/.test(first)) return parts(STOP, BUY)
    return [mark]
  })
}

const STOCKS = { class: 'stocks', isVerb: false, form: null } as const
const MORE = { class: 'more', isVerb: false, form: null } as const
const STOP = { class: 'stop', isVerb: true, form: 's' } as const
const CUT = { class: 'stop', isVerb: false, form: null } as const
const BUY = { class: 'demand', isVerb: true, form: 'ing' } as const
type WordReading = Mark['readings'][number]

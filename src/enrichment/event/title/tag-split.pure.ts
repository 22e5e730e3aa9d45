import type { ListedTitle } from './event-title.pure.ts'
import type { Tag, WordReading } from './tag.pure.ts'

/** "Crude stocks up 5 million barrels", "stops buying coal": two words that mean another thing of a company. */
export function splitPhrasesOfGoods(tags: readonly Tag[], { words }: ListedTitle): readonly Tag[] {
  const isOfCompany = tags.some((tag) => tag.asset?.type === 'stock')
  return tags.flatMap((tag, i) => {
    if (tag.to - tag.from !== 2) return [tag]
    const [first = '', second = ''] = words.slice(tag.from, tag.to)
    const parts = (left: WordReading, right: WordReading) => [
      { ...tag, readings: [left], goods: [], to: tag.from + 1 },
      { ...tag, readings: [right], goods: [], from: tag.from + 1 },
    ]
    // "To phase out cuts from October".
    const isCut = first === 'cuts' && second === 'from' && tags[i - 1]?.to === tag.from
    if (isCut) return [{ ...tag, readings: [CUT], goods: [], to: tag.from + 1 }]
    const isBuying = !isOfCompany && /^(?:buying|purchasing|importing)$/.test(second)
    if (isBuying && /^(?:stop|halt|cease)/.test(first)) return parts(STOP, BUY)
    return [tag]
  })
}

const STOP = { class: 'stop', isVerb: true, form: 's' } as const
const CUT = { class: 'stop', isVerb: false, form: null } as const
const BUY = { class: 'demand', isVerb: true, form: 'ing' } as const

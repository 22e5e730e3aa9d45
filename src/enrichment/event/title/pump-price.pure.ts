import type { ListedTitle } from './event-title.pure.ts'
import { hasClass, isVerb, type Tag } from './tag.pure.ts'

/** Fuels (by their first word) whose price a state or a seller sets at home. */
const FUELS: ReadonlySet<string> = new Set(['gasoline', 'diesel', 'jet fuel'])

/** True where somebody sets what is asked for the fuel named at a token: "Petrobras cuts diesel prices", "India raises petrol prices". */
export function isPumpPrice(at: number, tags: readonly Tag[], { words, hasIn }: ListedTitle): boolean {
  const fuels = tags.filter((tag) => tag.goods.some((good) => FUELS.has(good.words[0] ?? '')))
  const fuel = fuels.find((tag) => tag.from <= at && at < tag.to)
  const [first] = fuels
  if (fuel === undefined || first === undefined) return false
  const price = tags.find((tag) => tag.to >= fuel.to && tag.from - fuel.to <= FUEL_REACH && hasClass(tag, 'price'))
  const setter = tags.findLast(
    (tag) => isVerb(tag, ...SETTING) && tag.to <= first.from && first.from - tag.to <= FUEL_REACH,
  )
  if (price === undefined || setter === undefined || hasIn('before_noun', setter.to, first.from)) return false
  return tags.some(
    (tag) =>
      (tag.asset?.type === 'stock' || tag.country !== null || hasClass(tag, 'authority')) &&
      tag.to <= setter.from &&
      setter.from - tag.to <= 1 &&
      words[tag.to] !== "'s",
  )
}

/** Tokens between the verb, the first fuel, the last and the word of the price. */
const FUEL_REACH = 2
const SETTING = ['stop', 'end', 'less', 'more', 'start', 'keep', 'hold'] as const

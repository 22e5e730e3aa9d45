import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass, Good } from '../vocabulary/event-lexicon.pure.ts'
import { isGrown } from './event-good.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'

/** What is said of a harvest right after its name: "wheat ratings", "corn yield forecast", "soybean estimate". */
const OF_HARVEST: ReadonlySet<string> = new Set(
  'rating ratings condition conditions forecast forecasts estimate estimates projection projections outlook prospects yield yields acres acreage plantings sowings arrivals'.split(
    ' ',
  ),
)
/** What a government buys, and what it buys it with. */
const BOUGHT_BY_STATE: ReadonlySet<string> = new Set([
  'defence',
  'tank',
  'ammunition',
  'fighter jet',
  'missile',
  'submarine',
  'radar',
])
const OF_BUDGET: ReadonlySet<string> = new Set(
  'spending spend spends budget budgets outlay outlays procurement purchases expenditure fund rearmament buildup build-up'.split(
    ' ',
  ),
)

/** Marks whose meaning depends on those beside them. */
export function readInContext(marks: readonly Mark[], title: TokenisedText): Mark[] {
  const isBudget = marks.some((mark) => mark.goods.some(isOfState))
  const isWar = marks.some((mark) => hasClass(mark, 'war') || (hasClass(mark, 'attack') && mark.goods.length === 0))
  const isRuled = marks.some((mark) => mark.readings.some((one) => one.class === 'barrier' || one.class === 'tax'))
  return withHarvests(splitPhrasesOfGoods(marks, title), title).flatMap((mark, i, all) => {
    const owner = all[i - 1]
    if (isOrganOf(mark, owner, title)) return [{ ...mark, country: owner?.country ?? null }]
    const word = title.words[mark.from] ?? ''
    if (word === 'retaliation' && title.words[mark.from - 1] === 'in') return []
    // "Strikes a deal".
    if (
      /^str(?:ikes?|iking|uck)$/.test(word) &&
      mark.to - mark.from === 1 &&
      !APART.has(title.words[mark.to] ?? '') &&
      marks.some((one) => isPact(one) && one.from > mark.from && one.from - mark.to <= 4)
    )
      return []
    // "Clouds outlook for rice".
    if (word === 'clouds' && all[i + 1]?.from === mark.to && hasClass(mark, 'threat')) return [{ ...mark, goods: [] }]
    if (
      word === 'plant' &&
      mark.to - mark.from === 1 &&
      FIELD_HANDS.has(title.words[mark.from - 1] ?? '') &&
      marks.some((one) => one.goods.some(isGrown))
    )
      return [{ ...mark, readings: [SOW] }]
    if (
      mark.place?.kind === 'region' &&
      mark.readings.length === 0 &&
      mark.place.makes.some((ticker) => isGrownTicker(ticker) || HERDS.has(ticker)) &&
      /^(?:herd|crop|harvest)$/.test(title.words[mark.to - 1] ?? '')
    )
      return [{ ...mark, readings: [CROP] }]
    // "Orders doubling of missile output".
    if (
      mark.goods.some(isOfState) &&
      hasClass(mark, 'attack') &&
      marks.some((one) => one.from === mark.to && (hasClass(one, 'output') || hasClass(one, 'demand')))
    )
      return [{ ...mark, readings: mark.readings.filter((one) => one.class !== 'attack') }]
    if (isWar && (title.words[mark.from] ?? '').startsWith('retaliat'))
      return [{ ...mark, readings: mark.readings.filter((one) => one.class !== 'sanction') }]
    // "Bans Chinese drones".
    if (isRuled && !isWar && mark.goods.length > 0 && hasClass(mark, 'attack'))
      return [{ ...mark, readings: mark.readings.filter((one) => one.class !== 'attack') }]
    // Drought that worsens goes on; a crop that worsens is less.
    if (
      /^(?:worsen|deteriorat)/.test(word) &&
      owner !== undefined &&
      (isOfHarvest(owner, all[i - 2], title) || hasClass(owner, 'crop'))
    )
      return [{ ...mark, readings: [STOP] }]
    // "Crushes demand" is said of no bean.
    const next = all[i + 1]
    if ((title.words[mark.from] ?? '').startsWith('crush') && next !== undefined && hasClass(next, 'demand'))
      return [{ ...mark, readings: [STOP] }]
    if (isOtherProducers(mark, marks, title)) return []
    if (isOfHarvest(mark, all[i - 1], title)) return [{ ...mark, readings: [CROP] }]
    if (isBudget && OF_BUDGET.has(title.words[mark.from] ?? '') && mark.to - mark.from === 1 && mark.goods.length === 0)
      return [{ ...mark, readings: [DEMAND] }]
    return [mark]
  })
}

const CROP = { class: 'crop' satisfies EventWordClass, isVerb: false, form: null } as const
const DEMAND = { class: 'demand' satisfies EventWordClass, isVerb: true, form: null } as const

/** What a government buys for its soldiers. */
export function isOfState({ words }: Good): boolean {
  return BOUGHT_BY_STATE.has(words[0] ?? '')
}

/** "North Sea gas producers" are no cartel. */
function isOtherProducers(mark: Mark, marks: readonly Mark[], { words }: TokenisedText): boolean {
  if (mark.country?.code !== 'OPEC' || words[mark.to - 1] !== 'producers') return false
  const isOther = marks.some((one) => one !== mark && one.country !== null)
  const before = marks.find((one) => one.to === mark.from || (one.to === mark.from - 1 && words[one.to] === '&'))
  const isOfOther = before?.goods.some((good) => good.commodities[0] !== 'BRENT.COMM') === true
  return isOfOther || (isOther && mark.from > 0)
}

/** "Crude stocks up 5 million barrels", "stops buying coal": two words that mean another thing of a company. */
function splitPhrasesOfGoods(marks: readonly Mark[], { words }: TokenisedText): readonly Mark[] {
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

const APART: ReadonlySet<string> = new Set(['from', 'off', 'by', 'down', 'over', 'against'])
const STOCKS = { class: 'stocks', isVerb: false, form: null } as const
const MORE = { class: 'more', isVerb: false, form: null } as const
const STOP = { class: 'stop', isVerb: true, form: 's' } as const
const CUT = { class: 'stop', isVerb: false, form: null } as const
const SOW = { class: 'crop', isVerb: true, form: null } as const
const FIELD_HANDS: ReadonlySet<string> = new Set(['to', 'farmers', 'growers', 'will'])
const HERDS: ReadonlySet<string> = new Set(['CATTLE.COMM', 'FEEDER.COMM', 'HOGS.COMM'])
const BUY = { class: 'demand', isVerb: true, form: 'ing' } as const
type WordReading = Mark['readings'][number]

/** "Corn conditions": a word that says something of a harvest only. */
function withHarvests(marks: readonly Mark[], { words }: TokenisedText): readonly Mark[] {
  const added = marks.flatMap((mark) => {
    const isUnread = marks.every((one) => one.from !== mark.to)
    if (!isUnread || !OF_HARVEST.has(words[mark.to] ?? '') || !isOfCrop(mark)) return []
    return [{ ...mark, readings: [CROP], goods: [], place: null, country: null, from: mark.to, to: mark.to + 1 }]
  })
  const rated = words.indexOf('rated')
  const crop = marks.find((mark) => mark.to <= rated && isOfCrop(mark))
  if (crop !== undefined && marks.every((one) => one.from !== rated))
    added.push({ ...crop, readings: [CROP], goods: [], place: null, country: null, from: rated, to: rated + 1 })
  return added.length === 0 ? marks : [...marks, ...added].sort((a, b) => a.from - b.from)
}

/** "Chile's congress" is not that of the United States. */
function isOrganOf({ from, to, country }: Mark, owner: Mark | undefined, { words }: TokenisedText): boolean {
  const isOrgan = country !== null && to - from === 1 && ORGANS.has(words[from] ?? '')
  if (!isOrgan || owner?.country == null) return false
  return owner.to === from || (owner.to === from - 1 && words[owner.to] === "'s")
}

const ORGANS: ReadonlySet<string> = new Set(['congress', 'senate', 'parliament'])

function isOfHarvest(mark: Mark, previous: Mark | undefined, { words }: TokenisedText): boolean {
  if (previous?.to !== mark.from || mark.to - mark.from > 1) return false
  return OF_HARVEST.has(words[mark.from] ?? '') && isOfCrop(previous)
}

function isOfCrop(mark: Mark): boolean {
  return hasClass(mark, 'crop') || mark.goods.some(isGrown) || mark.place?.makes.some(isGrownTicker) === true
}

function isPact(mark: Mark): boolean {
  return hasClass(mark, 'accord') || hasClass(mark, 'deal') || hasClass(mark, 'peace')
}

function isGrownTicker(ticker: string): boolean {
  return isGrown({ commodities: [ticker] })
}

import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass, Good } from '../vocabulary/event-lexicon.pure.ts'
import { isGrown } from './event-good.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import { splitPhrasesOfGoods } from './mark-split.pure.ts'
import { RULES } from './word-class.pure.ts'

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
    const behind = title.words[mark.to] ?? ''
    // "Pre-sanctions level".
    if (title.words[mark.from - 1] === 'pre') return []
    // "Passes mining moratorium".
    if (
      /^pass(?:es|ed)?$/.test(word) &&
      marks.some((one) => isRule(one) && one.from >= mark.to && one.from - mark.to <= 4)
    )
      return [{ ...mark, readings: [ENACT] }]
    // "Fires missiles".
    const isFired = all[i + 1]?.from === mark.to && hasClass(all[i + 1] ?? mark, 'attack')
    if (/^fire[sd]?$/.test(word) && isFired) return []
    // "Spreads to cows".
    if (word === 'spreads' && SPREADS.has(behind))
      return [{ ...mark, readings: mark.readings.filter((one) => one.isVerb) }]
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

const APART: ReadonlySet<string> = new Set(['from', 'off', 'by', 'down', 'over', 'against'])
const STOP = { class: 'stop', isVerb: true, form: 's' } as const
const ENACT = { class: 'keep', isVerb: true, form: 's' } as const
const SPREADS: ReadonlySet<string> = new Set(['to', 'through', 'across', 'in', 'into', 'among', 'over', 'beyond'])
const SOW = { class: 'crop', isVerb: true, form: null } as const
const FIELD_HANDS: ReadonlySet<string> = new Set(['to', 'farmers', 'growers', 'will'])
const HERDS: ReadonlySet<string> = new Set(['CATTLE.COMM', 'FEEDER.COMM', 'HOGS.COMM'])

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

function isRule({ readings }: Mark): boolean {
  return readings.some((one) => RULES.has(one.class))
}

function isPact(mark: Mark): boolean {
  return hasClass(mark, 'accord') || hasClass(mark, 'deal') || hasClass(mark, 'peace')
}

function isGrownTicker(ticker: string): boolean {
  return isGrown({ commodities: [ticker] })
}

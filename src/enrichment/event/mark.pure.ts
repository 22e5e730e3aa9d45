import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import { type IrregularVerbs, inflectNoun, inflectVerb, type VerbForm } from '../direction/lexicon/inflect.pure.ts'
import type { LinkedText } from '../link/entity-link.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import { type TokenisedText, tokenise } from '../text/token.pure.ts'
import type { EventCountry, EventLexicon, EventWordClass, Good, Product } from '../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'
import { findParticle, type Particle, splitPhrase } from './split-verb.pure.ts'
import { OPERATORS } from './word-class.pure.ts'

/** One reading of a word: its class, and the form in which a verb stands. */
interface WordReading {
  readonly class: EventWordClass
  readonly isVerb: boolean
  readonly form: VerbForm | null
}

/** What the words at some tokens mean to an event. */
interface MarkMeaning {
  readonly readings: readonly WordReading[]
  readonly goods: readonly Good[]
  readonly product: Product | null
  readonly place: Place | null
  readonly country: EventCountry | null
  readonly isGovernment: boolean
  readonly isCentralBank: boolean
}

/** A meaning found at tokens `from` (included) to `to` (excluded) of the title. */
export interface Mark extends MarkMeaning {
  readonly from: number
  readonly to: number
  /** The company or fund named there. */
  readonly asset: KnownAsset | null
}

/** True where one reading of the mark is of the class. */
export function hasClass({ readings }: Mark, wanted: EventWordClass): boolean {
  return readings.some((one) => one.class === wanted)
}

/** True for "denies", "rejects", "no"; not for the No. of a number. */
export function isNegated(mark: Mark, { shapes }: TokenisedText): boolean {
  return hasClass(mark, 'deny') && shapes[mark.to] !== 'number'
}

const NOTHING: MarkMeaning = {
  readings: [],
  goods: [],
  product: null,
  place: null,
  country: null,
  isGovernment: false,
  isCentralBank: false,
}

/** The compiled phrases of each lexicon: they do not depend on the listings, which change while the service runs. */
interface CompiledPhrases {
  readonly trie: PhraseTrie<MarkMeaning>
  /** Verb form -> particle that may stand after its object -> what both mean. */
  readonly splits: ReadonlyMap<string, ReadonlyMap<string, readonly WordReading[]>>
}

const compiled = new WeakMap<EventLexicon, CompiledPhrases>()

function compilePhrases(lexicon: EventLexicon, places: readonly Place[], irregular: IrregularVerbs): CompiledPhrases {
  const splits = new Map<string, Map<string, WordReading[]>>()
  const trie = new PhraseTrie<MarkMeaning>()
  const add = (phrase: string, part: Partial<MarkMeaning>) => {
    const { words } = tokenise(phrase)
    const old = trie.get(words) ?? NOTHING
    trie.set(words, {
      readings: [...old.readings, ...(part.readings ?? [])],
      goods: [...old.goods, ...(part.goods ?? [])],
      product: part.product ?? old.product,
      place: part.place ?? old.place,
      country: part.country ?? old.country,
      isGovernment: old.isGovernment || part.isGovernment === true,
      isCentralBank: old.isCentralBank || part.isCentralBank === true,
    })
  }
  const single = new Set(
    lexicon.words.filter(({ pos }) => pos === 'noun').map(({ word, class: of }) => `${word} ${of}`),
  )
  for (const { word, class: of, pos } of lexicon.words) {
    // "Sugar export" would hide the sugar.
    const isCompound =
      pos === 'noun' && word.includes(' ') && single.has(`${word.slice(word.lastIndexOf(' ') + 1)} ${of}`)
    if (isCompound) continue
    if (pos === 'verb') {
      for (const { text, form } of inflectVerb(word, irregular)) {
        const reading = { class: of, isVerb: true, form }
        add(text, { readings: [reading] })
        const split = OPERATORS.has(of) ? splitPhrase(text) : null
        if (split === null) continue
        const particles = splits.get(split.verb) ?? new Map<string, WordReading[]>()
        splits.set(split.verb, particles)
        particles.set(split.particle, [...(particles.get(split.particle) ?? []), reading])
      }
    } else if (pos === 'noun') {
      for (const { text } of inflectNoun(word)) add(text, { readings: [{ class: of, isVerb: false, form: null }] })
    } else add(word, { readings: [{ class: of, isVerb: false, form: null }] })
  }
  for (const good of lexicon.goods) {
    for (const word of good.words) {
      for (const { text } of inflectNoun(word)) {
        const last = text.includes(' ') ? trie.get(tokenise(text.slice(text.lastIndexOf(' ') + 1)).words) : undefined
        const isLastGood = last !== undefined && last.goods.length > 0
        // An obesity pill is a pill, but a fare war is no war.
        const isKept = (one: WordReading) =>
          !one.isVerb && !(isLastGood && one.class === 'flow') && (good.isSegment !== true || one.class === 'drug')
        add(text, { goods: [good], readings: last?.readings.filter(isKept) ?? [] })
      }
    }
  }
  for (const product of lexicon.products)
    for (const word of product.words) for (const { text } of inflectNoun(word)) add(text, { product })
  for (const place of places) for (const spelling of place.spellings) add(spelling, { place })
  for (const country of lexicon.countries) {
    for (const name of country.names) add(name, { country })
    for (const name of country.government) add(name, { country, isGovernment: true })
    for (const name of country.centralBank) add(name, { country, isGovernment: true, isCentralBank: true })
  }
  return { trie, splits }
}

const PERCENT: ReadonlySet<string> = new Set(['percent', 'pct', 'pc'])

/** A charge, rate or deposit is a tax where a percentage stands before it, and on what after it. */
function readCharges(
  readings: readonly WordReading[],
  title: TokenisedText,
  from: number,
  to: number,
): readonly WordReading[] {
  if (!readings.some((one) => one.class === 'charge')) return readings
  const { words } = title
  const isPercent = (i: number) => isPercentAt(title, i)
  const isOn = [1, 2, 3].some(
    (back) => isPercent(from - back) && (ON.has(words[to] ?? '') || words[from - back - 1] === 'with'),
  )
  // "Charge to 50%", "extra 100% on".
  const isTax = isOn || (isPercent(to + 1) && words[to] === 'to') || (isPercent(to) && ON.has(words[to + 1] ?? ''))
  return readings.flatMap((one) => (one.class !== 'charge' ? [one] : isTax ? [{ ...one, class: 'tax' as const }] : []))
}

/** "To mine uranium", "coal mining": names no metal of its own. */
function isActivity(
  readings: readonly WordReading[],
  previous: Mark | undefined,
  words: readonly string[],
  at: number,
): boolean {
  if (!readings.some((one) => one.isVerb && one.class === 'output')) return false
  const isOfGood = previous?.to === at && previous.goods.length > 0
  return isOfGood || words[at - 1] === 'to'
}

/** Interest is lower than this. */
const MIN_TARIFF_PERCENT = 10
const RATES: ReadonlySet<string> = new Set(['rate', 'rates', 'charge', 'charges', 'penalty', 'hit', 'surcharge'])

/** Between the United States and another country a rate of so many percent is a tariff: "US rate down to 19%". */
function readTariffRates(marks: readonly Mark[], title: TokenisedText): Mark[] {
  const { words } = title
  const codes = new Set(marks.flatMap(({ country }) => country?.code ?? []))
  const isBetween = codes.size > 1 && (codes.has('US') || words.includes('european'))
  const isOfBank = marks.some((mark) => mark.isCentralBank || hasClass(mark, 'centralbank'))
  if (!isBetween || isOfBank) return [...marks]
  return marks.map((mark) => {
    if (!RATES.has(words[mark.from] ?? '') || mark.to - mark.from > 1 || hasClass(mark, 'tax')) return mark
    const at = [-2, -1, 1, 2, 3, 4, 5, 6].map((step) => mark.from + step).find((i) => isPercentAt(title, i))
    if (at === undefined || Number.parseFloat(words[at] ?? '') < MIN_TARIFF_PERCENT) return mark
    return { ...mark, readings: [TAX] }
  })
}

const TAX: WordReading = { class: 'tax', isVerb: false, form: null }

/** "Answers with 34% on everything American", "to charge up to 33% on coil". */
function isBareCharge(title: TokenisedText, at: number): boolean {
  const before = title.words[at - 1] ?? ''
  if (!isPercentAt(title, at)) return false
  if (title.words[at + 1] === 'on') return BEFORE_CHARGE.has(before)
  return PAID.has(before) && title.words.some((word) => /^(?:import|export|border|custom)/.test(word))
}

const PAID: ReadonlySet<string> = new Set(['pay', 'pays', 'face', 'faces', 'attract', 'attracts', 'bear'])
const BEFORE_CHARGE: ReadonlySet<string> = new Set(
  'with to another additional slap slaps impose imposes put puts charge charges add adds levy levies pay pays retaliatory punitive reciprocal its'.split(
    ' ',
  ),
)

function isPercentAt({ words, ends, shapes, text }: TokenisedText, i: number): boolean {
  return PERCENT.has(words[i] ?? '') || (shapes[i] === 'number' && text[ends[i] ?? 0] === '%')
}

const GOVERNING: ReadonlySet<string> = new Set(['treasury', 'commerce'])

/** "Treasury targets": only who governs puts others under sanctions. */
function isByGovernment(previous: Mark | undefined, words: readonly string[], at: number): boolean {
  return GOVERNING.has(words[at - 1] ?? '') || (previous?.country != null && at - previous.to <= 2)
}

const ON: ReadonlySet<string> = new Set(['on', 'for', 'against'])

/** Prepares words, goods, places and countries; the returned function finds them in a title, longest first, outside names of companies. */
export function createMarkFinder(
  knowledge: Knowledge,
  lexicon: EventLexicon,
  places: readonly Place[],
  irregular: IrregularVerbs,
): (linked: LinkedText) => Mark[] {
  const phrases = compiled.get(lexicon) ?? compilePhrases(lexicon, places, irregular)
  compiled.set(lexicon, phrases)
  const { trie, splits } = phrases
  const byTicker = new Map(knowledge.assets.map((asset) => [asset.ticker, asset]))
  const tickerOf = new Map(knowledge.assets.map((asset) => [asset.id, asset.ticker]))
  const goodOf = new Map<string, Good>()
  for (const good of lexicon.goods) {
    const main = good.commodities[0]
    if (main !== undefined && !goodOf.has(main)) goodOf.set(main, good)
  }

  return ({ title, mentions, modifiers }) => {
    const { words, breaks, starts, shapes } = title
    const owner: number[] = new Array(words.length).fill(-1)
    const assets = [...mentions, ...modifiers].filter((one) => one.field === 'title')
    assets.forEach((one, index) => {
      for (let i = 0; i < words.length; i++) {
        const start = starts[i] ?? 0
        if (start >= one.start && start < one.end) owner[i] = index
      }
    })
    const marks: Mark[] = []
    let at = 0
    let skipped: Particle<readonly WordReading[]> | null = null
    while (at < words.length) {
      if (skipped !== null && at === skipped.from) {
        at = skipped.to
        continue
      }
      const named: (typeof assets)[number] | undefined = assets[owner[at] ?? -1]
      const hit = trie.findLongest(words, at, breaks)
      let end = at
      while (end < words.length && named !== undefined && owner[end] === owner[at]) end++
      const isInName = named !== undefined && (named.asset.type === 'stock' || named.asset.type === 'etf')
      // "American sanctions" is no company.
      const isOwner = words[end] === "'s" || words[end - 1] === "'s"
      const isCountry = hit?.value.country != null && hit.to === end && !isOwner
      if (isInName && hit?.value.place == null && !isCountry) {
        const isProduct = hit !== null && hit.to <= end && hit.value.product !== null
        marks.push({
          ...NOTHING,
          // "Wegovy" names the company and what it sells.
          goods: hit?.to === end ? hit.value.goods.filter((one) => one.commodities.length === 0) : [],
          product: isProduct ? hit.value.product : null,
          from: at,
          to: end,
          asset: named.asset,
        })
        at = end
        continue
      }
      // "Keeps coal at home".
      const particles: ReadonlyMap<string, readonly WordReading[]> | undefined =
        named === undefined && (hit === null || hit.to === at + 1) ? splits.get(words[at] ?? '') : undefined
      const split: Particle<readonly WordReading[]> | null =
        particles === undefined ? null : findParticle(title, at, particles)
      if (split !== null) {
        marks.push({ ...NOTHING, readings: split.value, from: at, to: at + 1, asset: null })
        skipped = split
        at++
        continue
      }
      const good = named === undefined || isInName ? undefined : goodOf.get(tickerOf.get(named.asset.id) ?? '')
      if (good !== undefined && (hit === null || hit.to <= end)) {
        // "Crude prices": the prices are told too.
        const isLeft = end - at > 1 || (hit !== null && hit.value.goods.length === 0)
        const last = isLeft ? trie.findLongest(words, end - 1, breaks) : null
        marks.push({
          ...NOTHING,
          readings: last?.to === end ? last.value.readings.filter((one) => !one.isVerb) : [],
          country: hit?.value.country ?? null,
          isGovernment: hit?.value.isGovernment === true,
          // "OPEC" stands for crude and is no crude.
          goods: hit?.value.country == null || hit.to < end ? [good] : [],
          from: at,
          to: end,
          asset: null,
        })
        at = end
      } else if (hit === null) {
        if (isBareCharge(title, at)) marks.push({ ...NOTHING, readings: [TAX], from: at, to: at + 1, asset: null })
        at++
      } else {
        const readings = hit.value.readings.filter(
          (one) => one.class !== 'sanction' || !one.isVerb || isByGovernment(marks.at(-1), words, at),
        )
        // The pronoun is no country.
        if ((words[at] !== 'us' || shapes[at] === 'upper') && !readings.some((one) => one.class === 'none')) {
          const owner = hit.value.product?.owners[0] ?? ''
          marks.push({
            ...hit.value,
            readings: readCharges(readings, title, at, hit.to),
            goods: isActivity(readings, marks.at(-1), words, at) ? [] : hit.value.goods,
            from: at,
            to: hit.to,
            asset: byTicker.get(owner) ?? null,
          })
        }
        at = hit.to
      }
    }
    return readTariffRates(marks, title)
  }
}

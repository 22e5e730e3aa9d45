import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import { type IrregularVerbs, inflectNoun, inflectVerb, type VerbForm } from '../direction/lexicon/inflect.pure.ts'
import type { LinkedText } from '../link/entity-link.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import { type TokenisedText, tokenise } from '../text/token.pure.ts'
import type { EventCountry, EventLexicon, EventWordClass, Good, Product } from '../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'

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
const compiled = new WeakMap<EventLexicon, PhraseTrie<MarkMeaning>>()

function compilePhrases(
  lexicon: EventLexicon,
  places: readonly Place[],
  irregular: IrregularVerbs,
): PhraseTrie<MarkMeaning> {
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
      for (const { text, form } of inflectVerb(word, irregular))
        add(text, { readings: [{ class: of, isVerb: true, form }] })
    } else if (pos === 'noun') {
      for (const { text } of inflectNoun(word)) add(text, { readings: [{ class: of, isVerb: false, form: null }] })
    } else add(word, { readings: [{ class: of, isVerb: false, form: null }] })
  }
  for (const good of lexicon.goods) {
    for (const word of good.words) {
      for (const { text } of inflectNoun(word)) {
        const last = text.includes(' ') ? trie.get(tokenise(text.slice(text.lastIndexOf(' ') + 1)).words) : undefined
        // An obesity pill is a pill, but a fare war is no war.
        const isKept = (one: WordReading) => !one.isVerb && (good.isSegment !== true || one.class === 'drug')
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
  return trie
}

/** Prepares words, goods, places and countries; the returned function finds them in a title, longest first, outside names of companies. */
export function createMarkFinder(
  knowledge: Knowledge,
  lexicon: EventLexicon,
  places: readonly Place[],
  irregular: IrregularVerbs,
): (linked: LinkedText) => Mark[] {
  const trie = compiled.get(lexicon) ?? compilePhrases(lexicon, places, irregular)
  compiled.set(lexicon, trie)
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
    while (at < words.length) {
      const named = assets[owner[at] ?? -1]
      const hit = trie.findLongest(words, at, breaks)
      let end = at
      while (end < words.length && named !== undefined && owner[end] === owner[at]) end++
      const isInName = named !== undefined && (named.asset.type === 'stock' || named.asset.type === 'etf')
      if (isInName && hit?.value.place == null) {
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
      const good = named === undefined || isInName ? undefined : goodOf.get(tickerOf.get(named.asset.id) ?? '')
      if (good !== undefined && (hit === null || hit.to <= end)) {
        marks.push({
          ...NOTHING,
          country: hit?.value.country ?? null,
          isGovernment: hit?.value.isGovernment === true,
          goods: [good],
          from: at,
          to: end,
          asset: null,
        })
        at = end
      } else if (hit === null) at++
      else {
        // The pronoun is no country.
        if ((words[at] !== 'us' || shapes[at] === 'upper') && !hit.value.readings.some((one) => one.class === 'none'))
          marks.push({
            ...hit.value,
            from: at,
            to: hit.to,
            asset: byTicker.get(hit.value.product?.owners[0] ?? '') ?? null,
          })
        at = hit.to
      }
    }
    return marks
  }
}

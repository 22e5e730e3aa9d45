import { type IrregularVerbs, inflectNoun, inflectVerb } from '../../direction/lexicon/inflect.pure.ts'
import { PhraseTrie } from '../../text/phrase-trie.pure.ts'
import { tokenise } from '../../text/token.pure.ts'
import type { EventLexicon } from '../../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import { createSplitter } from './split-verb.pure.ts'
import { NOTHING, type TagMeaning, type WordReading } from './tag.pure.ts'
import { CHANGES } from './word-class.pure.ts'

/** What the phrases of a lexicon mean: it does not depend on the listings, which change while the service runs. */
export interface EventPhrases {
  readonly trie: PhraseTrie<TagMeaning>
  /** Verb form -> particle that may stand after its object -> what both mean. */
  readonly splits: ReadonlyMap<string, ReadonlyMap<string, readonly WordReading[]>>
}

/** Compiles the inflected words, goods, products, places and countries of a lexicon. */
export function compilePhrases(
  lexicon: EventLexicon,
  places: readonly Place[],
  irregular: IrregularVerbs,
): EventPhrases {
  const splits = new Map<string, Map<string, WordReading[]>>()
  const trie = new PhraseTrie<TagMeaning>()
  const add = (phrase: string, part: Partial<TagMeaning>) => {
    const { words } = tokenise(phrase)
    const old = trie.get(words) ?? NOTHING
    const readings = part.readings === undefined ? old.readings : [...old.readings, ...part.readings]
    const goods = part.goods === undefined ? old.goods : [...old.goods, ...part.goods]
    trie.set(words, { ...old, ...part, readings, goods })
  }
  const splitPhrase = createSplitter(lexicon)
  const single = new Set(
    lexicon.words.filter(({ pos }) => pos === 'noun').map(({ word, class: of }) => `${word} ${of}`),
  )
  for (const { word, class: of, pos } of lexicon.words) {
    // "Sugar export" would hide the sugar.
    const isCompound =
      pos === 'noun' && word.includes(' ') && single.has(`${word.slice(word.lastIndexOf(' ') + 1)} ${of}`)
    if (isCompound) continue
    const unchanged = [{ text: word, form: null }]
    const forms = pos === 'verb' ? inflectVerb(word, irregular) : pos === 'noun' ? inflectNoun(word) : unchanged
    for (const { text, form } of forms) {
      const reading = { class: of, isVerb: pos === 'verb', form }
      add(text, { readings: [reading] })
      const split = pos === 'verb' && CHANGES.has(of) ? splitPhrase(text) : null
      if (split === null) continue
      const particles = splits.get(split.verb) ?? new Map<string, WordReading[]>()
      splits.set(split.verb, particles)
      particles.set(split.particle, [...(particles.get(split.particle) ?? []), reading])
    }
  }
  for (const good of lexicon.goods) {
    for (const { text } of [...good.words, ...good.firms].flatMap(inflectNoun)) {
      const last = text.includes(' ') ? trie.get(tokenise(text.slice(text.lastIndexOf(' ') + 1)).words) : undefined
      const isLastGood = last !== undefined && last.goods.length > 0
      // An obesity pill is a pill, but a fare war is no war.
      const isKept = (one: WordReading) =>
        !one.isVerb && !(isLastGood && one.class === 'flow') && (good.isSegment !== true || one.class === 'drug')
      add(text, { goods: [good], readings: last?.readings.filter(isKept) ?? [] })
    }
  }
  for (const product of lexicon.products)
    for (const { text } of product.words.flatMap(inflectNoun)) add(text, { product })
  for (const place of places) for (const spelling of place.spellings) add(spelling, { place })
  for (const country of lexicon.countries) {
    for (const name of country.names) add(name, { country })
    for (const name of country.government) add(name, { country, isGovernment: true })
    for (const name of country.centralBank) add(name, { country, isGovernment: true, isCentralBank: true })
  }
  return { trie, splits }
}

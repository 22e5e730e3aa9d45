import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import { type TokenisedText, tokenise } from '../text/token.pure.ts'
import type { StoryLexicon } from '../vocabulary/story-lexicon.pure.ts'
import type { MeaningAt } from './event-finder.pure.ts'
import { hashWord } from './hash.pure.ts'
import { encodePlace, readSeat } from './place.pure.ts'
import type { NamedSpan } from './signature.pure.ts'

/** The terms of a headline, sorted by kind; sets hold hashes as in `StorySignature`. */
export type HeadlineTerms = ReturnType<typeof createTerms>

function createTerms() {
  return {
    assets: [] as number[],
    names: new Set<number>(),
    words: new Set<number>(),
    meanings: [] as MeaningAt[],
    /** Hash of the name by id, for named assets that are analyst houses. */
    analystHouses: new Map<number, number>(),
    placesAndRoles: new Set<number>(),
    ...{ oppositeBits: 0, moveSign: 0, lead: 0 },
  }
}

/** Boeing's types are names and no numbers, and so is "89bio", but not "10year". */
const NUMBERED_NAME = /^(?:7[0-8]7s?|\d+(?!bln|mln|trn|bps|pct|bpd|kwh|gwh|min|day|year|month|week|th)[a-z]{3,})$/
/** Quarters, halves and fiscal years. */
const PERIOD_WORD = /^(?:q[1-4]|h[12]|fy\d*)$/
/** Meaning under which a named asset takes part in events. */
const ASSET_MEANING = 'part/asset'

/** Prepares the lexicon; the returned function gives the terms of a headline without labels, of its offset in the title and the assets. */
export function createTermCollector(
  lexicon: StoryLexicon,
): (tokens: TokenisedText, offset: number, named: readonly NamedSpan[]) => HeadlineTerms {
  const stopwords = new Set(lexicon.stopwords.flatMap((word) => tokenise(word).words))
  const common = new Set(lexicon.commonWords)
  const synonyms = new PhraseTrie<string>()
  for (const { word, means } of lexicon.synonyms) synonyms.add(word, (old) => old ?? means)
  const bitsOfMeaning = indexOpposites(lexicon.opposites)
  const up = lexicon.opposites[0]?.one
  const down = lexicon.opposites[0]?.other

  return (tokens, offset, named) => {
    const spanAt = (at: number) => {
      const from = offset + (tokens.starts[at] ?? 0)
      return named.find((one) => one.start <= from && from < one.end)
    }
    const terms = createTerms()
    /** The token after the last one of the name that leads the headline. */
    let leadEnd = -1
    let at = 0
    while (at < tokens.words.length) {
      const span = spanAt(at)
      if (span !== undefined) {
        terms.lead ||= span.assetId
        if (!terms.assets.includes(span.assetId)) terms.assets.push(span.assetId)
      }
      const hit = synonyms.findLongest(tokens.words, at, tokens.breaks)
      if (hit !== null && span?.isOwnName !== true) {
        if (!isHomeOfName(hit.value, hit.to)) addMeaning(terms, hit.value, at, hit.to)
        at = hit.to
        continue
      }
      if (span?.isOwnName === true) addOwnName(terms, span, hit?.value, at)
      else addWord(at, span !== undefined)
      at++
    }
    return terms

    /** "Australia's CSL" says where the company is at home, not where it acts. */
    function isHomeOfName(means: string, to: number): boolean {
      return means.startsWith('place/') && tokens.words[to] === "'s" && isNameAt(to + 1)
    }

    /** True where an asset or a word outside the common words begins. */
    function isNameAt(token: number): boolean {
      if (spanAt(token) !== undefined) return true
      const shape = tokens.shapes[token]
      return (shape === 'capital' || shape === 'upper' || shape === 'mixed') && !common.has(tokens.words[token] ?? '')
    }

    /** Adds a word without a synonym as name or content word. */
    function addWord(token: number, isNamed: boolean): void {
      const word = tokens.words[token] ?? ''
      const shape = tokens.shapes[token] ?? 'lower'
      if (/^\d/.test(word)) {
        if (NUMBERED_NAME.test(word)) terms.names.add(hashWord(word) & ~1)
        return
      }
      if (shape === 'sign' || stopwords.has(word) || word.length < 2 || PERIOD_WORD.test(word)) return
      if (!isProper(tokens, token, common)) {
        terms.words.add(hashWord(stem(word)))
        return
      }
      const name = hashWord(stemName(word)) & ~1
      const continuesLead = leadEnd === token
      if (terms.lead === 0 || continuesLead) leadEnd = token + 1
      terms.lead ||= name
      terms.names.add(continuesLead || isNamed ? name | 1 : name)
    }
  }

  /** Adds a synonym found in the headline by the kind of its meaning. */
  function addMeaning(terms: HeadlineTerms, means: string, from: number, to: number): void {
    terms.meanings.push({ means, from, to })
    if (means.startsWith('name/')) {
      const name = hashWord(means) | 1
      terms.names.add(name)
      terms.lead ||= name
      const seat = readSeat(means)
      if (seat.length > 0) terms.placesAndRoles.add(encodePlace(seat))
      return
    }
    if (means.startsWith('place/')) terms.placesAndRoles.add(encodePlace(means.split('/').slice(1)))
    else if (means.startsWith('role/')) terms.placesAndRoles.add(hashWord(means) | 1)
    terms.oppositeBits |= bitsOfMeaning.get(means) ?? 0
    terms.moveSign ||= means === up ? 1 : means === down ? -1 : 0
  }
}

/** Adds a token of an asset's own name, which may be an analyst house or an authority with a seat. */
function addOwnName(terms: HeadlineTerms, span: NamedSpan, means: string | undefined, at: number): void {
  if (means?.startsWith('name/house-') === true) terms.analystHouses.set(span.assetId, hashWord(means) | 1)
  terms.meanings.push({ means: ASSET_MEANING, from: at, to: at + 1 })
  const seat = readSeat(means)
  if (means !== undefined && seat.length > 0) {
    terms.names.add(hashWord(means) | 1)
    terms.placesAndRoles.add(encodePlace(seat))
  }
}

/** True for a proper noun by its capitals; in title case only words outside the common ones count. */
function isProper({ words, shapes, casing }: TokenisedText, at: number, common: ReadonlySet<string>): boolean {
  const shape = shapes[at] ?? 'lower'
  const isCommon = common.has(words[at] ?? '')
  return shape !== 'lower' && (casing === 'sentence' ? at > 0 || !isCommon : shape === 'upper' || !isCommon)
}

/** Two bits per pair of opposites, by meaning. */
function indexOpposites(opposites: StoryLexicon['opposites']): Map<string, number> {
  const bits = new Map<string, number>()
  for (const [i, side] of opposites.flatMap(({ one, other }) => [one, other]).entries())
    for (const means of side.split('|')) bits.set(means, (bits.get(means) ?? 0) | (1 << i))
  return bits
}

/** A name without the plural or possessive ending. */
function stemName(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** Strips the commonest English suffixes. */
function stem(word: string): string {
  if (word.length > 6 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 5 && (word.endsWith('ies') || word.endsWith('ied'))) return `${word.slice(0, -3)}y`
  if (word.length > 5 && (word.endsWith('ed') || word.endsWith('es'))) return word.slice(0, -2)
  if (word.length > 4 && word.endsWith('e')) return word.slice(0, -1)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

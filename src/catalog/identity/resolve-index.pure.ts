import { mapInPieces, type Pieces } from '../../core/pieces.pure.ts'
import { lowerBound } from '../../core/sorted.pure.ts'
import type { ResolvableListing } from './resolve.pure.ts'
import { isLikeLegalForm, normaliseName } from './resolve-name.pure.ts'
import { compare, createVocabulary, type Vocabulary, type WordMatch } from './resolve-words.pure.ts'

/** Kind of a written form of a listing; a `byname` is a former name, brand, product or person. */
type FormKind = 'symbol' | 'name' | 'short' | 'byname'

/** How much of a written form a query covers: all of it, up to the end of a word, or up to the middle of a word. */
type Coverage = 'whole' | 'word' | 'part'

/** Searches the symbols, names and aliases of listings. */
export interface NameIndex {
  /** Visits the written forms that begin with `squashed`. */
  beginningWith(squashed: string, visit: (listing: number, kind: FormKind, coverage: Coverage) => void): void
  /** Visits the written forms that share words with the query; `similarity` is 0 to 1. With `forgiving`, every word may be a typing error. */
  sharingWords(words: readonly string[], forgiving: boolean, visit: (listing: number, similarity: number) => void): void
}

const NAME_LENGTH_MIN = 2
const QUERY_WORDS_MAX = 12
/** Highest similarity of a match by single words; below that of a match by the whole name. */
const WORDS_CEILING = 0.94
/** Weight of the share of the query that the name covers; the rest is the share of the name that the query covers. */
const QUERY_SHARE = 0.6
/** Minimum length of a word that may contain a typing error when the query has other words. */
const SIMILAR_LENGTH_MIN_WITH_OTHERS = 3
/** Weight of query words that describe rather than name a listing. */
const FILLER_WEIGHT = 0.15

const FILLERS = new Set(
  'maker makers producer manufacturer company firm stock stocks share shares equity ticker symbol price quote listed adr listing parent owner'.split(
    ' ',
  ),
)

/** Selects the query words that can be part of a name; all words when there are none. */
export function selectNamingWords(words: readonly string[]): readonly string[] {
  const naming = words.filter((word) => !FILLERS.has(word))
  return naming.length > 0 ? naming : words
}

interface Form {
  readonly listing: number
  readonly kind: FormKind
  readonly key: string
  /** Lengths of `key` at which a word ends, the last one excepted. */
  readonly wordEnds: readonly number[]
  readonly words: readonly string[]
}

/** Lists the distinct written forms of a listing. */
function listForms(entry: ResolvableListing, listing: number): Form[] {
  const forms = new Map<string, Form>()
  const add = (kind: FormKind, words: readonly string[]) => {
    const key = words.join('')
    if (key === '' || forms.has(`${kind} ${key}`)) return
    const wordEnds: number[] = []
    let end = 0
    for (const word of words.slice(0, -1)) {
      end += word.length
      wordEnds.push(end)
    }
    forms.set(`${kind} ${key}`, { listing, kind, key, wordEnds, words: kind === 'symbol' ? [] : words })
  }
  for (const symbol of listSymbols(entry)) add('symbol', [symbol.toLowerCase().replace(/[^a-z0-9]/g, '')])
  add('name', normaliseName(entry.name).words)
  for (const short of entry.shortNames) add('short', normaliseName(short).words)
  for (const byname of [...entry.formerNames, ...entry.aliases]) add('byname', normaliseName(byname).words)
  return [...forms.values()]
}

/** Lists the spellings of a symbol: as stored, as in the ticker, a coin without its quote currency, a number without leading zeros. */
function listSymbols(entry: ResolvableListing): ReadonlySet<string> {
  const dot = entry.ticker.lastIndexOf('.')
  const inTicker = dot > 0 ? entry.ticker.slice(0, dot) : entry.ticker
  const symbols = new Set([entry.symbol, inTicker])
  if (entry.type === 'crypto') symbols.add(inTicker.replace(/-USD$/, ''))
  if (/^0+[1-9]\d*$/.test(inTicker)) symbols.add(inTicker.replace(/^0+/, ''))
  symbols.delete('')
  return symbols
}

/** Builds the index; listings are identified by their position in the list. */
export function* createNameIndex(listings: readonly ResolvableListing[]): Pieces<NameIndex> {
  const unsorted = (yield* mapInPieces(listings, listForms)).flat()
  yield
  const forms = unsorted.sort((a, b) => compare(a.key, b.key) || a.listing - b.listing)
  const wordIds = new Map<string, number>()
  yield* mapInPieces(forms, ({ words }) => {
    for (const word of words) if (!wordIds.has(word)) wordIds.set(word, wordIds.size)
  })
  const vocabulary = createVocabulary([...wordIds.keys()])
  yield
  const { starts, postings } = indexWords(forms, wordIds)
  yield

  const weightOf = weighBy(starts, forms.length)
  const formWeights = Float32Array.from(
    yield* mapInPieces(forms, ({ words }) =>
      [...new Set(words)].reduce((sum, word) => sum + weightOf(wordIds.get(word) ?? -1), 0),
    ),
  )
  const shown = packForms(forms)
  yield
  return searchForms({ ...shown, vocabulary, starts, postings, formWeights }, weightOf)
}

/** The written forms in the order of their keys, in columns: an object for each would take several times the memory. */
interface PackedForms {
  readonly keys: readonly string[]
  readonly listings: Int32Array
  /** Places in `KINDS`. */
  readonly kinds: Uint8Array
  /** The ends of words of a form are those from `endsFrom[form]` to `endsFrom[form + 1]`. */
  readonly endsFrom: Int32Array
  readonly ends: Uint16Array
}

const KINDS: readonly FormKind[] = ['symbol', 'name', 'short', 'byname']

function packForms(forms: readonly Form[]): PackedForms {
  const endsFrom = new Int32Array(forms.length + 1)
  forms.forEach(({ wordEnds }, form) => {
    endsFrom[form + 1] = (endsFrom[form] ?? 0) + wordEnds.length
  })
  return {
    keys: forms.map(({ key }) => key),
    listings: Int32Array.from(forms, ({ listing }) => listing),
    kinds: Uint8Array.from(forms, ({ kind }) => KINDS.indexOf(kind)),
    endsFrom,
    ends: Uint16Array.from(forms.flatMap(({ wordEnds }) => wordEnds)),
  }
}

interface Searched extends PackedForms {
  readonly vocabulary: Vocabulary
  readonly starts: Int32Array
  readonly postings: Int32Array
  readonly formWeights: Float32Array
}

/** Apart from what builds the index, so that who keeps it does not keep what it was built from. */
function searchForms(
  { keys, listings, kinds, endsFrom, ends, vocabulary, starts, postings, formWeights }: Searched,
  weightOf: (word: number) => number,
): NameIndex {
  const explained = new Float32Array(keys.length)
  const covered = new Float32Array(keys.length)
  const lastWord = new Int32Array(keys.length)
  const endsWord = (form: number, length: number) =>
    ends.subarray(endsFrom[form] ?? 0, endsFrom[form + 1] ?? 0).includes(length)

  const meanings = (word: string, forgiving: boolean, isAlone: boolean): WordMatch[] => {
    const id = vocabulary.idOf(word)
    if (id >= 0 && !forgiving) return [{ word: id, quality: 1 }]
    const exact = id >= 0 ? [{ word: id, quality: 1 }] : []
    const guesses = [
      ...vocabulary.findSimilar(word, isAlone ? undefined : SIMILAR_LENGTH_MIN_WITH_OTHERS),
      ...vocabulary.beginningWith(word),
    ]
    return [...exact, ...guesses.sort((a, b) => b.quality - a.quality)]
  }

  return {
    beginningWith(squashed, visit) {
      if (squashed === '') return
      for (let at = lowerBound(keys.length, (i) => (keys[i] ?? '') < squashed); at < keys.length; at++) {
        const key = keys[at] ?? ''
        if (!key.startsWith(squashed)) break
        const isWhole = key.length === squashed.length
        const kind = KINDS[kinds[at] ?? 0] ?? 'name'
        if (!isWhole && kind !== 'symbol' && squashed.length < NAME_LENGTH_MIN) continue
        visit(listings[at] ?? 0, kind, isWhole ? 'whole' : endsWord(at, squashed.length) ? 'word' : 'part')
      }
    },
    sharingWords(words, forgiving, visit) {
      const touched: number[] = []
      let total = 0
      const distinct = [...new Set(words)].slice(0, QUERY_WORDS_MAX)
      distinct.forEach((word, index) => {
        const id = vocabulary.idOf(word)
        const isFiller = FILLERS.has(word) || (forgiving && id < 0 && isLikeLegalForm(word))
        const weight = weightOf(id) * (isFiller ? FILLER_WEIGHT : 1)
        total += weight
        for (const meant of meanings(word, forgiving, distinct.length === 1)) {
          const share = weightOf(meant.word) * meant.quality
          for (let at = starts[meant.word] ?? 0; at < (starts[meant.word + 1] ?? 0); at++) {
            const form = postings[at] ?? 0
            const last = lastWord[form] ?? 0
            if (last === index + 1) continue
            if (last === 0) touched.push(form)
            lastWord[form] = index + 1
            explained[form] = (explained[form] ?? 0) + weight * meant.quality
            covered[form] = (covered[form] ?? 0) + share
          }
        }
      })
      for (const form of touched) {
        const coverage = Math.min(1, (covered[form] ?? 0) / (formWeights[form] ?? 1))
        const explanation = total === 0 ? 0 : (explained[form] ?? 0) / total
        const similarity = explanation * (QUERY_SHARE + (1 - QUERY_SHARE) * coverage)
        visit(listings[form] ?? 0, WORDS_CEILING * similarity)
        explained[form] = 0
        covered[form] = 0
        lastWord[form] = 0
      }
    },
  }
}

/** Inverse document frequency of a word, 0 to 1: high for a word that occurs in few names. */
function weighBy(starts: Int32Array, forms: number): (word: number) => number {
  return (word) => {
    const holders = word < 0 ? 0 : (starts[word + 1] ?? 0) - (starts[word] ?? 0)
    return Math.log(1 + (forms + 1) / (holders + 1)) / Math.log(2 + forms)
  }
}

/** Builds the inverted index from words to written forms: entries `starts[word] .. starts[word + 1]` of `postings`. */
function indexWords(forms: readonly Form[], wordIds: ReadonlyMap<string, number>) {
  const starts = new Int32Array(wordIds.size + 1)
  const wordsOf = forms.map(({ words }) => [...new Set(words)].map((word) => wordIds.get(word) ?? 0))
  for (const ids of wordsOf) for (const id of ids) starts[id + 1] = (starts[id + 1] ?? 0) + 1
  for (let id = 0; id < wordIds.size; id++) starts[id + 1] = (starts[id + 1] ?? 0) + (starts[id] ?? 0)
  const next = starts.slice()
  const postings = new Int32Array(starts[wordIds.size] ?? 0)
  wordsOf.forEach((ids, form) => {
    for (const id of ids) {
      const at = next[id] ?? 0
      postings[at] = form
      next[id] = at + 1
    }
  })
  return { starts, postings }
}

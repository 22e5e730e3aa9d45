import { stem } from '../embedding-words.pure.ts'
import { foldPhrase } from './fold-phrase.pure.ts'
import { createNotionFinder, type Notion } from './notion-finder.pure.ts'

/** What a phrase is compared by, with the number of times each occurs. */
export interface PhraseFeatures {
  /** Words: stemmed where they are Latin, cut by a dictionary where the script has no spaces. */
  readonly words: ReadonlyMap<string, number>
  /** Runs of letters: three in alphabets, two in Chinese, Japanese and Korean. */
  readonly grams: ReadonlyMap<string, number>
  /** Notions it names, whatever the language. */
  readonly notions: ReadonlyMap<string, number>
}

/** Reads a phrase of any language. */
export type PhraseReader = (text: string) => PhraseFeatures

/** What is known of words beside the names to be found. */
export interface PhraseLexicon {
  /** Words that say nothing of the matter. */
  readonly fillers: readonly string[]
  readonly notions: readonly Notion[]
}

const IDEOGRAPHIC = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー`
const RUNS = new RegExp(
  String.raw`([${IDEOGRAPHIC}]+)|([\p{Script=Thai}]+)|((?:(?![${IDEOGRAPHIC}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+)`,
  'gu',
)
/** Scripts whose words a dictionary has to cut. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const PIECES = /[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu
const LETTER = /[\p{L}\p{N}]/u
const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

/** Prepares the reading of phrases; of a phrase of filling words alone, they are read. */
export function createPhraseReader({ fillers, notions }: PhraseLexicon): PhraseReader {
  const fillerWords = new Set(fillers.map(foldPhrase))
  const notionsOf = createNotionFinder(notions)
  return (text) => {
    const pieces = piecesOf(text)
    const told = pieces.filter((piece) => !fillerWords.has(piece))
    const kept = told.some((piece) => LETTER.test(piece)) ? told : pieces
    return {
      words: countEach(kept.flatMap(wordsOf)),
      grams: countEach(gramsOf(kept.join(''))),
      notions: countEach(notionsOf(foldPhrase(text))),
    }
  }
}

/** The words and what is between them, folded; the dictionaries know words with their signs, so the text is cut before. */
function piecesOf(text: string): string[] {
  if (!UNSPACED.test(text)) return foldPhrase(text).match(PIECES) ?? []
  return Array.from(segmenter.segment(text), ({ segment, isWordLike }) =>
    isWordLike === true ? foldPhrase(segment) : ' ',
  )
}

function wordsOf(piece: string): string[] {
  return Array.from(piece.matchAll(RUNS), ([run, ideographic, thai]) =>
    ideographic === undefined && thai === undefined ? stem(run) : run,
  )
}

function gramsOf(text: string): string[] {
  return Array.from(text.matchAll(RUNS)).flatMap(([run, ideographic, thai]) => {
    if (ideographic !== undefined) return runsOf(run, 2)
    return runsOf(thai === undefined ? `^${run}$` : run, 3)
  })
}

function runsOf(text: string, length: number): string[] {
  const letters = [...text]
  if (letters.length <= length) return [text]
  return letters.slice(length - 1).map((_, start) => letters.slice(start, start + length).join(''))
}

function countEach(features: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  return counts
}

/** Stop words, excluded from every vector. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be been but by can could for from had has have if in into is it its like may more most not of off on or our ' +
    'over such than that the their them then there these they this through to under up upon via was we were what when where which while ' +
    'who will with within would you your other others including include includes based one two new also across around company companies ' +
    'largest leading major global worldwide world well known'
  ).split(' '),
)

const MARKS = /\p{M}+/gu
const LETTERS_WITHOUT_DECOMPOSITION: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const PLAIN = /^[\x20-\x7e]*$/

/** Converts text to lower case without accents, so that "Nestlé", "NESTLE" and "Nestle" are equal. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (PLAIN.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[ßøæœłđðþı]/g, (letter) => LETTERS_WITHOUT_DECOMPOSITION[letter] ?? letter)
}

const VOWEL = /[aeiouy]/

/** Removes English endings from a word: Harman's S-stemmer (1991), extended by -ing, -ed and -er of long words. */
export function stem(word: string): string {
  let stemmed = word
  if (stemmed.length > 4 && stemmed.endsWith('ies')) stemmed = `${stemmed.slice(0, -3)}y`
  else if (stemmed.length > 4 && /(?:s|x|z|ch|sh)es$/.test(stemmed)) stemmed = stemmed.slice(0, -2)
  else if (stemmed.length > 3 && stemmed.endsWith('s') && !/(?:ss|us|is)$/.test(stemmed)) stemmed = stemmed.slice(0, -1)
  const ending = /(?:ing|ed|er)$/.exec(stemmed)?.[0]
  if (ending !== undefined && stemmed.length - ending.length >= 4) {
    const bare = stemmed.slice(0, -ending.length)
    if (VOWEL.test(bare)) stemmed = /([bdfgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare
  }
  return stemmed.length > 4 && stemmed.endsWith('e') ? stemmed.slice(0, -1) : stemmed
}

/** Splits a text into stemmed words in order, without stop words; letters and digits of any script. */
export function tokenise(text: string): string[] {
  const words: string[] = []
  for (const word of foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
    if (!STOP_WORDS.has(word)) words.push(stem(word))
  }
  return words
}

/** A row of the synonym lexicon: `term` expresses `concept`; a term may have several words and several concepts. */
export interface Synonym {
  readonly term: string
  readonly concept: string
}

/** Finds the concepts that a list of stemmed words expresses. */
export type ConceptFinder = (words: readonly string[]) => string[]

/** Maximum number of words of a lexicon term. */
const TERM_WORDS_MAX = 3

/** Builds a concept finder from the synonym lexicon; a concept's own name is one of its terms. */
export function createConceptFinder(synonyms: readonly Synonym[]): ConceptFinder {
  const concepts = new Map<string, Set<string>>()
  const openings = new Set<string>()
  for (const { term, concept } of synonyms) {
    const key = tokenise(concept).join('-')
    for (const phrase of [term, concept]) {
      const words = tokenise(phrase)
      // Without its stop word, "IT services" would assign every service to consulting.
      const isReduced = words.length === 1 && /\p{L}\P{L}+\p{L}/u.test(phrase)
      if (key === '' || words[0] === undefined || words.length > TERM_WORDS_MAX || isReduced) continue
      const phraseKey = words.join(' ')
      concepts.set(phraseKey, (concepts.get(phraseKey) ?? new Set()).add(`~${key}`))
      if (words.length > 1) openings.add(words[0])
    }
  }
  return (words) => {
    const found: string[] = []
    words.forEach((word, start) => {
      const length = openings.has(word) ? TERM_WORDS_MAX : 1
      let phrase = ''
      for (const next of words.slice(start, start + length)) {
        phrase = phrase === '' ? next : `${phrase} ${next}`
        const hit = concepts.get(phrase)
        if (hit !== undefined) found.push(...hit)
      }
    })
    return found
  }
}

import { tokenise } from '../text/token.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'

/** Prepares name variants: the returned function takes a name and gives every sequence of words by which a text may write it. */
export function createNameVariants(lexicon: LinkLexicon): (name: string, legal: boolean) => string[][] {
  const always = readSuffixes(lexicon, 'always')
  const maybe = readSuffixes(lexicon, 'maybe')
  return (name, legal) => {
    const words = [...tokenise(name.replace(/\s*\([^)]*\)/g, '')).words]
    if (words.length === 0) return []
    const variants = new Map<string, string[]>()
    const keep = (variant: string[]) => {
      if (variant.length > 0) variants.set(variant.join(' '), variant)
    }
    keep(words)
    for (const spelling of findSpellings(words)) keep(spelling)
    if (legal) {
      let rest = withoutArticle(words)
      keep(rest)
      for (;;) {
        const shorter = stripSuffix(rest, always) ?? stripSuffix(rest, maybe)
        if (shorter === null) break
        rest = shorter
        keep(rest)
        for (const spelt of findSpellings(rest)) keep(spelt)
      }
    }
    return [...variants.values()]
  }
}

function readSuffixes(lexicon: LinkLexicon, kind: 'always' | 'maybe'): readonly (readonly string[])[] {
  return lexicon.legalSuffixes
    .filter((entry) => entry.kind === kind)
    .map((entry) => tokenise(entry.suffix).words)
    .sort((a, b) => b.length - a.length)
}

function stripSuffix(words: readonly string[], suffixes: readonly (readonly string[])[]): string[] | null {
  for (const suffix of suffixes) {
    const rest = words.length - suffix.length
    if (rest > 0 && suffix.every((word, i) => words[rest + i] === word)) {
      const kept = words.slice(0, rest)
      return kept.at(-1) === '&' ? kept.slice(0, -1) : kept
    }
  }
  return null
}

function withoutArticle(words: readonly string[]): string[] {
  return words[0] === 'the' && words.length > 1 ? words.slice(1) : [...words]
}

/** Spelling variants: initials joined, possessive without apostrophe. */
function findSpellings(words: readonly string[]): string[][] {
  const found: string[][] = []
  if (words.at(-1) === "'s" && words.length > 1) {
    const stem = words.slice(0, -1)
    found.push([...stem.slice(0, -1), `${stem.at(-1) ?? ''}s`])
  }
  // "J P Morgan" is also written "JP Morgan".
  if (words.length > 2 && words[0]?.length === 1 && words[1]?.length === 1 && words[1] !== '&') {
    found.push([`${words[0]}${words[1]}`, ...words.slice(2)])
  }
  return found
}

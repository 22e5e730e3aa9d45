import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import type { CueRole, LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import { collectCues } from './cue.pure.ts'

interface Named {
  readonly asset: KnownAsset
  readonly from: number
  readonly to: number
  readonly end: number
}

/** Tokens between the name of a bank and what it rates. */
const REACH = 9

/**
 * Prepares the filter of sources: the returned function is true for a bank, rating agency, newspaper or adviser that is only the
 * source of the news: "UBS raises price target on Tesla" moves Tesla, not UBS.
 */
export function createSourceFilter(
  lexicon: LinkLexicon,
): (named: Named, tokens: TokenisedText, all: readonly Named[]) => boolean {
  const cue = (role: CueRole) => collectCues(lexicon, role)
  const ratingNoun = cue('rating_noun')
  const ratingVerb = cue('rating_verb')
  const ratingObject = cue('rating_object')
  const ratingOwn = cue('rating_own')
  const ownTarget = cue('own_target')
  const sayVerb = cue('say_verb')
  const sayOwn = cue('say_own')
  const marketWord = cue('market_word')
  const adviserVerb = cue('adviser_verb')
  const mediaVerb = cue('media_verb')
  const sourceName = cue('source_name')

  return (named, tokens, all) => {
    const gics = named.asset.gics ?? ''
    const isMedia = gics.startsWith('5020') || gics.startsWith('2020')
    const isListedSource = sourceName.has(tokens.words[named.from] ?? '')
    const isResearchHouse =
      isListedSource || gics.startsWith('4010') || gics.startsWith('4020') || gics.startsWith('4030')
    if (!isMedia && !isResearchHouse) return false
    const { words, breaks } = tokens
    const hasOthers = all.some((one) => one.asset.id !== named.asset.id)
    const isLast = named.to >= words.length
    const isFirst = named.from === 0
    if (isLast && !isFirst && isByline(tokens, named.from)) return true
    const possessive = words[named.to] === "'s" ? 1 : 0
    const at = named.to + possessive
    const next = breaks[at] === true ? '' : (words[at] ?? '')
    const previous = breaks[named.from] === true ? '' : (words[named.from - 1] ?? '')
    const beforeThat = words[named.from - 2] ?? ''
    if (previous === 'to' && beforeThat === 'according') return true
    if (mediaVerb.has(previous) && isMedia && hasOthers) return true
    if (isMedia && mediaVerb.has(next) && (at + 1 >= words.length || breaks[at + 1] === true) && !isFirst) return true
    if (!isResearchHouse) return false
    if (ratingNoun.has(next)) return true
    if (adviserVerb.has(previous) && hasOthers) return true
    if ((previous === 'by' || previous === 'at') && isRated(words, named.from)) return hasOthers || previous === 'at'
    if (previous === 'says' || previous === 'said') return hasOthers
    if (possessive === 1) return false
    if (ratingVerb.has(next)) return isRating(named, tokens, at, all)
    if (sayVerb.has(next)) {
      const object = words[at + 1] ?? ''
      // "Raiffeisen warned by US Treasury": who is told speaks not.
      if (sayOwn.has(object) || (object === 'by' && next.endsWith('ed'))) return false
      return at + 1 >= words.length || hasOthers || containsWithin(words, at + 1, at + REACH, marketWord)
    }
    if (isFirst && breaks[named.to] === true && tokens.text.charAt(named.end) === ':' && hasOthers) return true
    return false
  }

  /** "upgraded by X", "raised to buy at X". */
  function isRated(words: readonly string[], from: number): boolean {
    if (words[from - 3] === 'to' && ratingObject.has(words[from - 2] ?? '')) return true
    return containsWithin(words, from - 6, from, RATED)
  }

  /** "X upgrades Y", "X raises target on Y", but not "X upgraded by Y" or "X raises profit forecast". */
  function isRating(named: Named, tokens: TokenisedText, at: number, all: readonly Named[]): boolean {
    const verb = tokens.words[at] ?? ''
    const after = tokens.words[at + 1] ?? ''
    if ((verb.endsWith('ed') || verb === 'cut') && ['by', 'to', 'at', 'from', 'on', 'after'].includes(after))
      return false
    if (ratingOwn.has(after)) return false
    const isOutright = ratingObject.has(verb)
    // "Société Générale lifts targets": its own.
    const isObjectNamed = all.some((one) => one.from === at + 1)
    if (!isOutright && ratingObject.has(after) && !isObjectNamed) return false
    // "Barclays lifts 2025 income target".
    const reached = tokens.words.slice(at + 1, at + REACH)
    if (!isOutright && reached.some((word, i) => ownTarget.has(word) && reached[i + 1]?.startsWith('target') === true))
      return false
    const object = containsWithin(tokens.words, at + 1, at + REACH, ratingObject)
    const rated = all.some((one) => one.asset.id !== named.asset.id && one.from > at && one.from <= at + REACH)
    return isOutright ? true : object || (rated && containsWithin(tokens.words, at + 1, at + REACH, FORECAST))
  }
}

const RATED: ReadonlySet<string> = new Set([
  ...[
    'upgraded',
    'downgraded',
    'upgrade',
    'downgrade',
    'initiated',
    'rating',
    'overweight',
    'underweight',
    'outperform',
  ],
  ...['underperform', 'neutral', 'coverage', 'outlook', 'junk', 'positive', 'negative', 'stable'],
])

const FORECAST = wordSet('forecast forecasts estimate estimates view outlook')

/** The outlet or author after the last dash, bar or colon: "... - Barron's", "...: Goldman". */
function isByline(tokens: TokenisedText, from: number): boolean {
  if (tokens.breaks[from] !== true || tokens.words.length - from > 3) return false
  const gap = tokens.text.slice(tokens.ends[from - 1], tokens.starts[from])
  return /^\s*[-\u2013\u2014|:]\s+$/.test(gap) || /^\s+[-\u2013\u2014|]\s*$/.test(gap)
}

function containsWithin(words: readonly string[], from: number, to: number, set: ReadonlySet<string>): boolean {
  for (let i = Math.max(0, from); i < Math.min(words.length, to); i++) if (set.has(words[i] ?? '')) return true
  return false
}

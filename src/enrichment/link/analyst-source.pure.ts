import type { TokenisedText } from '../text/token.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import type { CandidateFilter, ResolvedCandidate } from './candidate.pure.ts'
import { collectCues } from './cue.pure.ts'

/** Tokens between the name of a bank and what it rates. */
const REACH = 9
/** GICS codes of media and professional services, and of banks, brokers and insurers. */
const MEDIA = /^[25]020/
const FINANCE = /^40[123]0/

/**
 * Prepares the filter of sources: the returned function is true for a bank, rating agency, newspaper or adviser that is only the
 * source of the news: "UBS raises price target on Tesla" moves Tesla, not UBS.
 */
export function createSourceFilter(lexicon: LinkLexicon): CandidateFilter {
  const cues = collectCues(lexicon)

  return (named, tokens, all) => {
    const gics = named.asset.gics ?? ''
    const { words, breaks } = tokens
    const isMedia = MEDIA.test(gics)
    const isResearchHouse = FINANCE.test(gics) || cues.source_name.has(words[named.from])
    if (!isMedia && !isResearchHouse) return false
    const hasOthers = all.some((one) => one.asset.id !== named.asset.id)
    const isFirst = named.from === 0
    if (named.to >= words.length && !isFirst && isByline(tokens, named.from)) return true
    const possessive = words[named.to] === "'s" ? 1 : 0
    const at = named.to + possessive
    const next = breaks[at] === true ? '' : (words[at] ?? '')
    const previous = breaks[named.from] === true ? '' : (words[named.from - 1] ?? '')
    if (previous === 'to' && words[named.from - 2] === 'according') return true
    if (isMedia && cues.media_verb.has(previous) && hasOthers) return true
    const isCutOff = at + 1 >= words.length || breaks[at + 1] === true
    if (isMedia && cues.media_verb.has(next) && isCutOff && !isFirst) return true
    if (!isResearchHouse) return false
    if (cues.rating_noun.has(next)) return true
    if (cues.adviser_verb.has(previous) && hasOthers) return true
    if ((previous === 'by' || previous === 'at') && isRated(words, named.from)) return hasOthers || previous === 'at'
    if (previous === 'says' || previous === 'said') return hasOthers
    if (possessive === 1) return false
    if (cues.rating_verb.has(next)) return isRating(named, tokens, at, all)
    if (cues.say_verb.has(next)) {
      const object = words[at + 1] ?? ''
      // "Raiffeisen warned by US Treasury": who is told speaks not.
      if (cues.say_own.has(object) || (object === 'by' && next.endsWith('ed'))) return false
      return (
        at + 1 >= words.length ||
        hasOthers ||
        words.slice(at + 1, at + REACH).some((word) => cues.market_word.has(word))
      )
    }
    return isFirst && breaks[named.to] === true && tokens.text.charAt(named.end) === ':' && hasOthers
  }

  /** "upgraded by X", "raised to buy at X". */
  function isRated(words: readonly string[], from: number): boolean {
    if (words[from - 3] === 'to' && cues.rating_object.has(words[from - 2])) return true
    return words.slice(Math.max(0, from - 6), from).some((word) => RATED.has(word))
  }

  /** "X upgrades Y", "X raises target on Y", but not "X upgraded by Y" or "X raises profit forecast". */
  function isRating(
    named: ResolvedCandidate,
    tokens: TokenisedText,
    at: number,
    all: readonly ResolvedCandidate[],
  ): boolean {
    const verb = tokens.words[at] ?? ''
    const after = tokens.words[at + 1] ?? ''
    if ((verb.endsWith('ed') || verb === 'cut') && AFTER_PASSIVE.has(after)) return false
    if (cues.rating_own.has(after)) return false
    if (cues.rating_object.has(verb)) return true
    // "Société Générale lifts targets": its own.
    if (cues.rating_object.has(after) && !all.some((one) => one.from === at + 1)) return false
    // "Barclays lifts 2025 income target".
    const reached = tokens.words.slice(at + 1, at + REACH)
    if (reached.some((word, i) => cues.own_target.has(word) && reached[i + 1]?.startsWith('target') === true))
      return false
    if (reached.some((word) => cues.rating_object.has(word))) return true
    const rated = all.some((one) => one.asset.id !== named.asset.id && one.from > at && one.from <= at + REACH)
    return rated && reached.some((word) => FORECAST.has(word))
  }
}

const RATED = wordSet(
  'upgraded downgraded upgrade downgrade initiated rating overweight underweight outperform underperform ' +
    'neutral coverage outlook junk positive negative stable',
)
/** After these a verb is passive: "X upgraded by Y". */
const AFTER_PASSIVE = wordSet('by to at from on after')
const FORECAST = wordSet('forecast forecasts estimate estimates view outlook')

/** The outlet or author after the last dash, bar or colon: "... - Barron's", "...: Goldman". */
function isByline(tokens: TokenisedText, from: number): boolean {
  if (tokens.breaks[from] !== true || tokens.words.length - from > 3) return false
  const gap = tokens.text.slice(tokens.ends[from - 1], tokens.starts[from])
  return /^\s*[-\u2013\u2014|:]\s+$/.test(gap) || /^\s+[-\u2013\u2014|]\s*$/.test(gap)
}

import type { KnownAsset } from './knowledge.math.ts'
import { type CueRole, cuesOf, type LinkLexicon } from './link-lexicon.math.ts'
import type { TokenText } from './token.math.ts'

interface Named {
  readonly asset: KnownAsset
  readonly from: number
  readonly to: number
  readonly end: number
}

/** How far right of a bank's name the thing it rates may stand, in tokens. */
const REACH = 9

/**
 * Tells a bank, rating agency, paper or adviser that merely speaks from one the news is about:
 * "UBS raises price target on Tesla" moves Tesla, not UBS.
 */
export function createSourceFilter(
  lexicon: LinkLexicon,
): (named: Named, tokens: TokenText, all: readonly Named[]) => boolean {
  const cue = (role: CueRole) => cuesOf(lexicon, role)
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
    const media = gics.startsWith('5020') || gics.startsWith('2020')
    const researcher = sourceName.has(tokens.words[named.from] ?? '')
    const house = researcher || gics.startsWith('4010') || gics.startsWith('4020') || gics.startsWith('4030')
    if (!media && !house) return false
    const { words, breaks } = tokens
    const others = all.some((one) => one.asset.id !== named.asset.id)
    const ends = named.to >= words.length
    const leads = named.from === 0
    if (ends && !leads && isSignature(tokens, named.from)) return true
    const possessive = words[named.to] === "'s" ? 1 : 0
    const at = named.to + possessive
    const next = breaks[at] === true ? '' : (words[at] ?? '')
    const previous = breaks[named.from] === true ? '' : (words[named.from - 1] ?? '')
    const beforeThat = words[named.from - 2] ?? ''
    if (previous === 'to' && beforeThat === 'according') return true
    if (mediaVerb.has(previous) && media && others) return true
    if (media && mediaVerb.has(next) && (at + 1 >= words.length || breaks[at + 1] === true) && !leads) return true
    if (!house) return false
    if (ratingNoun.has(next)) return true
    if (adviserVerb.has(previous) && others) return true
    if ((previous === 'by' || previous === 'at') && isRated(words, named.from)) return others || previous === 'at'
    if (previous === 'says' || previous === 'said') return others
    if (possessive === 1) return false
    if (ratingVerb.has(next)) return rates(named, tokens, at, all)
    if (sayVerb.has(next)) {
      const object = words[at + 1] ?? ''
      if (sayOwn.has(object)) return false
      return at + 1 >= words.length || others || saidWithin(words, at + 1, at + REACH, marketWord)
    }
    if (leads && breaks[named.to] === true && tokens.text.charAt(named.end) === ':' && others) return true
    return false
  }

  /** "upgraded by X", "raised to buy at X". */
  function isRated(words: readonly string[], from: number): boolean {
    if (words[from - 3] === 'to' && ratingObject.has(words[from - 2] ?? '')) return true
    return saidWithin(words, from - 6, from, RATED)
  }

  /** "X upgrades Y", "X raises target on Y", but not "X upgraded by Y" or "X raises profit forecast". */
  function rates(named: Named, tokens: TokenText, at: number, all: readonly Named[]): boolean {
    const verb = tokens.words[at] ?? ''
    const after = tokens.words[at + 1] ?? ''
    if (verb.endsWith('ed') && ['by', 'to', 'at', 'from', 'on', 'after'].includes(after)) return false
    if (ratingOwn.has(after)) return false
    const outright = ratingObject.has(verb)
    // "Société Générale lifts targets": its own.
    const written = all.some((one) => one.from === at + 1)
    if (!outright && ratingObject.has(after) && !written) return false
    // "Barclays lifts 2025 income target".
    const reached = tokens.words.slice(at + 1, at + REACH)
    if (!outright && reached.some((word, i) => ownTarget.has(word) && reached[i + 1]?.startsWith('target') === true))
      return false
    const object = saidWithin(tokens.words, at + 1, at + REACH, ratingObject)
    const rated = all.some((one) => one.asset.id !== named.asset.id && one.from > at && one.from <= at + REACH)
    return outright ? true : object || (rated && saidWithin(tokens.words, at + 1, at + REACH, FORECAST))
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

const FORECAST: ReadonlySet<string> = new Set(['forecast', 'forecasts', 'estimate', 'estimates', 'view', 'outlook'])

/** The outlet or author after the last dash, bar or colon: "... - Barron's", "...: Goldman". */
function isSignature(tokens: TokenText, from: number): boolean {
  if (tokens.breaks[from] !== true || tokens.words.length - from > 3) return false
  const gap = tokens.text.slice(tokens.ends[from - 1], tokens.starts[from])
  return /^\s*[-\u2013\u2014|:]\s+$/.test(gap) || /^\s+[-\u2013\u2014|]\s*$/.test(gap)
}

function saidWithin(words: readonly string[], from: number, to: number, set: ReadonlySet<string>): boolean {
  for (let i = Math.max(0, from); i < Math.min(words.length, to); i++) if (set.has(words[i] ?? '')) return true
  return false
}

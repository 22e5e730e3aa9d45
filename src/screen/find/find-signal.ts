import type { MatchQuality } from '../../catalog/identity/match-quality.pure.ts'
import { Prepared } from '../../core/call/prepared.ts'
import { ApiError } from '../../core/errors.ts'
import { createPhraseRanker } from '../../embedding/phrase/phrase-ranker.pure.ts'
import { PHRASE_LEXICON } from '../../financial/concept/concept-label.source.ts'
import { PATTERNS, type PatternRow } from '../technical/pattern.source.ts'
import { operandText } from '../technical/resolve-operand.ts'
import { patternRow, resolveSignal } from '../technical/resolve-signal.ts'
import { slotsOf } from './phrase-slots.pure.ts'
import { createRuleReader, type PhrasedSignal } from './read-rule.ts'
import { SIGNAL_RULES, WORD_GROUPS } from './signal-rule.source.ts'

/** A signal as a request takes it. */
export interface ReadySignal extends PhrasedSignal {
  /** Where the phrase names weeks or months. */
  readonly timeframe?: number
}

/** A signal that a phrase may mean. */
export interface SignalCandidate {
  readonly query: string
  readonly row: PatternRow
  readonly signal: ReadySignal
  /** 0 to 1. */
  readonly score: number
}

/** Signals that one phrase may mean, best first. */
export interface SignalMatches {
  readonly query: string
  readonly matchQuality: MatchQuality
  readonly candidates: readonly SignalCandidate[]
}

/** From here on the first candidate is what the phrase says, if the next is not as good. */
const STRONG = 0.85
/** What the next candidate has to be worse by. */
const CLEAR = 0.005
/** Scores of patterns that only share words with the phrase stay below those of rules. */
const WORDS_SCORE_MAX = 0.55

/** Prepared ahead, or at the first search: commands that search nothing need not wait for it. */
const ranker = new Prepared(() =>
  createPhraseRanker(
    PATTERNS.map(({ key, label, rule }) => ({
      labels: [key.replaceAll('_', ' '), label],
      synonyms: [],
      description: rule,
    })),
    PHRASE_LEXICON,
  ),
)

/** Finds the technical signals that a phrase may mean, ready to be put into a screen. */
export function findSignals(query: string, limit: number): SignalMatches {
  const slots = slotsOf(query)
  const timeframe = slots.timeframe === 1 ? {} : { timeframe: slots.timeframe }
  const found = new Map<string, SignalCandidate>()
  const note = (phrased: PhrasedSignal, score: number) => {
    const signal = snapped(phrased)
    const key = JSON.stringify([signal?.pattern, signal?.a, signal?.b])
    const known = found.get(key)
    if (!signal || (known && known.score >= score)) return
    found.set(key, { query, row: patternRow(signal.pattern), signal: { ...signal, ...timeframe }, score })
  }
  const read = createRuleReader(slots, WORD_GROUPS)
  for (const rule of SIGNAL_RULES) {
    const phrased = read(rule)
    if (phrased) note(phrased, rule.score)
  }
  const [a, b] = slots.lines
  for (const { subject, score } of ranker.value(query)) {
    const row = PATTERNS[subject]
    if (row) note({ pattern: row.key, ...(a ? { a } : {}), ...(b ? { b } : {}) }, score * WORDS_SCORE_MAX)
  }
  const candidates = [...found.values()]
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map((one) => ({ ...one, score: Math.round(one.score * 1e4) / 1e4 }))
  return { query, matchQuality: qualityOf(candidates), candidates }
}

/** A signal with the operands a request would end up with; null when it would be refused. */
function snapped(phrased: PhrasedSignal): PhrasedSignal | null {
  const row = patternRow(phrased.pattern)
  const given = {
    ...phrased,
    a: row.a.length > 0 ? phrased.a : undefined,
    b: row.b.length > 0 ? phrased.b : undefined,
  }
  const { signal } = resolveSignal(given)
  if (!signal) return null
  const { forBars, windowBars } = phrased
  return {
    pattern: signal.pattern,
    ...(signal.a === null ? {} : { a: operandText(signal.a) }),
    ...(signal.b === null ? {} : { b: operandText(signal.b) }),
    ...(forBars === undefined || signal.forBars === null ? {} : { forBars }),
    ...(windowBars === undefined ? {} : { windowBars }),
  }
}

function qualityOf([first, second]: readonly SignalCandidate[]): MatchQuality {
  if (!first) return 'none'
  const isClear = first.score >= STRONG && (!second || first.score - second.score >= CLEAR)
  return isClear ? 'strong' : 'weak'
}

/** Finds signals for one phrase or for each of several; throws 400 unless it is one of the two. */
export function findSignalsOf(
  query: string | undefined,
  queries: readonly string[] | undefined,
  limit: number,
): SignalMatches[] {
  if (query !== undefined && queries !== undefined)
    throw new ApiError('invalid_parameter', 'Give "q" for one phrase or "queries" for several, not both.', {
      param: 'queries',
    })
  const phrases = queries ?? (query === undefined ? [] : [query])
  if (phrases.length === 0)
    throw new ApiError('missing_parameter', 'The parameter "q" is required: a phrase, or "queries": several.', {
      param: 'q',
    })
  return phrases.map((phrase) => findSignals(phrase, limit))
}

/** Prepares the search now, so that no request waits for it. */
export function warmSignalFinder(): Promise<void> {
  return ranker.prepare()
}

import type { StoryEventRule } from '../vocabulary/story-lexicon.pure.ts'
import { encodeEvent } from './event-code.pure.ts'

/** A meaning of story-synonyms.csv and the tokens that express it. */
export interface MeaningAt {
  readonly means: string
  readonly from: number
  readonly to: number
}

interface FoundEvents {
  /** Sorted codes of the events. */
  readonly events: readonly number[]
  /** True for a meaning that belongs to one of these events and so adds nothing to them. */
  readonly isUsed: (means: string) => boolean
}

interface CompiledRule {
  readonly code: number
  readonly concept: string
  readonly rule: StoryEventRule
  /** For each further term the meanings that may stand for it. */
  readonly further: readonly (readonly string[])[]
}

interface EventMatch extends CompiledRule {
  readonly span: number
  readonly terms: readonly string[]
}

const NONE: FoundEvents = { events: [], isUsed: () => false }

/** Prepares the rules; the returned function takes the meanings of a headline and gives its events. */
export function createEventFinder(rules: readonly StoryEventRule[]) {
  const byTerm = new Map<string, CompiledRule[]>()
  const vocabulary = new Map<string, Set<string>>()
  for (const rule of rules) {
    const words = vocabulary.get(rule.concept) ?? new Set()
    vocabulary.set(rule.concept, words)
    for (const means of rule.when.flat()) words.add(means)
    const compiled = {
      code: encodeEvent(rule.concept, rule.stage, rule.how),
      concept: rule.concept,
      rule,
      further: rule.when.slice(1),
    }
    for (const means of rule.when[0] ?? []) byTerm.set(means, [...(byTerm.get(means) ?? []), compiled])
  }

  return (meanings: readonly MeaningAt[]): FoundEvents => {
    const best = new Map<string, EventMatch>()
    for (const first of meanings) {
      for (const compiled of byTerm.get(first.means) ?? []) {
        const found = matchFrom(compiled, first, meanings)
        const old = best.get(compiled.concept)
        if (found !== null && (old === undefined || isCloser(found, old))) best.set(compiled.concept, found)
      }
    }
    if (best.size === 0) return NONE
    const kept: EventMatch[] = []
    // A term inside a longer pattern is not an event of its own: "strikes a deal" is no strike.
    for (const found of [...best.values()].sort((a, b) => b.terms.length - a.terms.length)) {
      if (!kept.some((one) => contains(one, found))) kept.push(found)
    }
    const isUsed = (means: string) =>
      kept.some(({ rule: { how }, terms, concept }) =>
        how === 'move' ? terms.includes(means) : vocabulary.get(concept)?.has(means) === true,
      )
    return { events: kept.map((one) => one.code).sort((a, b) => a - b), isUsed }
  }
}

/** True for the better match of a concept: more terms, else terms closer together. */
function isCloser(one: EventMatch, other: EventMatch): boolean {
  if (one.terms.length !== other.terms.length) return one.terms.length > other.terms.length
  return one.span < other.span
}

/** True when the shorter match is one term of the longer, or the same stage in fewer terms: "forecasts sales above estimates" is no beat of estimates. */
function contains(longer: EventMatch, shorter: EventMatch): boolean {
  if (longer.terms.length <= shorter.terms.length) return false
  if (shorter.terms.length > 1 && longer.rule.stage !== shorter.rule.stage) return false
  return shorter.terms.every((term) => longer.terms.includes(term))
}

/** Matches a rule from its first term; each further term is the one nearest to those found. */
function matchFrom(compiled: CompiledRule, first: MeaningAt, meanings: readonly MeaningAt[]): EventMatch | null {
  const { within } = compiled.rule
  let from = first.from
  let to = first.to
  const terms = [first.means]
  for (const alternatives of compiled.further) {
    let nearest: MeaningAt | null = null
    let least = within + 1
    for (const one of meanings) {
      if (one.from === first.from || !alternatives.includes(one.means)) continue
      const span = Math.max(to, one.to) - Math.min(from, one.from)
      if (span >= least) continue
      nearest = one
      least = span
    }
    if (nearest === null) return null
    from = Math.min(from, nearest.from)
    to = Math.max(to, nearest.to)
    terms.push(nearest.means)
  }
  return to - from <= Math.max(within, first.to - first.from) ? { ...compiled, span: to - from, terms } : null
}

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

interface EventMatch {
  readonly rule: StoryEventRule
  readonly span: number
  readonly terms: readonly string[]
}

/** Prepares the rules; the returned function takes the meanings of a headline and gives its events. */
export function createEventFinder(rules: readonly StoryEventRule[]) {
  const byTerm = new Map<string, StoryEventRule[]>()
  for (const rule of rules) {
    for (const means of rule.when[0] ?? []) byTerm.set(means, [...(byTerm.get(means) ?? []), rule])
  }
  const byConcept = [...Map.groupBy(rules, ({ concept }) => concept)]
  const vocabulary = new Map(
    byConcept.map(([concept, own]) => [concept, new Set(own.flatMap(({ when }) => when.flat()))]),
  )

  return (meanings: readonly MeaningAt[]): FoundEvents => {
    const best = new Map<string, EventMatch>()
    for (const first of meanings) {
      for (const rule of byTerm.get(first.means) ?? []) {
        const found = matchFrom(rule, first, meanings)
        if (found !== null && isCloser(found, best.get(rule.concept))) best.set(rule.concept, found)
      }
    }
    const kept: EventMatch[] = []
    // A term inside a longer pattern is not an event of its own: "strikes a deal" is no strike.
    for (const found of [...best.values()].sort((a, b) => b.terms.length - a.terms.length)) {
      if (!kept.some((one) => contains(one, found))) kept.push(found)
    }
    const isUsed = (means: string) =>
      kept.some(({ rule: { how, concept }, terms }) =>
        how === 'move' ? terms.includes(means) : vocabulary.get(concept)?.has(means) === true,
      )
    const codes = kept.map(({ rule: { concept, stage, how } }) => encodeEvent(concept, stage, how))
    return { events: codes.sort((a, b) => a - b), isUsed }
  }
}

/** True for the better match of a concept: more terms, else terms closer together. */
function isCloser(one: EventMatch, other: EventMatch | undefined): boolean {
  const more = one.terms.length - (other?.terms.length ?? 0)
  return other === undefined || more > 0 || (more === 0 && one.span < other.span)
}

/** True for one term of a longer match, or fewer terms at its stage: "forecasts sales above estimates" is no beat of estimates. */
function contains(longer: EventMatch, shorter: EventMatch): boolean {
  if (longer.terms.length <= shorter.terms.length) return false
  if (shorter.terms.length > 1 && longer.rule.stage !== shorter.rule.stage) return false
  return shorter.terms.every((term) => longer.terms.includes(term))
}

/** Matches a rule from its first term; each further term is the one nearest to those found. */
function matchFrom(rule: StoryEventRule, first: MeaningAt, meanings: readonly MeaningAt[]): EventMatch | null {
  let { from, to } = first
  const terms = [first.means]
  for (let i = 1; i < rule.when.length; i++) {
    const alternatives = rule.when[i] ?? []
    let nearest: MeaningAt | null = null
    let least = rule.within + 1
    for (const one of meanings) {
      const span = Math.max(to, one.to) - Math.min(from, one.from)
      if (span >= least || one === first || !alternatives.includes(one.means)) continue
      nearest = one
      least = span
    }
    if (nearest === null) return null
    from = Math.min(from, nearest.from)
    to = Math.max(to, nearest.to)
    terms.push(nearest.means)
  }
  return { rule, span: to - from, terms }
}

import type { StoryEventRule } from '../vocabulary/story-lexicon.pure.ts'
import { encodeEvent } from './event-code.pure.ts'

/** A meaning of story-synonyms.csv and the tokens that express it. */
export interface MeaningAt {
  readonly means: string
  readonly from: number
  readonly to: number
}

type EventMatch = NonNullable<ReturnType<typeof matchFrom>>

/** Prepares the rules; the returned function takes the meanings of a headline and gives its events. */
export function createEventFinder(rules: readonly StoryEventRule[]) {
  const byTerm = new Map<string, StoryEventRule[]>()
  for (const rule of rules) {
    for (const means of rule.when[0] ?? []) byTerm.set(means, [...(byTerm.get(means) ?? []), rule])
  }
  const vocabulary = new Map<string, Set<string>>()
  for (const { concept, when } of rules)
    vocabulary.set(concept, new Set([...(vocabulary.get(concept) ?? []), ...when.flat()]))

  return (meanings: readonly MeaningAt[]) => {
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
    const codes = kept.map(({ rule: { concept, stage, how } }) => encodeEvent(concept, stage, how))
    return {
      events: codes.sort((a, b) => a - b),
      /** True for a meaning that belongs to one of these events and so adds nothing to them. */
      isUsed: (means: string) =>
        kept.some(({ rule: { how, concept }, terms }) =>
          how === 'move' ? terms.includes(means) : vocabulary.get(concept)?.has(means),
        ),
    }
  }
}

/** True for the better match of a concept: more terms, else terms closer together. */
function isCloser(one: EventMatch, other: EventMatch | undefined): boolean {
  const more = one.terms.length - (other?.terms.length ?? 0)
  return more > 0 || (more === 0 && one.span < (other?.span ?? 0))
}

/** True for one term of a longer match, or fewer terms at its stage: "forecasts sales above estimates" is no beat of estimates. */
function contains(longer: EventMatch, shorter: EventMatch): boolean {
  if (shorter.terms.length > 1 && longer.rule.stage !== shorter.rule.stage) return false
  return shorter.terms.every((term) => longer.terms.includes(term))
}

/** Matches a rule from its first term; each further term is the one nearest to those found. */
function matchFrom(rule: StoryEventRule, first: MeaningAt, meanings: readonly MeaningAt[]) {
  let { from, to } = first
  const terms = [first.means]
  for (let i = 1; i < rule.when.length; i++) {
    const alternatives = rule.when[i] ?? []
    let nearest: MeaningAt | null = null
    let least = rule.within + 1
    for (const one of meanings) {
      const span = Math.max(to, one.to) - Math.min(from, one.from)
      if (span >= least || !alternatives.includes(one.means)) continue
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

import { editDistance } from '../../core/input/edit-distance.pure.ts'
import { nearestFew } from '../../core/input/nearest.pure.ts'
import { choice, type FieldProblem, flag, inRest, integer, number, object } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { CONCEPTS, type Concept, findConcept } from '../concept/concept.source.ts'
import { findConcepts } from '../concept/find-concept.ts'
import { GROWTH_YEARS_MAX } from './annual-history.pure.ts'
import { type Condition, readCondition } from './condition.pure.ts'
import { FUNDAMENTAL_PATTERN, isGrowth, type PatternParameter, REQUIRED } from './pattern.pure.ts'

const AMOUNT = { min: -1e15, max: 1e15 }

const CohortChoice = object('CohortChoiceInput', 'Whom a figure is compared with.', {
  own: flag('true = the own sector in all countries, false = the whole universe of the screen.').default(false),
})

/** Concepts that a message offers for one that there is not. */
const NEAREST_COUNT = 3
/** Edits that are a slip of the hand, which says more than what a phrase may mean. */
const TYPO_MAX = 2

const NAMES = CONCEPTS.flatMap(({ key, aliases }) => [key, ...aliases])

/** The concept of a key or alias; a problem that names the three most like it when there is none. */
function unknownConcept(name: string): FieldProblem {
  const near = nearestConcepts(name)
  return {
    field: 'concept',
    message: `"{param}" must be a financial concept; ${JSON.stringify(name)} was given. The nearest are ${near.join(', ')}.`,
    code: 'unknown_concept',
    nearest: near[0],
  }
}

/** Keys of the three concepts that a name most likely means, or else whose key or alias is most like it. */
export function nearestConcepts(name: string): string[] {
  const spelled = nearestFew(name, NAMES, NEAREST_COUNT).flatMap((near) => findConcept(near)?.key ?? [])
  const meant = findConcepts(name.replaceAll('_', ' '), { limit: NEAREST_COUNT }).rows.map(({ concept }) => concept.key)
  const mistyped = NAMES.filter((known) => editDistance(name.toLowerCase(), known, TYPO_MAX) <= TYPO_MAX)
  const typed = mistyped.flatMap((known) => findConcept(known)?.key ?? [])
  return [...new Set([...typed, ...meant, ...spelled])].slice(0, NEAREST_COUNT)
}

const NEEDS: Readonly<Record<PatternParameter, string>> = {
  threshold: 'a number, fractions as decimals (0.2 = 20 %), money in full US dollars',
  min: 'a number, the lower bound',
  max: 'a number, the upper bound',
  years: `a whole number of fiscal years from 1 to ${GROWTH_YEARS_MAX}`,
}

/** A condition as both faces take it. */
export const fundamentalCondition = object(
  'FundamentalConditionInput',
  'A financial figure and how it is judged: the latest twelve months in US dollars, growth over fiscal years.',
  {
    concept: text('Key or alias of a financial concept, such as roe or free_cash_flow.', 60),
    pattern: choice('How the figure is judged.', FUNDAMENTAL_PATTERN, 'unknown_pattern'),
    threshold: number(
      'For above and below, and if wanted for compound_growth; fractions as decimals, money in full US dollars.',
      AMOUNT,
    ).optional(),
    years: inRest(
      ['N', 'n'],
      integer('Number of fiscal years, for consecutive_growth and compound_growth.', { min: 1, max: GROWTH_YEARS_MAX }),
    ).optional(),
    min: number('Lower bound, for between.', AMOUNT).optional(),
    max: number('Upper bound, for between.', AMOUNT).optional(),
    vsCohort: CohortChoice.optional(),
  },
  problemsOf,
)

/** A condition that fits its rule. */
export interface GivenFields {
  readonly concept: string
  readonly pattern: Condition['pattern']
  readonly threshold?: number | undefined
  readonly years?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly vsCohort?: { readonly own: boolean } | undefined
}

function problemsOf(given: GivenFields): readonly FieldProblem[] {
  const concept = findConcept(given.concept)
  if (!concept) return [unknownConcept(given.concept)]
  const missing = (REQUIRED[given.pattern] ?? []).filter((parameter) => given[parameter] === undefined)
  if (missing.length > 0)
    return missing.map((parameter) => ({
      field: parameter,
      message: `The parameter "{param}" is required: ${given.pattern} takes ${NEEDS[parameter]}.`,
      code: 'missing_parameter',
    }))
  if (isGrowth(given.pattern) && concept.combine === 'priced')
    return [
      {
        field: 'concept',
        message: `"{param}" must be a figure of statements; ${concept.key} follows the price and has no fiscal years.`,
      },
    ]
  const { min, max } = conditionOf(given, concept, 0).condition
  if (min === undefined || max === undefined || min <= max) return []
  const read = min === given.min && max === given.max ? '' : ` as they are read (${min} and ${max})`
  return [{ field: 'min', message: `"{param}" (${given.min}) must not be above max (${given.max})${read}.` }]
}

function conditionOf(
  { vsCohort, ...given }: GivenFields,
  { position, key, unit }: Concept,
  index: number,
  list?: string,
) {
  const read = { ...given, concept: position, key, isFraction: unit === 'fraction', own: vsCohort?.own }
  return readCondition(read, index, list)
}

/** Conditions as they are evaluated, with notes on what was read differently from how it was given; `list` names their parameter. */
export function readConditions(
  given: readonly GivenFields[],
  list?: string,
): {
  readonly conditions: readonly Condition[]
  readonly notes: readonly string[]
} {
  const read = given.flatMap((one, index) => {
    const concept = findConcept(one.concept)
    return concept ? [conditionOf(one, concept, index, list)] : []
  })
  return { conditions: read.map(({ condition }) => condition), notes: read.flatMap(({ notes }) => notes) }
}

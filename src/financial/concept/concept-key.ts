import { enumeration } from '../../core/input/enumeration.pure.ts'
import { CONCEPTS } from './concept.source.ts'
import { CONCEPT_DESCRIPTIONS } from './concept-label.source.ts'

/** The keys of all financial concepts, as a closed set. */
export const CONCEPT_KEY = enumeration(
  'ConceptKey',
  'Key of a financial figure: a field of a statement, a ratio or the market value.',
  Object.fromEntries(CONCEPTS.map(({ key, formula }) => [key, describe(key, formula)])),
)

function describe(key: string, formula: string | null): string {
  const description = CONCEPT_DESCRIPTIONS.get(key) ?? key
  return formula === null ? description : `${description} Formula: ${formula}.`
}

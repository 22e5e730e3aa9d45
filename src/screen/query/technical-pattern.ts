import { enumeration } from '../../core/input/enumeration.pure.ts'
import { PATTERN_KEYS, type PatternKey } from '../technical/pattern-key.pure.ts'
import { patternRow } from '../technical/resolve-signal.ts'

const rules: Partial<Record<PatternKey, string>> = {}
for (const key of PATTERN_KEYS) rules[key] = patternRow(key).rule

/** The patterns of the technical leg, each with its exact rule. */
export const TECHNICAL_PATTERN = enumeration<PatternKey>(
  'TechnicalPattern',
  'What technical signals look for; an event fires on a bar, a state holds on bars.',
  // Every key was given its rule above.
  rules as Record<PatternKey, string>,
)

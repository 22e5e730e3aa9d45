import { enumeration } from '../../core/input/enumeration.pure.ts'
import { recordOf } from '../../core/record.pure.ts'
import { PATTERN_KEYS, type PatternKey } from '../technical/pattern-key.pure.ts'
import { patternRow } from '../technical/resolve-signal.ts'

/** The patterns of the technical leg, each with its exact rule. */
export const TECHNICAL_PATTERN = enumeration<PatternKey>(
  'TechnicalPattern',
  'What technical signals look for; an event fires on a bar, a state holds on bars.',
  recordOf(PATTERN_KEYS, (key) => patternRow(key).rule),
)

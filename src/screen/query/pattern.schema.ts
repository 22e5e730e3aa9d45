import { enumType } from '../../core/graphql/enum-type.ts'
import { TECHNICAL_PATTERN } from './technical-pattern.ts'

export const TechnicalPatternEnum = enumType(TECHNICAL_PATTERN)

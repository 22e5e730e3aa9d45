import { enumType } from '../core/graphql/enum-type.ts'
import { OPTION_PATTERN } from './option-pattern.pure.ts'

export const OptionPatternEnum = enumType(OPTION_PATTERN)

import { enumType } from '../../core/graphql/enum-type.ts'
import { PHRASE_MATCH } from './phrase-ranker.pure.ts'

export const PhraseMatchEnum = enumType(PHRASE_MATCH)

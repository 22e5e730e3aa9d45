import { builder } from '../../core/graphql/builder.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import type { Concept } from './concept.source.ts'
import { CONCEPT_KEY } from './concept-key.ts'
import { STATEMENT, UNIT } from './concept-kind.pure.ts'
import { CONCEPT_DESCRIPTIONS, CONCEPT_NAMES, LABEL_LANGUAGE, labelOf } from './concept-label.source.ts'

export const ConceptKeyEnum = enumType(CONCEPT_KEY)
const StatementEnum = enumType(STATEMENT)
const UnitEnum = enumType(UNIT)
const LabelLanguageEnum = enumType(LABEL_LANGUAGE)

/** What a row about a concept says of it. */
export const AboutConceptType = builder.interfaceRef<{ readonly concept: Concept }>('AboutConcept').implement({
  description: 'A row about a financial figure.',
  fields: (t) => ({
    key: t.field({ type: ConceptKeyEnum, description: 'Key.', resolve: ({ concept }) => concept.key }),
    label: t.string({
      args: {
        language: t.arg({
          type: LabelLanguageEnum,
          required: true,
          defaultValue: 'en',
          description: 'Language of the label.',
        }),
      },
      description: 'Name in words.',
      resolve: ({ concept }, { language }) => labelOf(CONCEPT_NAMES, concept.key, language),
    }),
    description: t.string({
      description: 'What it is, in one sentence.',
      resolve: ({ concept }) => CONCEPT_DESCRIPTIONS.get(concept.key) ?? '',
    }),
    statement: t.field({
      type: StatementEnum,
      nullable: true,
      description: 'Statement it is a field of; null for ratios and the market value.',
      resolve: ({ concept }) => concept.statement,
    }),
    unit: t.field({ type: UnitEnum, description: 'Kind of unit.', resolve: ({ concept }) => concept.unit }),
    aliases: t.stringList({
      description: 'Other keys that mean the same.',
      resolve: ({ concept }) => [...concept.aliases],
    }),
    formula: t.string({
      nullable: true,
      description: 'How it is computed from other figures; null for a figure that is reported.',
      resolve: ({ concept }) => concept.formula,
    }),
  }),
})

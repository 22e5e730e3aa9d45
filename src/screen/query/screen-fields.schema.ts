import { builder } from '../../core/graphql/builder.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { recordOf } from '../../core/record.pure.ts'
import { AboutConceptType } from '../../financial/concept/concept.schema.ts'
import { CONCEPTS, type Concept } from '../../financial/concept/concept.source.ts'
import { OPTION_PATTERN } from '../../option/option-pattern.pure.ts'
import { OptionPatternEnum } from '../../option/option-pattern.schema.ts'
import { OPTION_PATTERN_ROWS, type OptionPatternRow } from '../../option/sentiment/pattern.source.ts'
import { OPERANDS, type OperandRow } from '../technical/operand.source.ts'
import { PATTERNS, type PatternRow } from '../technical/pattern.source.ts'
import { operandRow } from '../technical/resolve-operand.ts'
import { TechnicalPatternEnum } from './pattern.schema.ts'

const SignalKindEnum = enumType(
  enumeration('SignalKind', 'Whether a pattern is of a moment or lasts.', {
    event: 'It fires on a bar.',
    state: 'It holds on bars.',
  }),
)

/** What a pattern takes as operand `a` or `b`. */
interface PatternOperand {
  readonly operand: 'a' | 'b'
  readonly takes: readonly string[]
  readonly default: string | null
}

const PatternOperandType = builder.objectRef<PatternOperand>('PatternOperand').implement({
  description: 'What a technical pattern takes as an operand.',
  fields: (t) => ({
    operand: t.exposeString('operand', { description: 'a or b.' }),
    takes: t.stringList({
      description:
        'Families of lines, or: any = every line or level, level = a number as text, range = lo-hi, fraction = a decimal as text.',
      resolve: ({ takes }) => [...takes],
    }),
    default: t.exposeString('default', {
      nullable: true,
      description: 'What it is when it is not given, for some by line: rsi14=70. Null where it has to be given.',
    }),
  }),
})

const TechnicalPatternType = builder.objectRef<PatternRow>('TechnicalPatternField').implement({
  description: 'A pattern of the technical leg.',
  fields: (t) => ({
    pattern: t.expose('key', { type: TechnicalPatternEnum, description: 'Key.' }),
    label: t.exposeString('label', { description: 'Name in words.' }),
    group: t.exposeString('group', { description: 'Group it is listed in.' }),
    kind: t.expose('kind', { type: SignalKindEnum, description: 'Whether it is of a moment or lasts.' }),
    operands: t.field({
      type: [PatternOperandType],
      description: 'Operands it takes.',
      resolve: (row) => operandsOf(row),
    }),
    forBars: t.exposeInt('forBars', {
      nullable: true,
      description: 'Bars in a row when for_bars is not given; null for events, which do not last.',
    }),
    windowBars: t.exposeInt('windowBars', { description: 'Bars of the window when window_bars is not given.' }),
    rule: t.exposeString('rule', { description: 'The exact rule.' }),
  }),
})

function operandsOf(row: PatternRow): PatternOperand[] {
  const sides: readonly PatternOperand[] = [
    { operand: 'a', takes: row.a, default: row.aDefault },
    { operand: 'b', takes: row.b, default: row.bDefault === '' ? null : row.bDefault },
  ]
  return sides.filter(({ takes }) => takes.length > 0)
}

const OperandKeyEnum = enumType(
  enumeration(
    'OperandKey',
    'A line that technical signals name.',
    recordOf(
      OPERANDS.map(({ key }) => key),
      (key) => `${operandRow(key).description}.`,
    ),
  ),
)

const OperandType = builder.objectRef<OperandRow>('OperandField').implement({
  description: 'A line that technical signals name. A level or a range of levels is written as text as well.',
  fields: (t) => ({
    operand: t.expose('key', { type: OperandKeyEnum, description: 'Key.' }),
    family: t.exposeString('family', { description: 'Family it belongs to.' }),
    aliases: t.stringList({ description: 'Other names of it.', resolve: ({ aliases }) => [...aliases] }),
    description: t.exposeString('description', { description: 'What it is.' }),
    unit: t.exposeString('unit', { description: 'price, 0-100, 0-1 or fraction.' }),
    barsNeeded: t.exposeInt('barsNeeded', { description: 'Bars until its first value, in days.' }),
  }),
})

const ConceptFieldType = builder.objectRef<{ readonly concept: Concept }>('ConceptField').implement({
  description: 'A figure of the fundamental leg.',
  interfaces: [AboutConceptType],
})

const OptionPatternType = builder.objectRef<OptionPatternRow>('OptionPatternField').implement({
  description: 'A pattern of the options leg.',
  fields: (t) => ({
    pattern: t.expose('key', { type: OptionPatternEnum, description: 'Key.' }),
    label: t.exposeString('label', { description: 'Name in words.' }),
    description: t.string({ description: 'What it says.', resolve: ({ key }) => OPTION_PATTERN.values[key] }),
    rule: t.exposeString('rule', { description: 'The exact rule.' }),
  }),
})

/** Everything that the legs of a screen can name. */
type ScreenFields = Readonly<Record<'patterns' | 'operands' | 'concepts' | 'options', true>>
const ALL: ScreenFields = { patterns: true, operands: true, concepts: true, options: true }

const ScreenFieldsType = builder.objectRef<ScreenFields>('ScreenFields').implement({
  description: 'Everything that the legs of a screen can name.',
  fields: (t) => ({
    patterns: t.field({
      type: [TechnicalPatternType],
      description: 'Patterns of the technical leg.',
      resolve: () => [...PATTERNS],
    }),
    operands: t.field({
      type: [OperandType],
      description: 'Lines that technical signals name.',
      resolve: () => [...OPERANDS],
    }),
    concepts: t.field({
      type: [ConceptFieldType],
      description: 'Figures of the fundamental leg.',
      resolve: () => CONCEPTS.map((concept) => ({ concept })),
    }),
    options: t.field({
      type: [OptionPatternType],
      description: 'Patterns of the options leg.',
      resolve: () => [...OPTION_PATTERN_ROWS],
    }),
  }),
})

builder.queryFields((t) => ({
  screenFields: t.metered({
    type: ScreenFieldsType,
    cost: 'screenFields',
    description: 'Patterns, operands, figures and options that a screen can name, with their rules and defaults. Free.',
    resolve: () => ALL,
  }),
}))

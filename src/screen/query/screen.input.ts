import { z } from 'zod'
import { choice, integer, listOf, object } from '../../core/input/rule.ts'
import { SORT_DIRECTION } from '../../core/input/sort-direction.pure.ts'
import { day, paging } from '../../core/input/span-rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { fundamentalCondition } from '../../financial/screen/condition.input.ts'
import { OPTION_PATTERN } from '../../option/option-pattern.pure.ts'
import { dividendLeg } from './dividend-leg.ts'
import { technicalStep } from './technical.input.ts'
import { universeInput } from './universe.input.ts'

/** Conditions that one leg takes; many more than anybody writes by hand. */
const CONDITIONS_MAX = 5_000
const STEPS_MAX = 1_000

const optionCondition = object('OptionConditionInput', 'A pattern that the options of a stock show.', {
  pattern: choice('The pattern.', OPTION_PATTERN, 'unknown_pattern'),
})

/** What a screen looks for: everything of a request but its page and its day. */
const definition = {
  universe: universeInput.optional(),
  timeframe: integer('Bars that technical signals look at: 1 = days, 2 = weeks, 3 = months.', {
    min: 1,
    max: 3,
  }).default(1),
  ta: listOf(technicalStep, STEPS_MAX, 'Technical steps, the earliest first.').optional(),
  fundamental: listOf(fundamentalCondition, CONDITIONS_MAX, 'Financial figures; all of them have to fit.').optional(),
  options: listOf(optionCondition, CONDITIONS_MAX, 'Patterns of the options; all of them have to show.').optional(),
  dividend: dividendLeg.optional(),
  sortBy: text('market_cap_usd, relevance (the latest signal first), or any financial concept.', 60).default(
    'market_cap_usd',
  ),
  sortDir: choice('Direction of the order; desc when it is not given.', SORT_DIRECTION).optional(),
}

const DEFINITION =
  'What a screen looks for: a stock has to fit the universe and every leg. One leg beside the dividend is needed.'

/** What a screen looks for, as it is saved. */
export const screenDefinition = object('ScreenInput', DEFINITION, definition)

/** A screen as it is asked for. */
export const screenInput = z.strictObject({
  ...definition,
  saved: text('Name of a saved screen to run; then only as_of and the page are given beside it.', 100).optional(),
  asOf: day('Day whose close is looked at; nothing later is seen. Today when it is not given.').optional(),
  ...paging(50),
})

/** What a screen looks for, as the rules leave it. */
export type ScreenDefinition = z.output<typeof screenDefinition>
/** A screen as the rules leave it. */
export type ScreenInput = z.output<typeof screenInput>

import { ASSET_TYPE } from '../../catalog/knowledge.pure.ts'
import { megatrendKey } from '../../catalog/taxonomy/megatrend.input.ts'
import { country, gicsCode } from '../../core/input/code-rule.ts'
import { choice, listOf, object } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'

const ENTRIES_MAX = 100
const TICKERS_MAX = 5_000

const universeEntry = object(
  'UniverseEntryInput',
  'Listings that fit all of its fields. Without type and tickers it speaks of stocks alone.',
  {
    country: listOf(country('Countries of the companies.'), 250, 'Countries of the companies.').optional(),
    gics: gicsCode('GICS code of 2, 4, 6 or 8 digits; what is below it is included.').optional(),
    exchange: listOf(text('Exchange code.', 20), 100, 'Codes of the exchanges, the suffix of tickers.').optional(),
    type: listOf(
      choice('Asset type.', ASSET_TYPE),
      20,
      'Asset types; stock when neither it nor tickers is given.',
    ).optional(),
    megatrend: megatrendKey('Megatrend, its subtree included.').optional(),
    tickers: listOf(text('Ticker or listing id.', 40), TICKERS_MAX, 'Tickers or listing ids.').optional(),
  },
)

/** The listings that a screen is over. */
export const universeInput = object(
  'UniverseInput',
  'The listings that a screen is over: those of any entry of include, without those of any entry of exclude.',
  {
    include: listOf(universeEntry, ENTRIES_MAX, 'What is in it; every stock when it is not given.').optional(),
    exclude: listOf(universeEntry, ENTRIES_MAX, 'What is not in it.').optional(),
  },
)

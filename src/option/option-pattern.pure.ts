import { enumeration } from '../core/input/enumeration.pure.ts'

/** What the options of a stock say of the expectations in it. */
export const OPTION_PATTERN = enumeration(
  'OptionPattern',
  'What the options of a stock say of the expectations in it.',
  {
    bullish_positioning: 'Positions lean towards a rise.',
    bearish_positioning: 'Positions lean towards a fall.',
    turning_bullish: 'The lean of the positions has turned towards a rise.',
    turning_bearish: 'The lean of the positions has turned towards a fall.',
    call_heavy: 'Calls outweigh puts.',
    put_heavy: 'Puts outweigh calls.',
    iv_cheap: 'Implied volatility is low against its own year.',
    iv_expensive: 'Implied volatility is high against its own year.',
    iv_rising: 'Implied volatility is rising.',
    iv_crush: 'Implied volatility has collapsed.',
    iv_below_realized: 'Implied volatility is below the realised one.',
    unusual_activity: 'Volume is unusually large.',
    unusual_calls: 'Volume of calls is unusually large.',
    unusual_puts: 'Volume of puts is unusually large.',
    fear_elevated: 'Protection against a fall is dear against its own year.',
    complacency: 'Protection against a fall is cheap against its own year.',
    fear_to_confidence:
      'Fear gives way: the percentile of the 25-delta skew was 0.80 or more within 10 sessions, is 0.50 or less and falling, and the positioning score rises.',
    confidence_to_fear: 'Confidence gives way to fear: the skew and the positioning score turn the other way.',
  },
)

/** A pattern of the options leg. */
export type OptionPattern = (typeof OPTION_PATTERN.tokens)[number]

import { builder } from '../../core/graphql/builder.ts'
import { keysOf } from '../../core/record.pure.ts'
import { type FigureKey, shownFigure } from '../history/figure.pure.ts'
import type { Sentiment } from './sentiment.ts'
import { figureOf } from './sentiment-figure.ts'

/** What options say of a span of time. */
interface Horizon {
  readonly sentiment: Sentiment
  readonly horizon: 'weekly' | '30d' | '90d'
}

const HORIZON_FIGURES = {
  weekly: { volatility: 'ivWeekly', skew: 'skewWeekly', days: null },
  '30d': { volatility: 'iv30', skew: 'skew30', days: 30 },
  '90d': { volatility: 'iv90', skew: 'skew90', days: 90 },
} as const satisfies Record<Horizon['horizon'], { volatility: FigureKey; skew: FigureKey; days: number | null }>

function daysOf({ sentiment, horizon }: Horizon): number | null {
  return HORIZON_FIGURES[horizon].days ?? figureOf(sentiment, 'weeklyDays')
}

/** The move in one standard deviation that the horizon's implied volatility stands for, as a fraction of the spot. */
function expectedMoveOf(horizon: Horizon): number | null {
  const days = daysOf(horizon)
  const volatility = figureOf(horizon.sentiment, HORIZON_FIGURES[horizon.horizon].volatility)
  return days === null || volatility === null ? null : shownFigure(volatility * Math.sqrt(days / 365))
}

/** What options expect of a span of time. */
export const HorizonType = builder.objectRef<Horizon>('OptionHorizon').implement({
  description: 'What options expect of a span of time.',
  fields: (t) => ({
    horizon: t.exposeString('horizon', {
      description: 'weekly = the next expiry within two weeks; 30d and 90d are interpolated between expiries.',
    }),
    days: t.int({ nullable: true, description: 'Days to its end.', resolve: daysOf }),
    atmIv: t.float({
      nullable: true,
      description: 'Implied volatility at the money, as an annual fraction.',
      resolve: ({ sentiment, horizon }) => figureOf(sentiment, HORIZON_FIGURES[horizon].volatility),
    }),
    skew: t.float({
      nullable: true,
      description: 'Implied volatility of the 25-delta put less that of the 25-delta call.',
      resolve: ({ sentiment, horizon }) => figureOf(sentiment, HORIZON_FIGURES[horizon].skew),
    }),
    expectedMove: t.float({
      nullable: true,
      description: 'One standard deviation of the price until then, as a fraction of it.',
      resolve: expectedMoveOf,
    }),
  }),
})

/** The spans that a sentiment tells of; none where its options are not covered. */
export function horizonsOf(sentiment: Sentiment): Horizon[] {
  return sentiment.session ? keysOf(HORIZON_FIGURES).map((horizon) => ({ sentiment, horizon })) : []
}

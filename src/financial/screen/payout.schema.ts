import { builder } from '../../core/graphql/builder.ts'
import { DividendType } from '../../market/dividend/dividend.schema.ts'
import { conceptOf } from '../concept/concept.source.ts'
import { showFigure } from './show-figure.ts'

const PAYOUT = conceptOf('dividend_payout')

builder.objectField(DividendType, 'payoutRatio', (t) =>
  t.float({
    nullable: true,
    description:
      'Dividends paid in the last twelve months as a fraction of the earnings, by the statements; null when the earnings are not above zero or not known.',
    resolve: ({ listing }, _, context) => showFigure(listing, PAYOUT, context),
  }),
)

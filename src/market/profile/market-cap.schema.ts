import { AboutListingType, StockType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { showMarketCapUsd } from './market-cap.ts'

const DESCRIPTION =
  'Market capitalisation in US dollars: shares outstanding at the latest close and exchange rate; where one of them is unknown, a figure of two significant digits.'

builder.objectFields(StockType, (t) => ({
  marketCapUsd: t.float({
    nullable: true,
    description: DESCRIPTION,
    resolve: (listing, _, context) => showMarketCapUsd(listing, context),
  }),
}))

builder.interfaceFields(AboutListingType, (t) => ({
  marketCapUsd: t.float({
    nullable: true,
    description: DESCRIPTION,
    resolve: ({ listing }, _, context) => showMarketCapUsd(listing, context),
  }),
}))

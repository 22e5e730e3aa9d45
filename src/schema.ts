import { builder } from './core/builder.ts'
import './account/account.schema.ts'
import './brief/brief.schema.ts'
import './brief/megatrend-summary.schema.ts'
import './enrichment/enrichment.schema.ts'
import './listing/listing.schema.ts'
import './listing/resolve.schema.ts'
import './megatrend/megatrend.schema.ts'
import './news/article.schema.ts'
import './news/news.schema.ts'

/** The one model every way in executes. */
export const schema = builder.toSchema()

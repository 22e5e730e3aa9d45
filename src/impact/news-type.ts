import { enumeration } from '../core/input/enumeration.pure.ts'
import { recordOf } from '../core/record.pure.ts'
import { NEWS_TYPES } from '../enrichment/classify/news-type.pure.ts'
import { newsTypes } from './lexicon/news-type.source.ts'

const DESCRIPTIONS = new Map(newsTypes.map(({ type, description }) => [type, description]))

/** The categories of news. */
export const NEWS_TYPE = enumeration(
  'NewsType',
  'Category of news.',
  recordOf(NEWS_TYPES, (type) => DESCRIPTIONS.get(type) ?? type),
)

import { builder } from '../core/builder.ts'
import { type Page, PageInfoFields } from '../core/page.ts'
import { newsTypes } from './news-type.source.ts'

const NewsTypeType = builder.objectRef<{ type: string; label: string; description: string }>('NewsType').implement({
  description: 'A category of news.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Token used by filters and rows.' }),
    label: t.exposeString('label', { description: 'Name for people.' }),
    description: t.exposeString('description', { description: 'What belongs here.' }),
  }),
})

const NewsTypePage = builder
  .objectRef<Page<{ type: string; label: string; description: string }>>('NewsTypePage')
  .implement({
    description: 'All categories of news.',
    interfaces: [PageInfoFields],
    isTypeOf: () => true,
    fields: (t) => ({
      types: t.field({ type: [NewsTypeType], description: 'The categories.', resolve: (page) => [...page.rows] }),
    }),
  })

builder.queryField('newsTypes', (t) =>
  t.field({
    type: NewsTypePage,
    nullable: true,
    description: 'The categories of news.',
    resolve: () => ({ rows: newsTypes, total: newsTypes.length, limit: newsTypes.length, offset: 0, all: true }),
  }),
)

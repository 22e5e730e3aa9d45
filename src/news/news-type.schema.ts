import { builder } from '../core/graphql/builder.ts'
import { pageType } from '../core/graphql/page.ts'
import { type Page, wholePage } from '../core/input/paging.pure.ts'
import { NewsTypeEnum } from '../impact/enrichment.schema.ts'
import { newsTypes } from '../impact/lexicon/news-type.source.ts'

type NewsCategory = (typeof newsTypes)[number]

const NewsCategoryType = builder.objectRef<NewsCategory>('NewsCategory').implement({
  description: 'A category of news.',
  fields: (t) => ({
    type: t.expose('type', { type: NewsTypeEnum, description: 'Token used by filters and rows.' }),
    label: t.exposeString('label', { description: 'Name of the category.' }),
    description: t.exposeString('description', { description: 'What belongs to the category.' }),
  }),
})

const NewsCategoryPageType = pageType<Page<NewsCategory>>('NewsCategoryPage', {
  description: 'All categories of news.',
  of: NewsCategoryType,
})

builder.queryFields((t) => ({
  newsTypes: t.metered({
    type: NewsCategoryPageType,
    cost: 'newsTypes',
    description: 'The categories of news. Free.',
    resolve: () => wholePage(newsTypes),
  }),
}))

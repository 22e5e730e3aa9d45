import DataLoader from 'dataloader'
import type { Context } from '../../core/graphql/context.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { markOfOutlet } from '../demo-mark.ts'
import { stockFeeds } from './feed.store.ts'
import type { FeedSelection } from './feed-filter.store.ts'
import type { FeedRow } from './feed-row.store.ts'
import { type FeedSpan, type PlacedFeedRow, stockFeedSlices } from './feed-slice.store.ts'
import type { FeedFilter } from './news.input.ts'
import {
  type ArticleRow,
  articleRows,
  articlesOfStories,
  type ImpactRow,
  type ImpactSpan,
  impactsOfArticles,
  impactsOfListings,
  type StoryRow,
  storyRows,
  trendsOfArticles,
} from './news.store.ts'

/** One loader per kind of look-up and request; the look-ups of one turn of the event loop share a statement. */
interface NewsLoaders {
  readonly article: DataLoader<number, ArticleRow | null>
  readonly story: DataLoader<number, StoryRow | null>
  readonly articlesOfStory: DataLoader<number, readonly ArticleRow[]>
  readonly impactsOfArticle: DataLoader<number, readonly ImpactRow[]>
  readonly trendsOfArticle: DataLoader<number, readonly number[]>
  readonly stockFeed: DataLoader<{ listingId: number; filter: FeedFilter }, Page<FeedRow>, string>
  readonly stockFeedSlice: DataLoader<
    { listingId: number; filter: FeedSelection; span: FeedSpan },
    readonly PlacedFeedRow[],
    string
  >
  readonly impactsOfListing: DataLoader<{ listingId: number } & ImpactSpan, readonly ImpactRow[], string>
}

const loaders = new WeakMap<Context, NewsLoaders>()

/** The news loaders of this request. */
export function newsLoaders(context: Context): NewsLoaders {
  const present = loaders.get(context)
  if (present) return present
  const { afterTurns: batchScheduleFn } = context.budget
  const fresh: NewsLoaders = {
    article: keyed(
      async (ids: readonly number[]) => {
        const rows = await articleRows(ids)
        markArticles(rows, context)
        return new Map(rows.map((row) => [row.id, row]))
      },
      null,
      batchScheduleFn,
    ),
    story: keyed(
      async (ids: readonly number[]) => new Map((await storyRows(ids)).map((row) => [row.id, row])),
      null,
      batchScheduleFn,
    ),
    articlesOfStory: keyed(
      async (ids: readonly number[]) => {
        const rows = await articlesOfStories(ids)
        markArticles(rows, context)
        return Map.groupBy(rows, (row) => row.storyId)
      },
      [],
      batchScheduleFn,
    ),
    impactsOfArticle: keyed(
      async (ids: readonly number[]) => Map.groupBy(await impactsOfArticles(ids), (row) => row.articleId),
      [],
      batchScheduleFn,
    ),
    trendsOfArticle: keyed(trendsOfArticles, [], batchScheduleFn),
    stockFeed: new DataLoader(
      async (asked) =>
        byGroup(
          asked,
          ({ filter }) => filter,
          (group, filter) =>
            stockFeeds(
              group.map((one) => one.listingId),
              filter,
            ),
        ),
      {
        cacheKeyFn: (key) => JSON.stringify(key),
        batchScheduleFn,
      },
    ),
    stockFeedSlice: new DataLoader(
      async (asked) =>
        byGroup(
          asked,
          ({ filter, span }) => ({ filter, span }),
          (group, { filter, span }) =>
            stockFeedSlices(
              group.map((one) => one.listingId),
              filter,
              span,
            ),
        ),
      { cacheKeyFn: (key) => JSON.stringify(key), batchScheduleFn },
    ),
    impactsOfListing: new DataLoader(
      async (asked) =>
        byGroup(
          asked,
          ({ listingId: _, ...span }): ImpactSpan => span,
          async (group, span) => {
            const rows = Map.groupBy(
              await impactsOfListings(
                group.map((one) => one.listingId),
                span,
              ),
              (row) => row.listingId,
            )
            return group.map(({ listingId }) => rows.get(listingId) ?? [])
          },
        ),
      { cacheKeyFn: (key) => JSON.stringify(key), batchScheduleFn },
    ),
  }
  loaders.set(context, fresh)
  return fresh
}

/** Marks the answer where articles of invented outlets go into it. */
function markArticles(rows: readonly ArticleRow[], { dataSets }: Context): void {
  for (const { source } of rows) if (markOfOutlet(source)) dataSets.add('demo')
}

/** A loader over a look-up that returns a map; ids it leaves out get `absent`. */
function keyed<Value>(
  load: (ids: readonly number[]) => Promise<Map<number, Value>>,
  absent: Value,
  batchScheduleFn: (batch: () => void) => void,
): DataLoader<number, Value> {
  return new DataLoader(
    async (ids) => {
      const found = await load(ids)
      return ids.map((id) => found.get(id) ?? absent)
    },
    { batchScheduleFn },
  )
}

/** Loads keys with the same arguments together, and returns the results in the order of the keys. */
async function byGroup<Asked, Arguments, Answer>(
  asked: readonly Asked[],
  argumentsOf: (one: Asked) => Arguments,
  serve: (group: readonly Asked[], shared: Arguments) => Promise<readonly Answer[]>,
): Promise<(Answer | Error)[]> {
  const answers: (Answer | Error)[] = asked.map(() => new Error('A look-up came back without its answer.'))
  const groups = Map.groupBy(
    asked.map((one, index) => ({ one, index })),
    ({ one }) => JSON.stringify(argumentsOf(one)),
  )
  await Promise.all(
    groups.values().map(async (group) => {
      const [first] = group
      if (!first) return
      const served = await serve(
        group.map(({ one }) => one),
        argumentsOf(first.one),
      )
      group.forEach(({ index }, position) => {
        const answer = served[position]
        if (answer !== undefined) answers[index] = answer
      })
    }),
  )
  return answers
}

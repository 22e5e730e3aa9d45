import { createHash } from 'node:crypto'
import pMap from 'p-map'
import type pg from 'pg'
import { inTransaction } from '../../core/database/db.ts'
import {
  type IngestSummary,
  newSummary,
  type OnProgress,
  type Rejection,
  reject,
} from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Reading } from '../../enrichment/enrich.pure.ts'
import type { StorySignature } from '../../enrichment/story/signature.pure.ts'
import { encodeSignature } from '../../enrichment/story/signature-codec.pure.ts'
import type { ArticleText } from '../../enrichment/vocabulary/verdict.pure.ts'
import type { Refiner, ScoredEnrichment } from '../../impact/scorer.pure.ts'
import {
  analyzeNews,
  announceNews,
  asOnlyWriter,
  deleteArticles,
  insertArticles,
  lastStoryId,
  type NewArticle,
  recountStories,
  reserveIds,
  type StoredArticle,
  storedArticles,
  vacuumNews,
} from '../story/article.store.ts'
import { KnownStories } from '../story/known-stories.ts'
import { articleJobId } from './article-identity.pure.ts'
import type { NewsItem } from './feed-item.source.ts'

/** What ingest needs besides the items. */
export interface IngestTools {
  /** Judges an article by the rules and makes its story's signature. */
  readonly read: (article: ArticleText) => Reading
  /** Refines the reading of what is new or changed; null or absent = no model is asked. */
  readonly refiner?: Refiner | null
  readonly clock: Clock
  /** Called with the progress after every batch. */
  readonly onProgress?: OnProgress
}

const BATCH = 500
/** With a model a batch takes seconds: smaller ones, so that news appears as it is read. */
const BATCH_REFINED = 50
/** Articles after which the tables are vacuumed at once. */
const VACUUM_FROM = 1_000
/** Until that vacuum, statistics are refreshed whenever an ingest has grown by this factor. */
const ANALYZE_FACTOR = 3

/**
 * Ingests news: enriches, groups into stories, stores. The same article twice changes nothing; a changed one is read anew. Each batch of
 * 500 appears at once or not at all, and while one is written the next is enriched.
 */
export async function ingestNews(
  source: string,
  news: AsyncIterable<NewsItem | Rejection>,
  tools: IngestTools,
): Promise<IngestSummary> {
  const begun = tools.clock.now()
  const summary = newSummary(source)
  const stories = new KnownStories()
  let writing: Promise<void> = Promise.resolve()
  let batch: Draft[] = []
  let analyzeFrom = VACUUM_FROM
  const flush = async () => {
    const read = batch
    batch = []
    if (read.length === 0) return
    const drafts = tools.refiner ? await refined(read, tools.refiner) : read
    await writing
    writing = asOnlyWriter((client) => store(client, drafts, stories, tools, summary)).then(async () => {
      tools.onProgress?.(summary)
      if (summary.inserted + summary.updated < analyzeFrom) return
      // Readers of a load under way, or of one that was broken off, would be served by plans for empty tables.
      analyzeFrom = (summary.inserted + summary.updated) * ANALYZE_FACTOR
      await analyzeNews()
    })
    // Awaited at the next flush; until then a failure must not count as unhandled.
    writing.catch(() => {})
  }
  const batchLength = tools.refiner ? BATCH_REFINED : BATCH
  for await (const item of news) {
    if ('reason' in item) {
      reject(summary, [item])
      continue
    }
    summary.read++
    batch.push(draftOf(item, tools))
    if (batch.length >= batchLength) await flush()
  }
  await flush()
  await writing
  // Autovacuum may take a minute; until then queries on the new rows lack statistics and read whole tables.
  if (summary.inserted + summary.updated >= VACUUM_FROM) await vacuumNews()
  summary.elapsed_ms = tools.clock.now() - begun
  return summary
}

/** An article as read, with the digest that tells whether it has changed. */
interface Draft {
  readonly jobId: string
  readonly digest: Buffer
  readonly item: NewsItem
  readonly enrichment: ScoredEnrichment
  readonly signature: StorySignature
}

function draftOf(item: NewsItem, { read }: IngestTools): Draft {
  const { title, text, source, url, lang, briefText, published } = item
  const facts = JSON.stringify([title, text, source, url, lang, briefText, published])
  // Read here, so that it runs while the database writes the previous batch.
  const { enrichment, signature } = read({ title, text: text ?? undefined })
  const digest = createHash('sha256').update(facts).digest()
  return { jobId: articleJobId(item.identity), digest, item, enrichment, signature }
}

/** The drafts with a model's view of those that are new or changed; it is asked before the writer's lock is taken, not under it. */
async function refined(drafts: readonly Draft[], { refine, atOnce }: Refiner): Promise<Draft[]> {
  const latest = new Map(drafts.map((draft) => [draft.jobId, draft]))
  const stored = await inTransaction((client) => storedArticles(client, [...latest.keys()]))
  return pMap(
    drafts,
    async (draft) => {
      const known = latest.get(draft.jobId) !== draft || stored.get(draft.jobId)?.digest.equals(draft.digest)
      if (known) return draft
      const article = { title: draft.item.title, text: draft.item.text ?? undefined }
      return { ...draft, enrichment: await refine(article, draft.enrichment) }
    },
    { concurrency: atOnce },
  )
}

async function store(
  client: pg.PoolClient,
  read: readonly Draft[],
  stories: KnownStories,
  tools: IngestTools,
  summary: IngestSummary,
): Promise<void> {
  // Of an article that comes twice in a batch the later one counts.
  const drafts = [...new Map(read.map((draft) => [draft.jobId, draft])).values()]
  const stored = await storedArticles(
    client,
    drafts.map((draft) => draft.jobId),
  )
  const changed = drafts.filter((draft) => !stored.get(draft.jobId)?.digest.equals(draft.digest))
  const fresh = changed.filter((draft) => !stored.has(draft.jobId)).length
  if (changed.length > 0) await write(client, changed, stored, stories, tools)
  summary.inserted += fresh
  summary.updated += changed.length - fresh
  summary.skipped += read.length - changed.length
}

async function write(
  client: pg.PoolClient,
  drafts: readonly Draft[],
  stored: ReadonlyMap<string, StoredArticle>,
  stories: KnownStories,
  { clock }: IngestTools,
): Promise<void> {
  const replaced = drafts.flatMap((draft) => stored.get(draft.jobId) ?? [])
  await deleteArticles(
    client,
    replaced.map((article) => article.id),
  )
  const now = new Date(clock.now())
  const placed = drafts
    .map((draft) => ({ draft, published: draft.item.published ?? stored.get(draft.jobId)?.published ?? now }))
    .sort((a, b) => a.published.getTime() - b.published.getTime())
  await stories.learn(client, placed[0]?.published.getTime() ?? 0, placed.at(-1)?.published.getTime() ?? 0)
  const articleIds = await reserveIds(client, 'article', drafts.length - replaced.length)
  const storyIds = await reserveIds(client, 'story', drafts.length)
  const joined = new Set(replaced.map((article) => article.storyId))
  const articles = placed.map(({ draft, published }): NewArticle => {
    const { item, signature } = draft
    const { briefTexts: translations, ...enrichment } = draft.enrichment
    const known = stories.match(signature, published.getTime())
    const storyId = known ?? take(storyIds)
    stories.add(storyId, signature, published.getTime())
    if (known !== null) joined.add(known)
    const { und, ...briefTexts } = item.briefText ?? {}
    const own = und ?? (item.lang ? briefTexts[item.lang] : undefined) ?? briefTexts['en']
    return {
      jobId: draft.jobId,
      digest: draft.digest,
      title: item.title,
      published,
      source: item.source,
      url: item.url,
      lang: item.lang,
      text: item.text,
      // An outlet's own brief takes precedence over a translation of the model's.
      briefTexts: { ...translations, ...briefTexts },
      modelBriefLangs: Object.keys(translations ?? {}).filter((lang) => !Object.hasOwn(briefTexts, lang)),
      enrichment: own ? { ...enrichment, briefText: own, briefSource: 'feed' } : enrichment,
      id: stored.get(draft.jobId)?.id ?? take(articleIds),
      storyId,
      signature: known === null ? encodeSignature(signature) : null,
    }
  })
  await insertArticles(client, articles)
  stories.forget(await recountStories(client, [...joined]))
  stories.saw(await lastStoryId(client))
  await announceNews(client)
}

function take(ids: number[]): number {
  const id = ids.pop()
  if (id === undefined) throw new Error('Fewer ids were reserved than are needed.')
  return id
}

import type pg from 'pg'
import {
  type IngestSummary,
  newSummary,
  type OnProgress,
  type Rejection,
  reject,
} from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import { encodeSignature } from '../../enrichment/story/signature-codec.pure.ts'
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
import { type Draft, type DraftTools, draftOf, type ReadDraft, readChanged } from './article-draft.ts'
import type { NewsItem } from './feed-item.source.ts'

/** What ingest needs besides the items. */
export interface IngestTools extends DraftTools {
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
 * 500 appears at once or not at all, and while one is written the next is read.
 */
export async function ingestNews(
  source: string,
  news: AsyncIterable<NewsItem | Rejection>,
  tools: IngestTools,
): Promise<IngestSummary> {
  const begun = tools.clock.now()
  const summary = newSummary(source)
  const stories = new KnownStories()
  let batch: Draft[] = []
  let analyzeFrom = VACUUM_FROM
  let handedOver: Promise<unknown> = Promise.resolve()
  let written: Promise<unknown> = Promise.resolve()
  const underWay = new Set<readonly Draft[]>()
  const writeBatch = async (drafts: readonly Draft[], changed: readonly ReadDraft[]) => {
    const { inserted, updated } = await store(changed, stories, tools)
    underWay.delete(drafts)
    summary.inserted += inserted
    summary.updated += updated
    summary.skipped += drafts.length - inserted - updated
    tools.onProgress?.(summary)
    if (summary.inserted + summary.updated < analyzeFrom) return
    // Readers of a load under way, or of one that was broken off, would be served by plans for empty tables.
    analyzeFrom = (summary.inserted + summary.updated) * ANALYZE_FACTOR
    await analyzeNews()
  }
  const flush = async () => {
    const drafts = batch
    batch = []
    const ahead = new Set([...underWay].flat().map(({ jobId }) => jobId))
    underWay.add(drafts)
    // A model is asked about one batch at a time: it says how much it can do at once.
    if (tools.refiner) await handedOver
    const reading = awaitedLater(readChanged(drafts, ahead, tools))
    await handedOver
    handedOver = awaitedLater(
      reading.then(async (changed) => {
        await written
        written = awaitedLater(writeBatch(drafts, changed))
      }),
    )
  }
  const batchLength = tools.refiner ? BATCH_REFINED : BATCH
  try {
    for await (const item of news) {
      if ('reason' in item) {
        reject(summary, [item])
        continue
      }
      summary.read++
      batch.push(draftOf(item))
      if (batch.length >= batchLength) await flush()
    }
    if (batch.length > 0) await flush()
    await handedOver
    await written
  } finally {
    // One that breaks off has ended: no batch appears after it.
    await Promise.allSettled([handedOver])
    await Promise.allSettled([written])
  }
  // Autovacuum may take a minute; until then queries on the new rows lack statistics and read whole tables.
  if (summary.inserted + summary.updated >= VACUUM_FROM) await vacuumNews()
  summary.elapsed_ms = tools.clock.now() - begun
  return summary
}

/** The same promise, whose failure does not count as unhandled until it is awaited. */
function awaitedLater<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}

/** Stores drafts, all or none; those that somebody else stored meanwhile are left as they are. */
async function store(
  read: readonly ReadDraft[],
  stories: KnownStories,
  tools: IngestTools,
): Promise<{ inserted: number; updated: number }> {
  if (read.length === 0) return { inserted: 0, updated: 0 }
  return asOnlyWriter(async (client) => {
    const stored = await storedArticles(
      read.map((draft) => draft.jobId),
      client,
    )
    const changed = read.filter((draft) => !stored.get(draft.jobId)?.digest.equals(draft.digest))
    const inserted = changed.filter((draft) => !stored.has(draft.jobId)).length
    if (changed.length > 0) await write(client, changed, stored, stories, tools)
    return { inserted, updated: changed.length - inserted }
  })
}

async function write(
  client: pg.PoolClient,
  drafts: readonly ReadDraft[],
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

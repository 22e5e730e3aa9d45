import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Clock } from '../core/clock.ts'
import { inTransaction } from '../core/db.ts'
import { inOrder } from '../core/in-order.ts'
import type { Enricher } from '../enrichment/enrich.math.ts'
import type { BoundedScorer, ScoredEnrichment } from '../enrichment/scorer.math.ts'
import { STORY_WINDOW_MS, StoryIndex } from '../enrichment/story.math.ts'
import { decodeSignature, encodeSignature } from '../enrichment/story-bytes.math.ts'
import type { StorySigner } from '../enrichment/story-signature.math.ts'
import {
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
  storiesBetween,
} from './article.store.ts'
import { articleJobId } from './article-identity.math.ts'
import type { NewsItem, Rejection } from './feed-item.source.ts'

/** What an ingest did; `rejected` says line and reason. */
export interface IngestSummary {
  source: string
  read: number
  inserted: number
  updated: number
  skipped: number
  rejected: Rejection[]
  rejected_count: number
  elapsed_ms: number
}

/** What ingest needs besides the news. */
export interface IngestTools {
  readonly enrich: Enricher
  /** Scores what is new or changed in place of `enrich`; null or absent = no model is asked. */
  readonly scorer?: BoundedScorer | null
  readonly sign: StorySigner
  readonly clock: Clock
  /** Hears of progress after every batch. */
  readonly onProgress?: (summary: Readonly<IngestSummary>) => void
}

const BATCH = 500
/** With a model a batch takes seconds to score: smaller ones, so that news appears as it is read. */
const BATCH_SCORED = 50
/** Rejections a summary spells out; more are only counted, so that memory does not grow with a bad file. */
const REJECTIONS_SHOWN = 1_000

/**
 * Takes news in: enriches, finds stories, stores. The same article twice changes nothing; a changed one is read anew. Each batch of
 * 500 appears at once or not at all, and while one is written the next is enriched.
 */
export async function ingestNews(
  source: string,
  news: AsyncIterable<NewsItem | Rejection>,
  tools: IngestTools,
): Promise<IngestSummary> {
  const begun = tools.clock.now()
  const summary: IngestSummary = {
    source,
    read: 0,
    inserted: 0,
    updated: 0,
    skipped: 0,
    rejected: [],
    rejected_count: 0,
    elapsed_ms: 0,
  }
  const stories = new KnownStories()
  let writing: Promise<void> = Promise.resolve()
  let batch: Draft[] = []
  const flush = async () => {
    const read = batch
    batch = []
    if (read.length === 0) return
    const drafts = tools.scorer ? await scored(read, tools.scorer) : read
    await writing
    writing = asOnlyWriter((client) => store(client, drafts, stories, tools, summary)).then(() =>
      tools.onProgress?.(summary),
    )
    // Heard of at the next flush; until then it must not count as unhandled.
    writing.catch(() => {})
  }
  const batchLength = tools.scorer ? BATCH_SCORED : BATCH
  for await (const item of news) {
    if ('reason' in item) {
      summary.rejected_count++
      if (summary.rejected.length < REJECTIONS_SHOWN) summary.rejected.push(item)
      continue
    }
    summary.read++
    batch.push(draftOf(item, tools))
    if (batch.length >= batchLength) await flush()
  }
  await flush()
  await writing
  summary.elapsed_ms = tools.clock.now() - begun
  return summary
}

/** An article as read, with the digest that tells whether it has changed. */
interface Draft {
  readonly jobId: string
  readonly digest: Buffer
  readonly item: NewsItem
  readonly enrichment: () => ScoredEnrichment
}

function draftOf(item: NewsItem, { enrich, scorer }: IngestTools): Draft {
  const { title, text, source, url, lang, briefText, published } = item
  const facts = JSON.stringify([title, text, source, url, lang, briefText, published])
  const enriched = () => enrich({ title, text: text ?? undefined })
  // Enriched here already, so that it runs while the database writes the batch before.
  const enrichment = scorer ? null : enriched()
  return {
    jobId: articleJobId(item.identity),
    digest: createHash('sha256').update(facts).digest(),
    item,
    enrichment: () => enrichment ?? enriched(),
  }
}

/** The drafts with a model's view of those that are new or changed; it is asked before the writer's lock is taken, not under it. */
async function scored(drafts: readonly Draft[], { score, atOnce }: BoundedScorer): Promise<Draft[]> {
  const latest = new Map(drafts.map((draft) => [draft.jobId, draft]))
  const stored = await inTransaction((client) => storedArticles(client, [...latest.keys()]))
  return Array.fromAsync(
    inOrder(drafts, atOnce, async (draft) => {
      const known = latest.get(draft.jobId) !== draft || stored.get(draft.jobId)?.digest.equals(draft.digest)
      if (known) return draft
      const enrichment = await score({ title: draft.item.title, text: draft.item.text ?? undefined })
      return { ...draft, enrichment: () => enrichment }
    }),
  )
}

async function store(
  client: pg.PoolClient,
  read: readonly Draft[],
  stories: KnownStories,
  tools: IngestTools,
  summary: IngestSummary,
): Promise<void> {
  // Of one article twice in a batch the later reading counts.
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
  { sign, clock }: IngestTools,
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
    const { item } = draft
    const { briefTexts: translations, ...enrichment } = draft.enrichment()
    const named = enrichment.impacts.filter((impact) => impact.tagged).map((impact) => impact.assetId)
    const signature = sign(item.title, item.text ?? undefined, named)
    const known = stories.index.match(signature, published.getTime())
    const storyId = known ?? take(storyIds)
    stories.index.add(storyId, signature, published.getTime())
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
      // A translation is one of the model's brief: an outlet's own words go before it.
      briefTexts: { ...translations, ...briefTexts },
      enrichment: own ? { ...enrichment, briefText: own } : enrichment,
      id: stored.get(draft.jobId)?.id ?? take(articleIds),
      storyId,
      signature: known === null ? encodeSignature(signature) : null,
    }
  })
  await insertArticles(client, articles)
  await recountStories(client, [...joined])
  stories.saw(await lastStoryId(client))
  await announceNews(client)
}

function take(ids: number[]): number {
  const id = ids.pop()
  if (id === undefined) throw new Error('Fewer ids were reserved than are needed.')
  return id
}

/** The stories near the articles at hand: read from the database as the span of publication moves, forgotten behind it. */
class KnownStories {
  index = new StoryIndex()
  #fromMs = Number.POSITIVE_INFINITY
  #toMs = Number.NEGATIVE_INFINITY
  #lastId = 0

  /** Makes sure that every story within the window around these articles is known. */
  async learn(client: pg.PoolClient, firstMs: number, lastMs: number): Promise<void> {
    const fromMs = firstMs - STORY_WINDOW_MS
    const toMs = lastMs + STORY_WINDOW_MS
    const covered = fromMs >= this.#fromMs && fromMs <= this.#toMs
    if (!covered) {
      // A jump back, or ahead over a gap: begin again around these articles.
      this.index = new StoryIndex()
      this.#lastId = 0
      this.#toMs = toMs
      await this.#read(client, fromMs, toMs, 0)
    } else {
      this.index.evictBefore(fromMs)
      await this.#read(client, fromMs, this.#toMs, this.#lastId)
      if (toMs > this.#toMs) await this.#read(client, this.#toMs + 1, toMs, 0)
      this.#toMs = Math.max(this.#toMs, toMs)
    }
    this.#fromMs = fromMs
  }

  /** Stories up to this one are known. */
  saw(storyId: number): void {
    this.#lastId = Math.max(this.#lastId, storyId)
  }

  async #read(client: pg.PoolClient, fromMs: number, toMs: number, afterId: number): Promise<void> {
    for (const story of await storiesBetween(client, fromMs, toMs, afterId)) {
      const signature = decodeSignature(story.signature)
      if (signature) this.index.add(story.id, signature, story.firstPublished.getTime())
      this.saw(story.id)
    }
  }
}

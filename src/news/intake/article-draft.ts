import { createHash } from 'node:crypto'
import pMap from 'p-map'
import type { StorySignature } from '../../enrichment/story/signature.pure.ts'
import type { ArticleReader } from '../../impact/article-reader.ts'
import type { Refiner, ScoredEnrichment } from '../../impact/scorer.pure.ts'
import { storedArticles } from '../story/article.store.ts'
import { articleJobId } from './article-identity.pure.ts'
import type { NewsItem } from './feed-item.source.ts'

/** An article to be stored, with the digest that tells whether it has changed. */
export interface Draft {
  readonly jobId: string
  readonly digest: Buffer
  readonly item: NewsItem
}

/** A draft that was read. */
export interface ReadDraft extends Draft {
  readonly enrichment: ScoredEnrichment
  readonly signature: StorySignature
}

/** The draft of an article. */
export function draftOf(item: NewsItem): Draft {
  const { title, text, source, url, lang, briefText, published } = item
  const facts = JSON.stringify([title, text, source, url, lang, briefText, published])
  return { jobId: articleJobId(item.identity), digest: createHash('sha256').update(facts).digest(), item }
}

/** What reads drafts. */
export interface DraftTools {
  readonly reader: ArticleReader
  /** Refines the reading of what is new or changed; null or absent = no model is asked. */
  readonly refiner?: Refiner | null
}

/**
 * Reads those drafts that are new or changed; the others are left out. Of an article that comes twice the later one counts. What is
 * stored now says nothing of articles that are `ahead` of these on their way there, so they are read again.
 */
export async function readChanged(
  drafts: readonly Draft[],
  ahead: ReadonlySet<string>,
  { reader, refiner = null }: DraftTools,
): Promise<ReadDraft[]> {
  const latest = new Map(drafts.map((draft) => [draft.jobId, draft]))
  const stored = await storedArticles([...latest.keys()])
  const changed = [...latest.values()].filter(
    ({ jobId, digest }) => ahead.has(jobId) || !stored.get(jobId)?.digest.equals(digest),
  )
  const texts = changed.map(({ item: { title, text } }) => ({ title, text: text ?? undefined }))
  const readings = await reader.read(texts)
  const read = changed.map((draft, i): ReadDraft => {
    const reading = readings[i]
    if (reading === undefined) throw new Error(`The reader left out "${draft.item.title}".`)
    return { ...draft, ...reading }
  })
  if (refiner === null) return read
  return pMap(
    read,
    async (draft) => ({
      ...draft,
      enrichment: await refiner.refine(
        { title: draft.item.title, text: draft.item.text ?? undefined },
        draft.enrichment,
      ),
    }),
    { concurrency: refiner.atOnce },
  )
}

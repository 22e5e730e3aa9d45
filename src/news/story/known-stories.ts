import type pg from 'pg'
import type { StorySignature } from '../../enrichment/story/signature.pure.ts'
import { decodeSignature } from '../../enrichment/story/signature-codec.pure.ts'
import { STORY_WINDOW_MS, StoryIndex } from '../../enrichment/story/story-index.pure.ts'
import { storiesBetween } from './article.store.ts'

/** The stories near the articles at hand: read from the database as the span of publication moves, forgotten behind it. */
export class KnownStories {
  #index = new StoryIndex()
  readonly #gone = new Set<number>()
  #fromMs = Number.POSITIVE_INFINITY
  #toMs = Number.NEGATIVE_INFINITY
  #lastId = 0

  /** The story an article belongs to; null when it opens one. */
  match(signature: StorySignature, publishedMs: number): number | null {
    return this.#index.match(signature, publishedMs, this.#gone)
  }

  /** Remembers an article as one telling of a story. */
  add(storyId: number, signature: StorySignature, publishedMs: number): void {
    this.#index.add(storyId, signature, publishedMs)
  }

  /** Stories that ended, because their last article moved to another one, are joined no more. */
  forget(storyIds: readonly number[]): void {
    for (const id of storyIds) this.#gone.add(id)
  }

  /** Makes sure that every story within the window around these articles is known. */
  async learn(client: pg.PoolClient, firstMs: number, lastMs: number): Promise<void> {
    const fromMs = firstMs - STORY_WINDOW_MS
    const toMs = lastMs + STORY_WINDOW_MS
    const covered = fromMs >= this.#fromMs && fromMs <= this.#toMs
    if (!covered) {
      // A jump back, or ahead over a gap: begin again around these articles.
      this.#index = new StoryIndex()
      this.#lastId = 0
      this.#toMs = toMs
      await this.#read(client, fromMs, toMs, 0)
    } else {
      this.#index.evictBefore(fromMs)
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
      if (signature) this.#index.add(story.id, signature, story.firstPublished.getTime())
      this.saw(story.id)
    }
  }
}

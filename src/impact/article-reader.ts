import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Knowledge } from '../catalog/knowledge.pure.ts'
import { inSlices } from '../core/call/prepared.ts'
import { log } from '../core/log.ts'
import type { Pieces } from '../core/pieces.pure.ts'
import { type Reading, readTogether } from '../enrichment/enrich.pure.ts'
import type { ArticleText } from '../enrichment/vocabulary/verdict.pure.ts'

/** What is stored of the reading of an article. */
export type ArticleReading = Pick<Reading, 'enrichment' | 'signature'>

/** Reads articles by the rules; the answers are in the order of the articles. */
export interface ArticleReader {
  read(articles: readonly ArticleText[]): Promise<readonly ArticleReading[]>
  /** Ends its threads; what they were still reading fails. */
  close(): Promise<void>
}

/** Articles read before threads are started: a thread needs a second and more to begin, in which a thousand are read here. */
const THREADS_FROM = 1_000
const THREADS_MAX = 4
/** What article-reader.worker.ts exports. */
const TASK = 'readArticles'
/** Memory a thread needs for its copy of the lexicons and indexes. */
const THREAD_BYTES = 400e6

/** Reads an article piece by piece. */
type ReadInPieces = (article: ArticleText) => Pieces<ArticleReading>

/** Reads in this thread, a few milliseconds at a time, so that what is stored meanwhile goes on. */
export function readerHere(read: ReadInPieces): ArticleReader {
  return { read: (articles) => inSlices(readTogether(read, articles)), close: async () => {} }
}

/** Reads a thousand articles in this thread and the rest of a long ingest on the other cores. */
export class ParallelReader implements ArticleReader {
  readonly #here: ArticleReader
  readonly #knowledge: Knowledge
  readonly #threadsMax: number
  #threads: Piscina<readonly ArticleText[], ArticleReading[]> | null = null
  #isReady = false
  #isClosed = false
  #articles = 0

  /** `knowledge` is what `read` was made from. */
  constructor(
    read: ReadInPieces,
    knowledge: Knowledge,
    threadsMax = Math.min(
      availableParallelism() - 1,
      THREADS_MAX,
      Math.floor(process.availableMemory() / THREAD_BYTES),
    ),
  ) {
    this.#here = readerHere(read)
    this.#knowledge = knowledge
    this.#threadsMax = threadsMax
  }

  async read(articles: readonly ArticleText[]): Promise<readonly ArticleReading[]> {
    this.#articles += articles.length
    if (this.#articles >= THREADS_FROM && this.#threads === null && this.#threadsMax > 0) this.#start()
    const threads = this.#threads
    if (threads === null || !this.#isReady) return this.#here.read(articles)
    const length = Math.ceil(articles.length / this.#threadsMax)
    const parts = Array.from({ length: this.#threadsMax }, (_, i) => articles.slice(i * length, (i + 1) * length))
    try {
      return (await Promise.all(parts.map((part) => threads.run(part, { name: TASK })))).flat()
    } catch (error) {
      if (this.#isClosed) throw error
      log.warn({ err: error }, 'a thread that reads news failed; its articles are read in this one')
      return this.#here.read(articles)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#threads?.destroy()
  }

  #start(): void {
    const threads: Piscina<readonly ArticleText[], ArticleReading[]> = new Piscina({
      filename: new URL('./article-reader.worker.ts', import.meta.url).href,
      workerData: this.#knowledge,
      minThreads: this.#threadsMax,
      maxThreads: this.#threadsMax,
      execArgv: [],
    })
    const warn = (error: unknown) => {
      if (!this.#isClosed) log.warn({ err: error }, 'a thread that reads news failed; news is read without it')
    }
    // What ends a thread between two tasks is told here, and so is an answer that comes after close().
    threads.on('error', warn)
    threads.run([], { name: TASK }).then(() => {
      this.#isReady = true
    }, warn)
    this.#threads = threads
  }
}

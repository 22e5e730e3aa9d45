import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { ArraySplitter } from '../../core/file/array-splitter.pure.ts'
import { atMost, decoded, gunzipped, peek, Unreadable } from '../../core/file/bytes.source.ts'
import { fileBytes, filesUnder, isFolder } from '../../core/file/folder.source.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { LineSplitter } from '../../core/file/line-splitter.pure.ts'
import { createPublicFetch } from '../../core/http/public-fetch.ts'
import { type Clock, systemClock } from '../../core/time/clock.ts'
import { fetchFeed, type Validators } from './feed-fetch.source.ts'
import { type Format, FormatSniffer, isJsonFeed } from './feed-format.source.ts'
import type { NewsItem } from './feed-item.source.ts'
import { jsonFeedArticles } from './feed-json.source.ts'
import { xmlArticles } from './feed-xml.source.ts'
import { jsonArticle } from './jsonl.source.ts'

/** Options of reading news. */
export interface ReadOptions {
  readonly fetch?: typeof fetch
  /** Whether addresses that are not of the Internet may be read: this machine's own, a private network's. */
  readonly allowPrivateAddresses?: boolean
  /** Validators of the last read; with them the request is conditional. */
  readonly validators?: Validators
  /** Time limit for the whole answer of an address. */
  readonly timeoutMs?: number
  /** Of a feed that must be read whole (XML, JSON Feed), and of whatever an address answers. Files of JSONL and JSON arrays have no limit. */
  readonly maxBytes?: number
  readonly stdin?: Readable
  readonly clock?: Clock
  /** Ends the reading: the iteration throws its reason. */
  readonly signal?: AbortSignal
}

/** Outcome of fetching an address. */
interface FeedAnswer {
  readonly notModified: boolean
  /** For the next request; empty when the answer was not read to its end, so that nothing of it is missed. */
  readonly validators: Validators
}

/** News as they are read, once; nothing is opened before the iteration begins. */
export interface NewsReading extends AsyncIterable<NewsItem | Rejection> {
  /** What the address answered, after the iteration has ended; null for files, and when there was no usable answer. */
  readonly answer: FeedAnswer | null
}

const BREATH_MS = 20

const publicFetch = createPublicFetch()

type Read = NewsItem | Rejection

interface Rules {
  readonly maxBytes: number
  readonly now: () => number
  /** Address the text came from. */
  readonly base?: string
}

/**
 * Reads news from a file, a folder, an http(s) address or `-` (standard input): RSS, RDF, Atom, JSON Feed, JSONL or a JSON
 * array, gzip or not, told apart by content. What cannot be read becomes a rejection; only `signal` makes the iteration throw.
 */
export function readNews(source: string, options: ReadOptions = {}): NewsReading {
  const { maxBytes = 20_000_000, clock = systemClock, signal } = options
  const rules: Rules = { maxBytes, now: () => clock.now() }
  let answer: FeedAnswer | null = null

  function standardInput(): Readable {
    const stdin = options.stdin ?? process.stdin
    return signal ? addAbortSignal(signal, stdin) : stdin
  }

  async function* fromAddress(): AsyncGenerator<Read[]> {
    const { timeoutMs = 30_000, validators = {} } = options
    const reach = options.fetch ?? (options.allowPrivateAddresses ? fetch : publicFetch)
    const fetched = await fetchFeed(source, { fetch: reach, validators, timeoutMs, maxBytes, signal })
    if (fetched.bytes === null) {
      answer = { notModified: true, validators: fetched.validators }
      return
    }
    answer = { notModified: false, validators: {} }
    yield* articles(fetched.bytes, { ...rules, base: fetched.url }, fetched.charset, true)
    answer = { notModified: false, validators: fetched.validators }
  }

  async function* batches(): AsyncGenerator<Read[]> {
    if (source === '-') yield* whatIsReadable(articles(standardInput(), rules), signal)
    else if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) yield* whatIsReadable(fromAddress(), signal)
    else if (await isFolder(source)) yield* folderArticles(source, rules)
    else yield* whatIsReadable(articles(fileBytes(source), rules), signal)
  }

  async function* each(): AsyncGenerator<Read> {
    signal?.throwIfAborted()
    let breathed = performance.now()
    for await (const batch of batches()) {
      for (const read of batch) {
        yield read
        signal?.throwIfAborted()
      }
      // A large feed already in memory would otherwise keep the process from everything else.
      if (performance.now() - breathed > BREATH_MS) {
        await setImmediate()
        breathed = performance.now()
      }
    }
  }

  return {
    [Symbol.asyncIterator]: each,
    get answer() {
      return answer
    },
  }
}

async function* folderArticles(folder: string, rules: Rules): AsyncGenerator<Read[]> {
  for await (const found of filesUnder(folder)) {
    const { file } = found
    if ('problem' in found) {
      yield [{ line: 0, reason: found.problem, file }]
      continue
    }
    for await (const batch of whatIsReadable(articles(fileBytes(join(folder, file)), rules))) {
      yield batch.map((read) => ('reason' in read ? { ...read, file } : read))
    }
  }
}

/** The batches up to where their source fails; the failure as a rejection. */
async function* whatIsReadable(batches: AsyncIterable<Read[]>, signal?: AbortSignal): AsyncGenerator<Read[]> {
  let line = 0
  try {
    for await (const batch of batches) {
      line = batch.at(-1)?.line ?? line
      yield batch
    }
  } catch (error) {
    signal?.throwIfAborted()
    yield [{ line, reason: error instanceof Unreadable ? error.message : `It cannot be read: ${String(error)}` }]
  }
}

async function* articles(
  bytes: AsyncIterable<Uint8Array>,
  rules: Rules,
  charset?: string,
  limited = false,
): AsyncGenerator<Read[]> {
  const plain = gunzipped(bytes)
  const texts = decoded(limited ? atMost(plain, rules.maxBytes, 'The unpacked answer') : plain, charset)
  const sniffer = new FormatSniffer()
  const { ended, all } = await peek(texts, (seen) => sniffer.take(seen) !== null)
  const format = sniffer.format
  yield* parse(format ?? (ended ? sniffer.atEnd() : null), all, rules)
}

async function* parse(
  format: Format | null,
  texts: AsyncIterable<string>,
  { maxBytes, now, base }: Rules,
): AsyncGenerator<Read[]> {
  if (format === 'lines' || format === 'array') {
    const splitter = format === 'lines' ? new LineSplitter() : new ArraySplitter()
    for await (const text of texts) yield splitter.push(text).map((piece) => jsonArticle(piece, now()))
    yield splitter.end().map((piece) => jsonArticle(piece, now()))
    return
  }
  if (format === null || typeof format === 'object') {
    for await (const _ of texts) break
    yield [{ line: 0, reason: format?.foreign ?? 'It is neither a feed nor JSONL.' }]
    return
  }
  const text = await whole(texts, maxBytes)
  if (format === 'xml') yield* xmlArticles(text, now(), base)
  else yield* jsonDocument(text, now(), base)
}

async function whole(texts: AsyncIterable<string>, maxBytes: number): Promise<string> {
  const parts: string[] = []
  let length = 0
  for await (const part of texts) {
    length += part.length
    if (length > maxBytes)
      throw new Unreadable(
        `It is larger than ${maxBytes} bytes, the most that is read of a feed; JSONL has no such limit.`,
      )
    parts.push(part)
  }
  return parts.join('')
}

function* jsonDocument(text: string, now: number, base?: string): Generator<Read[]> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Then it is rather JSONL with a broken first line.
    const lines = new LineSplitter()
    yield [...lines.push(text), ...lines.end()].map((piece) => jsonArticle(piece, now))
    return
  }
  if (isJsonFeed(value)) yield* jsonFeedArticles(value, now, base)
  else yield [jsonArticle({ line: 1, text }, now)]
}

import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readReferenceFile } from '../../src/catalog/reference/reference-file.source.ts'
import { PIECE_MAX } from '../../src/core/file/line-splitter.pure.ts'
import { readActions } from '../../src/market/bars/action.source.ts'
import { readBars } from '../../src/market/bars/bar.source.ts'
import { readNews } from '../../src/news/intake/feed.source.ts'
import { heldBytes, processorMs } from '../setup/effort.ts'

/** What a reader found, and the most memory it held meanwhile. */
interface Outcome {
  readonly count: number
  readonly reasons: readonly string[]
  /** Processor time. */
  readonly ms: number
  readonly heldBytes: number
}

const CHUNK = 65_536

/** A text made as it is read, so that only what a reader keeps is held. */
async function* bomb(
  head: string,
  piece: string,
  length: number,
  tail: string,
  chunk: number,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head)
  const part = Buffer.from(piece.repeat(Math.ceil(chunk / piece.length)))
  for (let sent = 0; sent < length; sent += part.length) yield part
  yield Buffer.from(tail)
}

type Reader = (
  bytes: AsyncIterable<Uint8Array>,
) => AsyncIterable<{ readonly count: number; readonly reasons: readonly string[] }>

const listing = { id: 1, ticker: 'A', measure: 'price' } as const

const READERS: Readonly<Record<string, { readonly head: string; readonly row: string; readonly read: Reader }>> = {
  news: {
    head: '{"title":"a"}\n',
    row: '{"title":"b"}',
    async *read(bytes) {
      for await (const one of readNews('-', { stdin: Readable.from(bytes), maxBytes: 4_000_000 }))
        yield 'reason' in one ? { count: 0, reasons: [one.reason] } : { count: 1, reasons: [] }
    },
  },
  bars: {
    head: 'date,close\n2024-01-02,1\n',
    row: '2024-01-03,2',
    async *read(stdin) {
      for await (const { bars, rejected } of readBars('-', { find: () => listing, ticker: 'A', stdin }))
        yield { count: bars.length, reasons: rejected.map(({ reason }) => reason) }
    },
  },
  actions: {
    head: 'ticker,date,type,value\nA,2024-01-02,split,2\n',
    row: 'A,2024-01-03,split,2',
    async *read(stdin) {
      for await (const { actions, rejected } of readActions('-', { find: () => 1, stdin }))
        yield { count: actions.length, reasons: rejected.map(({ reason }) => reason) }
    },
  },
  relations: {
    head: 'source,target,type,weight,sign,note\nAAPL.US,MSFT.US,supplier,0.5,1,\n',
    row: 'AAPL.US,IBM.US,supplier,0.5,1,',
    async *read(bytes) {
      for await (const one of readReferenceFile('relations', '-', bytes))
        yield 'reason' in one ? { count: 0, reasons: [one.reason] } : { count: 1, reasons: [] }
    },
  },
}

async function run(read: Reader, bytes: AsyncIterable<Uint8Array>): Promise<Outcome> {
  const before = heldBytes()
  let held = 0
  let unmeasured = 0
  async function* watched() {
    for await (const chunk of bytes) {
      unmeasured += chunk.length
      if (unmeasured > 2 * MIB) {
        unmeasured = 0
        held = Math.max(held, heldBytes() - before)
      }
      yield chunk
    }
  }
  let count = 0
  const reasons: string[] = []
  const ms = await processorMs(async () => {
    for await (const found of read(watched())) {
      count += found.count
      reasons.push(...found.reasons)
    }
  })
  return { count, reasons, ms, heldBytes: held }
}

const MIB = 1_048_576
/** Less than what is read: a piece of the largest size that is allowed, as it comes and as it is put together. */
const HELD_MAX = 6 * MIB

describe.each(Object.entries(READERS))('a file of %s', (_, { head, row, read }) => {
  test.each([
    ['blank lines', '\n'],
    ['blank lines of Windows', '\r\n'],
    ['lines of blanks', `${' '.repeat(99)}\n`],
  ])('with %s is read in linear time and bounded memory, and what follows them counts', async (_, piece) => {
    const at = (mib: number) => run(read, bomb(head, piece, mib * MIB, `${row}\n`, CHUNK))
    const small = await at(1)
    const again = await at(1)
    const large = await at(8)
    expect(large).toMatchObject({ count: 2, reasons: [] })
    expect(large.heldBytes).toBeLessThan(HELD_MAX)
    // Eight times as much; what grows with the square takes 64 times as long.
    expect(large.ms).toBeLessThan(250 + 24 * Math.min(small.ms, again.ms))
  })

  test('with one endless line loses that line only, in linear time and bounded memory', async () => {
    const at = (mib: number) => run(read, bomb(head, 'x', mib * MIB, `\n${row}\n`, CHUNK))
    const small = await at(1)
    const again = await at(1)
    const large = await at(8)
    expect(large.reasons).toEqual([expect.stringMatching(new RegExp(`${PIECE_MAX}`))])
    expect(large.count).toBe(2)
    expect(large.heldBytes).toBeLessThan(HELD_MAX)
    expect(large.ms).toBeLessThan(250 + 24 * Math.min(small.ms, again.ms))
  })

  test.each([
    ['nothing but blank lines', '\n'],
    ['nothing but one line', 'x'],
    ['nothing but a quote that never closes', '"x'],
    ['nothing but an object that never closes', '{"a":'],
    ['nothing but brackets', '['],
    ['nothing but old Mac line ends', '\r'],
  ])('of %s is refused with one or few reasons', async (_, piece) => {
    const at = (mib: number) => run(read, bomb('', piece, mib * MIB, '', CHUNK))
    const small = await at(1)
    const large = await at(8)
    expect(large.count).toBe(0)
    expect(large.reasons.length).toBeLessThan(5)
    expect(large.heldBytes).toBeLessThan(HELD_MAX)
    expect(large.ms).toBeLessThan(500 + 24 * small.ms)
  })

  test('that comes byte by byte is the same', async () => {
    const { count, reasons } = await run(read, bomb(head, '\n', 50_000, `${row}\n`, 1))
    expect({ count, reasons }).toEqual({ count: 2, reasons: [] })
  })

  test('that is packed is unpacked piece by piece', async () => {
    const packed = gzipSync(Buffer.concat([Buffer.from(head), Buffer.alloc(8 * MIB, '\n'), Buffer.from(`${row}\n`)]))
    async function* bytes() {
      yield packed
    }
    const { count, heldBytes: held } = await run(read, bytes())
    expect(count).toBe(2)
    expect(held).toBeLessThan(HELD_MAX)
  })
})

test('feeds of one text are searched once, however many there are', async () => {
  const news = READERS['news']?.read
  if (!news) throw new Error('There is no such reader.')
  for (const piece of ['<rss><!--</rss>', '<rss><![CDATA[</rss>', '<rss><?</rss>', '<rss/>', '<feed></feed>']) {
    const at = (length: number) => run(news, bomb('', piece, length, '', CHUNK))
    const small = await at(500_000)
    const large = await at(2_000_000)
    expect(large.count, piece).toBe(0)
    expect(large.ms, piece).toBeLessThan(500 + 12 * small.ms)
  }
})

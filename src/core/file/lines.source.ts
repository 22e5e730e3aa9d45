import { LineSplitter, type Piece } from './line-splitter.pure.ts'

/** The lines of a UTF-8 text in the blocks it is read in, blank ones left out; a byte order mark is taken off, any line ending understood. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Piece[], undefined> {
  const decoder = new TextDecoder('utf-8')
  const splitter = new LineSplitter()
  for await (const chunk of bytes) yield splitter.push(decoder.decode(chunk, { stream: true }))
  yield [...splitter.push(decoder.decode()), ...splitter.end()]
  return undefined
}

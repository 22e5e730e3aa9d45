import { atMost, decoded, gunzipped, Unreadable } from '../../core/file/bytes.source.ts'
import { fileBytes, isFolder } from '../../core/file/folder.source.ts'
import type { Pause, TradeFile } from './file-trade.ts'
import { readGhostfolio } from './ghostfolio.source.ts'
import { readTradeTable } from './trade-table.source.ts'

const FILE_BYTES_MAX = 64_000_000

/** Reads trades from a text: Ghostfolio's export where it is JSON, else a table. Throws `Unreadable` when it is neither. */
export async function parseTrades(text: string, pause: Pause): Promise<TradeFile> {
  if (!/^\ufeff?\s*[[{]/.test(text)) return readTradeTable(text, pause)
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new Unreadable(`It is no valid JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
  const file = readGhostfolio(json)
  if (!file) throw new Unreadable('It is JSON without "activities", the list that an export of Ghostfolio has.')
  return file
}

/** The text of a file or of standard input (`-`), gzip undone. Throws `Unreadable`. */
export async function readText(path: string, stdin: AsyncIterable<Uint8Array>): Promise<string> {
  if (path !== '-' && (await isFolder(path))) throw new Unreadable('It is a folder, not a file.')
  const bytes = path === '-' ? stdin : fileBytes(path)
  let text = ''
  for await (const part of decoded(atMost(gunzipped(bytes), FILE_BYTES_MAX, 'The file'))) text += part
  return text
}

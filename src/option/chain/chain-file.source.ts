import { join } from 'node:path'
import { gunzipped, peek, Unreadable } from '../../core/file/bytes.source.ts'
import { fileBytes, filesUnder, isFolder } from '../../core/file/folder.source.ts'
import { openTable, stemOf } from '../../core/file/table.source.ts'
import { type ChainOptions, looksLikeJson, readCboeChain } from './cboe.source.ts'
import type { ChainReading } from './chain-block.ts'
import { readChainTable } from './chain-table.source.ts'

const CHAIN_NAME = /\.(json|csv|txt|tsv)(\.gz)?$/i

/** Reads the chains of a path: a file, all files of a folder, or standard input (`-`); JSON or CSV by their content. */
export async function* readChains(
  path: string,
  options: ChainOptions,
  stdin: AsyncIterable<Uint8Array>,
): AsyncGenerator<ChainReading> {
  if (path === '-') yield* readOne(stdin, '', options, null)
  else if (!(await isFolder(path))) yield* readOne(fileBytes(path), path, options, null)
  else {
    for await (const found of filesUnder(path)) {
      if ('problem' in found) yield { rejected: [{ line: 0, reason: found.problem, file: found.file }] }
      else if (CHAIN_NAME.test(found.file)) {
        yield* readOne(fileBytes(join(path, found.file)), found.file, options, found.file)
      }
    }
  }
}

async function* readOne(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  options: ChainOptions,
  file: string | null,
): AsyncGenerator<ChainReading> {
  const where = file === null ? {} : { file }
  try {
    for await (const reading of open(bytes, name, options))
      yield { ...reading, rejected: reading.rejected.map((one) => ({ ...one, ...where })) }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    yield { rejected: [{ line: 0, reason: error.message, ...where }] }
  }
}

async function* open(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  options: ChainOptions,
): AsyncGenerator<ChainReading> {
  const { seen, all } = await peek(gunzipped(bytes), (chunks) => chunks.some(({ length }) => length > 0))
  const [head] = seen.filter(({ length }) => length > 0)
  if (!head) throw new Unreadable('It is empty.')
  if (looksLikeJson(head)) yield await readCboeChain(all, options)
  else {
    const table = await openTable(all)
    yield* readChainTable(table, { file: null, stem: stemOf(name), open: async () => table }, options)
  }
}

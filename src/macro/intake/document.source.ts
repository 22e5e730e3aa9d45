import { atMost, gunzipped, peek, Unreadable } from '../../core/file/bytes.source.ts'
import { fileBytes, fileProblem, filesUnder, isFolder } from '../../core/file/folder.source.ts'
import { type Table, tablesOf } from '../../core/file/table.source.ts'

/** A file of an upstream: what it is called within the folder that was given, and its JSON or its table. */
export type UpstreamFile = {
  /** Relative to the folder; null for a single file or standard input. */
  readonly file: string | null
  /** Name without folder and endings; empty for standard input. */
  readonly stem: string
} & ({ readonly json: () => Promise<unknown> } | { readonly table: () => Promise<Table> })

const JSON_NAME = /\.json(\.gz)?$/i
/** The upstreams' own limits keep their answers far below. */
const JSON_BYTES_MAX = 100_000_000

/** The files of a path: one file, every CSV and JSON file under a folder, or standard input (`-`). Gzip is undone. */
export async function* upstreamFilesOf(path: string, stdin: AsyncIterable<Uint8Array>): AsyncGenerator<UpstreamFile> {
  if (path === '-') {
    const { seen, all } = await peek(
      gunzipped(stdin),
      (chunks) => Buffer.concat(chunks).toString('latin1').trim() !== '',
    )
    const start = Buffer.concat(seen)
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart()
    if (/^[[{]/.test(start)) yield { file: null, stem: '', json: () => readJson(all) }
    else yield* tableFiles('-', all)
  } else if (await isFolder(path)) {
    for await (const found of filesUnder(path)) {
      if ('problem' in found) {
        yield { file: found.file, stem: '', json: () => Promise.reject(new Unreadable(found.problem)) }
      } else if (JSON_NAME.test(found.file)) yield jsonFile(found.file, `${path}/${found.file}`)
    }
    yield* tableFiles(path)
  } else if (JSON_NAME.test(path)) yield { ...jsonFile(path, path), file: null }
  else yield* tableFiles(path)
}

async function* tableFiles(path: string, bytes?: AsyncIterable<Uint8Array>): AsyncGenerator<UpstreamFile> {
  for await (const { file, stem, open } of tablesOf(path, bytes)) yield { file, stem, table: open }
}

function jsonFile(name: string, path: string): UpstreamFile {
  const stem = (name.split(/[\\/]/).at(-1) ?? '').replace(JSON_NAME, '')
  return { file: name, stem, json: () => readJson(gunzipped(fileBytes(path))) }
}

async function readJson(bytes: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of atMost(bytes, JSON_BYTES_MAX, 'The file')) chunks.push(chunk)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(fileProblem(error))
  }
  try {
    const text = Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\ufeff/, '')
    // PostgreSQL stores no NUL.
    return JSON.parse(text, text.includes('\\u0000') ? withoutNul : undefined)
  } catch (error) {
    throw new Unreadable(`It is not JSON: ${error instanceof Error ? error.message.slice(0, 120) : String(error)}`)
  }
}

function withoutNul(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\u0000', '') : value
}

import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { copyDirectory, DIRECTORY_COLUMNS, type Directory } from './directory.pure.ts'
import type { FilePart, FrameState } from './frame-message.ts'
import { allocateShared } from './segment.pure.ts'
import type { Split } from './series.store.ts'

/** First bytes of a frame file; the digit is its format. */
const SIGNATURE = Buffer.from('MKTFRM03', 'latin1')
/** Signature, position of the header (two words), its length and its CRC-32. */
const PREFIX_BYTES = 24
const HEADER_BYTES_MAX = 256 * 1024 * 1024
/** Bytes that are written or checked in one go. */
const BLOCK_BYTES = 8 * 1024 * 1024

const headerSchema = z.object({
  size: z.int().min(0),
  columns: z.record(z.string(), z.string()),
  splits: z.array(z.tuple([z.int(), z.array(z.tuple([z.number(), z.number()]))])),
  segments: z.array(z.object({ bytes: z.int().min(0), crc: z.int() }).nullable()),
})

/** What a frame file says of itself; the segments are read one by one. */
export interface FileContents {
  readonly directory: Directory
  readonly splits: ReadonlyMap<number, readonly Split[]>
  readonly segments: readonly (FilePart | null)[]
}

/** Writes the frame to `path`: whoever reads it finds the file before or this one, complete, also after a crash. */
export async function writeFrameFile(path: string, { directory, buffers, splits }: FrameState): Promise<void> {
  const temporary = `${path}.${process.pid}.new`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.write(Buffer.alloc(PREFIX_BYTES))
    const segments: ({ bytes: number; crc: number } | null)[] = []
    const copied = Buffer.allocUnsafeSlow(BLOCK_BYTES)
    let position = PREFIX_BYTES
    for (const buffer of buffers) {
      segments.push(buffer && { bytes: buffer.byteLength, crc: await writeSegment(file, buffer, copied) })
      position += buffer?.byteLength ?? 0
    }
    const columns = DIRECTORY_COLUMNS.map((name) => [name, bytesOf(directory[name]).toString('base64')])
    const header = Buffer.from(
      JSON.stringify({ size: directory.size, columns: Object.fromEntries(columns), splits: [...splits], segments }),
    )
    await file.write(header)
    const prefix = Buffer.alloc(PREFIX_BYTES)
    SIGNATURE.copy(prefix)
    prefix.writeBigUInt64LE(BigInt(position), 8)
    prefix.writeUInt32LE(header.length, 16)
    prefix.writeUInt32LE(crc32(header), 20)
    await file.write(prefix, 0, PREFIX_BYTES, 0)
    await file.sync()
    await file.close()
    await rename(temporary, path)
    const folder = await open(dirname(path), 'r')
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

/** Appends a segment; returns the CRC-32 of what was written, also when bars are added to the segment meanwhile. */
async function writeSegment(file: FileHandle, buffer: SharedArrayBuffer, copied: Buffer): Promise<number> {
  const bytes = new Uint8Array(buffer)
  let crc = 0
  for (let at = 0; at < bytes.length; ) {
    const block = copied.subarray(0, Math.min(BLOCK_BYTES, bytes.length - at))
    block.set(bytes.subarray(at, at + block.length))
    crc = crc32(block, crc)
    for (let from = 0; from < block.length; ) from += (await file.write(block, from)).bytesWritten
    at += block.length
  }
  return crc
}

/** Reads and checks everything of a frame file but its segments; null when there is none, or none that can be used. */
export async function readFrameFile(path: string): Promise<FileContents | null> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return null
  try {
    const prefix = Buffer.alloc(PREFIX_BYTES)
    await file.read(prefix, 0, PREFIX_BYTES, 0)
    const from = Number(prefix.readBigUInt64LE(8))
    const length = prefix.readUInt32LE(16)
    if (!prefix.subarray(0, SIGNATURE.length).equals(SIGNATURE) || length > HEADER_BYTES_MAX) return null
    const header = Buffer.alloc(length)
    const { bytesRead } = await file.read(header, 0, length, from)
    if (bytesRead < length || crc32(header) !== prefix.readUInt32LE(20)) return null
    const { size, columns, splits, segments } = headerSchema.parse(JSON.parse(header.toString()))
    const directory = copyDirectory(null, size)
    for (const name of DIRECTORY_COLUMNS) {
      const bytes = Buffer.from(columns[name] ?? '', 'base64')
      const column = bytesOf(directory[name])
      if (bytes.length !== column.length) return null
      column.set(bytes)
    }
    let position = PREFIX_BYTES
    const parts = segments.map((segment) => {
      if (!segment) return null
      const part = { path, position, ...segment }
      position += segment.bytes
      return part
    })
    if (position !== from) return null
    return { directory, splits: new Map(splits), segments: parts }
  } catch {
    return null
  } finally {
    await file.close()
  }
}

/** Reads a segment of a frame file into shared memory; throws when it is not what was written. */
export async function readSegment({ path, position, bytes, crc }: FilePart): Promise<SharedArrayBuffer> {
  const buffer = allocateShared(bytes)
  const into = new Uint8Array(buffer)
  const file = await open(path, 'r')
  try {
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await file.read(into, at, bytes - at, position + at)
      if (bytesRead === 0) throw new Error(`The frame file ${path} ends early.`)
      at += bytesRead
    }
  } finally {
    await file.close()
  }
  if (crc32(into) !== crc) throw new Error(`The frame file ${path} is damaged.`)
  return buffer
}

function bytesOf(column: Int32Array | Uint32Array | Uint8Array): Buffer {
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength)
}

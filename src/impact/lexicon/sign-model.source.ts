import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { NAME_KINDS } from '../../enrichment/sign/input.pure.ts'
import { layoutOf, type NetworkShape, type SignModel, WIDTH } from '../../enrichment/sign/layout.pure.ts'
import { READING_SIZE } from '../../enrichment/sign/rule-reading.pure.ts'

const FOLDER = new URL('../../../prisma/reference/sign/', import.meta.url)

const shapeFile = z.object({ words: z.array(z.string()), classes: z.array(z.string()), kinds: z.array(z.string()) })

/** Reads the word vectors; a file that does not fit the list of words is an error. */
export function readWordVectors(): SignModel['vectors'] {
  const words = readFileSync(new URL('words.txt', FOLDER), 'utf8').trimEnd().split('\n')
  const bytes = readFileSync(new URL('vectors.bin', FOLDER))
  if (bytes.length !== words.length * WIDTH)
    throw new Error(
      `prisma/reference/sign/vectors.bin has ${bytes.length} bytes for ${words.length} words of ${WIDTH}.`,
    )
  return {
    indexOf: new Map(words.map((word, i) => [word, i])),
    values: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
  }
}

/** The shape of a network with such a vocabulary. */
export function shapeOf(vocabulary: Pick<NetworkShape, 'words' | 'classes' | 'kinds'>): NetworkShape {
  return { ...vocabulary, nameKinds: NAME_KINDS, readings: READING_SIZE }
}

/** Reads the trained network that ships; `npm run train` writes it. */
export function readSignModel(): SignModel {
  const shape = shapeOf(shapeFile.parse(JSON.parse(readFileSync(new URL('shape.json', FOLDER), 'utf8'))))
  const bytes = readFileSync(new URL('weights.bin', FOLDER))
  const weights = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  if (weights.length !== layoutOf(shape).size)
    throw new Error(
      `prisma/reference/sign/weights.bin has ${weights.length} numbers instead of ${layoutOf(shape).size}.`,
    )
  return { shape, vectors: readWordVectors(), weights }
}

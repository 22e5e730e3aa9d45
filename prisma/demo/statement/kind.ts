import { z } from 'zod'
import { readShippedRows } from '../../../src/core/file/shipped-rows.source.ts'

/** A part of a whole. */
export const share = z.coerce.number().min(0).max(1)

/** Reads the kinds of an industry from its file; finds that of a GICS code by its beginning, the first one for all others. */
export function readKinds<Shape extends z.ZodRawShape>(
  industry: 'bank' | 'insurer',
  shape: Shape,
): (gics: string) => z.output<z.ZodObject<Shape>> {
  const file = new URL(`${industry}-kinds.csv`, import.meta.url)
  const kinds = readShippedRows(file, z.object({ gics: z.string().regex(/^\d+$/) })).map(({ gics }) => gics)
  const facts = readShippedRows(file, z.object(shape))
  return (gics) => {
    const place = Math.max(
      0,
      kinds.findIndex((kind) => gics.startsWith(kind)),
    )
    const found = facts[place]
    if (!found) throw new Error(`${industry}-kinds.csv has no rows.`)
    return found
  }
}

import { z } from 'zod'
import { readShippedRows } from '../core/file/shipped-rows.source.ts'
import { PLACE_KINDS, type Place } from '../enrichment/vocabulary/place.pure.ts'

const FILE = new URL('../../prisma/reference/places.csv', import.meta.url)

const list = z.string().transform((cell) => cell.split('|').filter((part) => part !== ''))

const placeRow = z
  .object({
    name: z.string().min(1),
    also_written: list,
    kind: z.enum(PLACE_KINDS),
    country: z.string().regex(/^([A-Z]{2})?$/),
    makes: list,
    carries: list,
    world_share_pct: z.union([z.literal(''), z.coerce.number().positive().max(100)]),
    owners: list,
    users: list,
    source_note: z.string().min(1),
  })
  .transform(
    ({ name, also_written, kind, country, makes, carries, world_share_pct, owners, users }): Place => ({
      name,
      spellings: [name, ...also_written],
      kind,
      makes,
      carries,
      owners,
      users,
      ...(country !== '' && { country }),
      ...(world_share_pct !== '' && { worldSharePct: world_share_pct }),
    }),
  )

/** Reads the places that news name without a company; a wrong cell is an error naming file and line. */
export function readPlaces(): Place[] {
  return readShippedRows(FILE, placeRow)
}

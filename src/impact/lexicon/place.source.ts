import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { PLACE_KINDS, type Place } from '../../enrichment/vocabulary/place.pure.ts'

const FILE = new URL('../../../prisma/reference/places.csv', import.meta.url)
const NOUNS_FILE = new URL('../../../prisma/reference/place-nouns.csv', import.meta.url)

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

const nounsRow = z.object({ kind: z.enum(PLACE_KINDS), nouns: list })

/** Reads the places that news name without a company; a wrong cell is an error naming file and line. */
export function readPlaces(): Place[] {
  const places = readShippedRows(FILE, placeRow)
  const nounsOf = new Map(readShippedRows(NOUNS_FILE, nounsRow).map(({ kind, nouns }) => [kind, nouns]))
  const taken = new Set(places.flatMap(({ spellings }) => spellings.map((spelling) => spelling.toLowerCase())))
  return places.map((place) => {
    const variants = findVariants(place, nounsOf.get(place.kind) ?? []).filter((one) => !taken.has(one.toLowerCase()))
    for (const one of variants) taken.add(one.toLowerCase())
    return { ...place, spellings: [...place.spellings, ...variants] }
  })
}

/** The same name with another noun of its kind: "Whiting plant" for "Whiting refinery". */
function findVariants({ spellings }: Place, nouns: readonly string[]): string[] {
  const stems = spellings.flatMap((spelling) => {
    const noun = nouns.find((one) => spelling.toLowerCase().endsWith(` ${one}`))
    return noun === undefined ? [] : [spelling.slice(0, -noun.length)]
  })
  return [...new Set(stems.flatMap((stem) => nouns.map((noun) => stem + noun)))]
}

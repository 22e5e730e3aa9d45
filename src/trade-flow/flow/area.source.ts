import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { nearest } from '../../core/input/nearest.pure.ts'

/** A country as the trade database knows it. */
export interface Area {
  readonly iso2: string
  readonly iso3: string
  /** Number of the trade database; where several share an ISO code, the one in use today. */
  readonly code: number
  readonly name: string
}

/** A group of countries that can be ranked among themselves. */
export interface Scope {
  readonly scope: string
  readonly label: string
  /** Its countries; empty = every one. */
  readonly members: ReadonlySet<string>
}

/** Number of all countries together. */
export const WORLD_CODE = 0
/** Their name. */
export const WORLD = 'World'

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

const areaRow = z
  .object({ iso2: z.string().length(2), iso3: z.string().length(3), code: z.coerce.number().int().positive() })
  .transform((row): Area => ({ ...row, name: names.of(row.iso2) ?? row.iso2 }))

const scopeRow = z.object({
  scope: z.string().regex(/^[a-z0-9_]+$/),
  label: z.string().min(1),
  members: z.string().transform((text): ReadonlySet<string> => new Set(text === '' ? [] : text.split('|'))),
})

/** Every country of the trade database. */
export const AREAS: readonly Area[] = readShippedRows(
  new URL('../../../prisma/reference/trade-areas.csv', import.meta.url),
  areaRow,
)

/** Every group. */
export const SCOPES: readonly Scope[] = readShippedRows(
  new URL('../../../prisma/reference/trade-scopes.csv', import.meta.url),
  scopeRow,
)

const byIso = new Map(AREAS.flatMap((area) => [[area.iso2, area] as const, [area.iso3, area] as const]))
const byCode = new Map(AREAS.map((area) => [area.code, area]))

/** The country of an ISO code of two or three letters in any letter case. */
export function areaOf(iso: string): Area | undefined {
  return byIso.get(iso.toUpperCase())
}

/** The country a number of the trade database stands for; undefined for groups, areas without a name and former countries. */
export function areaOfCode(code: number): Area | undefined {
  return byCode.get(code)
}

/** A group by its name. */
export function scopeOf(name: string): Scope | undefined {
  return SCOPES.find(({ scope }) => scope === name.trim().toLowerCase())
}

/** The name of a group that a wrong one most likely means. */
export function nearestScope(name: string): string | undefined {
  return (
    nearest(
      name,
      SCOPES.map(({ scope }) => scope),
    ) ?? undefined
  )
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { ASSET_TYPES, EXPOSURES, RELATION_TYPES, ROLES } from '../enrichment/knowledge.math.ts'
import { isIsin } from './isin.math.ts'

/** The folder of real-world knowledge that ships with the service. */
export const REFERENCE_DIR = new URL('../../prisma/reference/', import.meta.url)

const empty = (value: string) => (value === '' ? null : value)
const optional = z.string().transform(empty)
const required = z.string().min(1)
const list = z.string().transform((value) =>
  value
    .split('|')
    .map((item) => item.trim())
    .filter(Boolean),
)
const number = z.string().transform((value, context) => {
  const parsed = Number(value)
  if (value !== '' && Number.isFinite(parsed)) return parsed
  context.addIssue(`"${value}" is not a number`)
  return z.NEVER
})
const optionalNumber = z.union([z.literal('').transform(() => null), number])
const ticker = z.string().regex(/^[A-Z0-9][A-Z0-9&_-]*\.[A-Z]+$/, 'is not a SYMBOL.EXCHANGE ticker')

/** The rows of each kind of reference file. */
export const REFERENCE_ROWS = {
  exchange: z.object({
    code: required,
    name: required,
    mic: optional,
    country: optional,
    currency: optional,
    timezone: optional,
    also_written: list,
  }),
  gics: z.object({ code: z.string().regex(/^(\d{2}){1,4}$/), name: required }),
  listing: z.object({
    ticker,
    name: required,
    short_names: list,
    former_names: list,
    exchange: required,
    country: z
      .string()
      .regex(/^([A-Z]{2})?$/)
      .transform(empty),
    currency: z.string().regex(/^[A-Z]{3,6}$/),
    type: z.enum(ASSET_TYPES),
    gics: optional,
    isin: z
      .string()
      .refine((isin) => isin === '' || isIsin(isin), 'is not an ISIN with its check digit')
      .transform(empty),
    website: optional,
    market_cap_usd: optionalNumber,
    description: z.string(),
  }),
  alias: z.object({ alias: required, ticker, kind: z.enum(['brand', 'subsidiary', 'product', 'person', 'nickname']) }),
  megatrend: z.object({
    node_id: number,
    parent_id: optionalNumber,
    name: required,
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    tier: z.enum(['1', '2', '3']).transform(Number),
    layer: required,
    description: required,
    keywords: list,
  }),
  membership: z.object({ ticker, node_id: number, role: z.enum(ROLES), exposure: z.enum(EXPOSURES), reason: required }),
  relation: z.object({
    source: ticker,
    target: ticker,
    type: z.enum(RELATION_TYPES),
    weight: number.pipe(z.number().min(0).max(1)),
    sign: z.enum(['', '1', '-1']).transform((sign) => (sign === '' ? null : Number(sign))),
    note: z.string(),
  }),
  sectorLink: z.object({
    source_gics: required,
    target_gics: required,
    type: z.enum(['supplier', 'competitor']),
    weight: number.pipe(z.number().min(0).max(1)),
    note: z.string(),
  }),
  plan: z.object({
    name: required,
    credits_per_day: optionalNumber,
    requests_per_minute: number,
    unlimited: z.enum(['true', 'false']).transform((value) => value === 'true'),
  }),
} as const

/** A kind of reference row. */
export type ReferenceKind = keyof typeof REFERENCE_ROWS
/** One row of a kind. */
export type ReferenceRow<Kind extends ReferenceKind> = z.output<(typeof REFERENCE_ROWS)[Kind]>

/** Where the rows of each kind lie: one file, or every CSV file of a folder. */
const PLACES: Record<ReferenceKind, string> = {
  exchange: 'exchanges.csv',
  gics: 'gics.csv',
  listing: 'listings/',
  alias: 'aliases/',
  megatrend: 'megatrends.csv',
  membership: 'memberships/',
  relation: 'relations/',
  sectorLink: 'sector-links.csv',
  plan: 'plans.csv',
}

/** All rows of one kind, checked, and the digest of the files they came from. */
export async function readReference<Kind extends ReferenceKind>(
  kind: Kind,
): Promise<{ rows: ReferenceRow<Kind>[]; sha256: string }> {
  const place = PLACES[kind]
  const files = place.endsWith('/')
    ? (await readdir(new URL(place, REFERENCE_DIR)))
        .filter((name) => name.endsWith('.csv'))
        .sort()
        .map((name) => place + name)
    : [place]
  const hash = createHash('sha256')
  const rows: ReferenceRow<Kind>[] = []
  for (const file of files) {
    const text = await readFile(new URL(file, REFERENCE_DIR), 'utf8')
    hash.update(text)
    rows.push(...parseReference(kind, text, file))
  }
  return { rows, sha256: hash.digest('hex') }
}

/** The rows of one reference file; throws naming file and line of the first wrong one. */
function parseReference<Kind extends ReferenceKind>(kind: Kind, text: string, file: string): ReferenceRow<Kind>[] {
  // TypeScript cannot see that a kind's schema gives that kind's rows.
  const schema = REFERENCE_ROWS[kind] as unknown as z.ZodType<ReferenceRow<Kind>>
  return parse(text, { columns: true, bom: true }).map((row: unknown, index: number) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) return parsed.data
    throw new Error(
      `${file}, row ${index + 2}: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    )
  })
}

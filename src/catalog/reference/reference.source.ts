import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { dayOfIso } from '../../core/time/day.pure.ts'
import { isIsin } from '../identity/isin.pure.ts'
import { ASSET_TYPES, EXPOSURES, RELATION_TYPES, ROLES } from '../knowledge.pure.ts'

/** Folder of the shipped reference data. */
export const REFERENCE_DIR = new URL('../../../prisma/reference/', import.meta.url)

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
const optionalPositive = optionalNumber.pipe(z.number().positive('is not above zero').nullable())
const optionalCount = optionalNumber.pipe(z.int('is not a whole number').min(1).max(50_000_000).nullable())
/** A date, or a year alone. */
const optionalDateOrYear = z
  .string()
  .refine((date) => /^(\d{4})?$/.test(date) || dayOfIso(date) !== null, 'is not YYYY-MM-DD or YYYY')
  .transform(empty)
/** A day of the year; 29 February is one. */
const optionalDayOfYear = z
  .string()
  .refine((day) => day === '' || dayOfIso(`2000-${day}`) !== null, 'is not a day of the year, MM-DD')
  .transform(empty)
const ticker = z.string().regex(/^[A-Z0-9][A-Z0-9&_-]*\.[A-Z]+$/, 'is not a SYMBOL.EXCHANGE ticker')

/** Columns and types of each kind of reference file. */
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
    shares_outstanding: optionalPositive,
    employees: optionalCount,
    ipo_date: optionalDateOrYear,
    fiscal_year_end: optionalDayOfYear,
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
    running_calls: number,
    unlimited: z.enum(['true', 'false']).transform((value) => value === 'true'),
  }),
} as const

/** A kind of reference data. */
export type ReferenceKind = keyof typeof REFERENCE_ROWS
/** A parsed row of one kind. */
export type ReferenceRow<Kind extends ReferenceKind> = z.output<(typeof REFERENCE_ROWS)[Kind]>

/** CSV file, or folder of CSV files, of each kind. */
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

/** Reads all shipped rows of one kind with the SHA-256 digest of their files; an invalid row throws an error with file and line. */
export async function readReference<Kind extends ReferenceKind>(
  kind: Kind,
): Promise<{ rows: ReferenceRow<Kind>[]; sha256: string }> {
  // TypeScript cannot see that a kind's schema gives that kind's rows.
  const schema = REFERENCE_ROWS[kind] as unknown as z.ZodType<ReferenceRow<Kind>>
  const files = await listFiles(kind)
  return { rows: files.flatMap((file) => readShippedRows(file, schema)), sha256: await digestOf(files) }
}

/** SHA-256 digest of the shipped files of one kind: what tells whether they are loaded, without reading a row. */
export async function digestReference(kind: ReferenceKind): Promise<string> {
  return digestOf(await listFiles(kind))
}

async function listFiles(kind: ReferenceKind): Promise<URL[]> {
  const place = new URL(PLACES[kind], REFERENCE_DIR)
  if (!place.href.endsWith('/')) return [place]
  const names = (await readdir(place)).filter((name) => name.endsWith('.csv')).sort()
  return names.map((name) => new URL(name, place))
}

async function digestOf(files: readonly URL[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(file))
  return hash.digest('hex')
}

import { z } from 'zod'
import { readShippedRows, shippedRowsInPieces } from '../../core/file/shipped-rows.source.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { finish, type Pieces } from '../../core/pieces.pure.ts'

/** Revisions of the Harmonized System whose codes are known, the one in force first. */
export const HS_REVISIONS = ['HS2022', 'HS2017', 'HS2012'] as const
export type HsRevision = (typeof HS_REVISIONS)[number]

/** What is traded. */
export const TRADE_TYPE = enumeration('TradeType', 'What is traded.', {
  goods: 'Goods, by codes of the Harmonized System.',
  services: 'Services, by codes of EBOPS 2010.',
})
export type TradeType = (typeof TRADE_TYPE.tokens)[number]

/** A code of a classification with what it stands for in a few words of our own. */
export interface CodeEntry {
  readonly code: string
  /** What tells it from its siblings; empty where it is all of its heading. */
  readonly label: string
  /** Other words for it. */
  readonly terms: readonly string[]
}

/** A chapter, heading or subheading of the Harmonized System. */
interface GoodsEntry extends CodeEntry {
  readonly revisions: ReadonlySet<HsRevision>
}

const terms = z.string().transform((text) => (text === '' ? [] : text.split('|')))

const goodsRow = z.object({
  code: z.string().regex(/^(\d{2}|\d{4}|\d{6})$/),
  revisions: z.string().transform((years) => new Set(years.split('|').map((year) => revisionOf(year)))),
  label: z.string(),
  terms,
})

const servicesRow = z.object({ code: z.string().regex(/^[\dC][\da-z.]*$/), label: z.string().min(1), terms })

function revisionOf(year: string): HsRevision {
  const revision = HS_REVISIONS.find((token) => token === `HS${year}`)
  if (revision === undefined) throw new Error(`There is no revision HS${year}.`)
  return revision
}

let goods: ReadonlyMap<string, GoodsEntry> | undefined
let services: ReadonlyMap<string, CodeEntry> | undefined

/** Chapters, headings and six-digit codes of all revisions, by code; read at the first use. */
export function goodsCodes(): ReadonlyMap<string, GoodsEntry> {
  return finish(goodsCodesInPieces())
}

/** The same, read piece by piece at the first use. */
export function* goodsCodesInPieces(): Pieces<ReadonlyMap<string, GoodsEntry>> {
  goods ??= byCode(
    yield* shippedRowsInPieces(new URL('../../../prisma/reference/hs/goods.csv', import.meta.url), goodsRow),
  )
  return goods
}

/** Services of EBOPS 2010, by code; read at the first use. */
export function servicesCodes(): ReadonlyMap<string, CodeEntry> {
  services ??= byCode(
    readShippedRows(new URL('../../../prisma/reference/hs/services.csv', import.meta.url), servicesRow),
  )
  return services
}

function byCode<Entry extends CodeEntry>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.code, entry]))
}

/** What a code is called: its heading and what tells it from the others of it. */
export function describeGoods(code: string): string {
  const codes = goodsCodes()
  const own = codes.get(code)?.label ?? ''
  if (code.length < 6) return own
  const heading = codes.get(code.slice(0, 4))?.label ?? ''
  return own === '' ? heading : `${heading}: ${own}`
}

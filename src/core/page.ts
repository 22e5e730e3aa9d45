import { builder } from './builder.ts'

/** Rows `all=true` returns at most. */
export const ALL_ROWS_MAX = 5_000

/** The paging a caller asked for. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly all: boolean
}

/** One page of a list and where it stands in the whole. */
export interface Page<Row> extends PageRequest {
  readonly rows: readonly Row[]
  /** Full match count. */
  readonly total: number
  readonly notes?: readonly string[]
}

/** The rows a request asks for: `all` overrides limit and offset. */
export function windowOf(request: PageRequest): { limit: number; offset: number } {
  return request.all ? { limit: ALL_ROWS_MAX, offset: 0 } : { limit: request.limit, offset: request.offset }
}

/** Cuts a page out of a list that is wholly in memory. */
export function pageOf<Row>(rows: readonly Row[], request: PageRequest): Page<Row> {
  const { limit, offset } = windowOf(request)
  return {
    rows: rows.slice(offset, offset + limit),
    total: rows.length,
    limit: request.limit,
    offset: request.offset,
    all: request.all,
  }
}

/** True when another page exists behind this one. */
function hasMore(page: Page<unknown>): boolean {
  return windowOf(page).offset + page.rows.length < page.total
}

/** What every list says beside its rows. */
export const PageInfoFields = builder.interfaceRef<Page<unknown>>('OffsetPage').implement({
  description: 'A page of a list, by limit and offset.',
  fields: (t) => ({
    count: t.int({ description: 'Rows in this page.', resolve: (page) => page.rows.length }),
    total: t.exposeInt('total', { description: 'Rows that match in all.' }),
    limit: t.exposeInt('limit', { description: 'Page size asked for.' }),
    offset: t.exposeInt('offset', { description: 'Rows skipped.' }),
    all: t.exposeBoolean('all', { description: 'Whether the full set was asked for.' }),
    hasMore: t.boolean({ description: 'Whether another page exists.', resolve: hasMore }),
    notes: t.stringList({
      nullable: true,
      description: 'What was adjusted or should be known.',
      resolve: (page) => page.notes?.slice() ?? null,
    }),
  }),
})

/** Maximum number of rows `all=true` returns. */
export const ALL_ROWS_MAX = 5_000

/** The paging a caller asked for. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly all: boolean
}

/** One page of a list and its position in the whole. */
export interface Page<Row> extends PageRequest {
  readonly rows: readonly Row[]
  /** Number of rows that match in all. */
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
  return pageWith(rows.slice(offset, offset + limit), rows.length, request)
}

/** The page that a request asks for, of which the rows are known. */
export function pageWith<Row>(rows: readonly Row[], total: number, { limit, offset, all }: PageRequest): Page<Row> {
  return { rows, total, limit, offset, all }
}

/** A page that holds the whole list. */
export function wholePage<Row>(rows: readonly Row[]): Page<Row> {
  return { rows, total: rows.length, limit: rows.length, offset: 0, all: true }
}

/** True when another page follows this one. */
export function hasMore(page: Page<unknown>): boolean {
  return windowOf(page).offset + page.rows.length < page.total
}

import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import type { Column, ServedRoute } from '../../../rest-compat/served-route.ts'
import { costOf } from '../../../src/account/metering/cost.ts'
import { isRecord } from '../../../src/core/record.pure.ts'
import { type CallRoute, parametersOf } from '../../setup/route-call.ts'
import { expectError, law } from '../../setup/route-laws.ts'

type Row = Readonly<Record<string, unknown>>

interface PageBody {
  readonly rows: readonly Row[]
  readonly count: number
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly all: boolean
  readonly has_more: boolean
}

/** Rows walked from the beginning, and again up to the end. */
const WALKED = 9

/** Laws of every list about paging and CSV. */
export function pageLaws(route: ServedRoute, call: CallRoute): void {
  async function page(set: Row = {}): Promise<PageBody> {
    const response = await call(route, { set })
    const body = await response.json()
    expect(response.status, JSON.stringify(body)).toBe(200)
    const rows: readonly Row[] = body[route.rows ?? '']
    expect(body.count, JSON.stringify(set)).toBe(rows.length)
    expect(response.headers.get('x-credits-charged')).toBe(String(costOf(route.cost, rows.length)))
    expect(body.notes ?? [], 'empty notes are left out').not.toBeNull()
    // How long it took differs from call to call.
    if (isRecord(body.stats)) delete body.stats['elapsed_ms']
    return { ...body, rows }
  }

  law(route, 'a list says where its page stands, and its example has rows', ['it is no list'], async () => {
    const one = await page()
    expect(one.count).toBeGreaterThan(0)
    expect(one.total).toBeGreaterThanOrEqual(one.count)
    expect(one.has_more).toBe(one.offset + one.count < one.total)
  })

  law(
    route,
    'pages of one, two and three rows hold all rows once, in order',
    ['it is no list', 'its list is whole'],
    async () => {
      const whole = await page({ limit: undefined, offset: undefined, all: true })
      expect(whole.total, 'rows to page through').toBeGreaterThan(1)
      expect([whole.rows.length, whole.all, whole.has_more]).toEqual([whole.total, true, false])
      const ends = whole.total <= 3 * WALKED ? [0] : [0, whole.total - WALKED]
      for (const size of [1, 2, 3])
        for (const begin of ends) {
          const end = ends.length === 1 || begin > 0 ? whole.total : WALKED
          const walked: Row[] = []
          for (let offset = begin; offset < end; offset += size) {
            const one = await page({ limit: size, offset, all: undefined })
            expect(one).toMatchObject({ total: whole.total, limit: size, offset, all: false })
            expect(one.has_more, `${size} rows at ${offset}`).toBe(offset + size < whole.total)
            walked.push(...one.rows)
          }
          expect(walked).toEqual(whole.rows.slice(begin, begin + walked.length))
          expect(begin + walked.length).toBeGreaterThanOrEqual(end)
        }
    },
  )

  law(
    route,
    'all=true overrides limit and offset, and is echoed with them',
    ['it is no list', 'its list is whole'],
    async () => {
      const whole = await page({ limit: undefined, all: true })
      expect(await page({ limit: 1, offset: 1, all: true })).toEqual({ ...whole, limit: 1, offset: 1 })
    },
  )

  law(route, 'a page beyond the end is empty', ['it is no list', 'its list is whole'], async () => {
    const { total } = await page()
    for (const offset of [total, total + 1, 2_147_483_647]) {
      const beyond = await page({ limit: 2, offset })
      expect(beyond).toMatchObject({ rows: [], count: 0, total, offset, has_more: false })
    }
  })

  law(
    route,
    'the bounds of limit are allowed, and a limit cuts what it must',
    ['it is no list', 'its limit is of each query'],
    async () => {
      const limit = parametersOf(route).find(({ name }) => name === 'limit')
      if (limit === undefined) {
        const one = await page()
        expect([one.count, one.offset, one.has_more]).toEqual([one.total, 0, false])
        return
      }
      const most = await page({ limit: limit.meta.max })
      const least = await page({ limit: limit.meta.min })
      expect(most.limit).toBe(limit.meta.max)
      expect([least.limit, least.count]).toEqual([1, 1])
      expect(least.has_more).toBe(least.total > 1)
    },
  )

  law(
    route,
    'format=csv gives the rows by RFC 4180 under the declared columns',
    ['it is no list', 'its CSV has rows of its own'],
    async () => {
      const body = await (await call(route)).json()
      const rows: readonly Row[] = body[route.rows ?? '']
      const response = await call(route, { query: 'format=csv' })
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
      expect(response.headers.get('x-credits-charged')).toBe(String(costOf(route.cost, rows.length)))
      const text = await response.text()
      expect(text).toMatch(/\r\n$/)
      const [header, ...records]: string[][] = parse(text, { record_delimiter: '\r\n' })
      expect(header).toEqual(route.columns.map(({ name }) => name))
      expect(header).toEqual(columnsSeen(route, rows))
      expect(records).toEqual(rows.map((row) => route.columns.map((column) => cellOf(column, row))))
    },
  )

  law(route, 'CSV without rows is its header', ['it is no list', 'its list is whole'], async () => {
    const response = await call(route, { set: { offset: 2_147_483_647 }, query: 'format=csv' })
    expect(await response.text()).toBe(`${route.columns.map(({ name }) => name).join(',')}\r\n`)
  })

  law(route, 'a format that there is not is refused', [], async () => {
    const wrong = route.rows === undefined ? ['xml', 'csv', ''] : ['xml', 'CSV', '']
    for (const format of wrong) {
      const answer = await expectError(await call(route, { query: `format=${format}` }), 400, 'invalid_parameter')
      expect(answer['param']).toBe('format')
      expect(answer['message']).toContain('"format" must be json')
    }
    await expectError(await call(route, { query: 'format=json&format=json' }), 400, 'invalid_parameter')
    expect((await call(route, { query: 'format=json' })).headers.get('content-type')).toMatch(/^application\/json/)
  })
}

/** The columns that rows show: nested objects flat, lists and maps of any keys whole; where a nested object is null, the declared ones. */
function columnsSeen(route: ServedRoute, rows: readonly Row[]): string[] {
  const names = (value: unknown, path: readonly string[]): string[] => {
    if (!isRecord(value) || declared.includes(path.join('_'))) return [path.join('_')]
    return Object.entries(value).flatMap(([key, inner]) => names(inner, [...path, key]))
  }
  const declared = route.columns.map(({ name }) => name)
  const seen = new Set(rows.flatMap((row) => names(row, [])))
  return declared.filter((name) => seen.has(name) || rows.some((row) => isNullOnTheWay(route, name, row)))
}

function isNullOnTheWay(route: ServedRoute, name: string, row: Row): boolean {
  const path = route.columns.find((column) => column.name === name)?.path ?? []
  return path.some((_, index) => path.slice(0, index).reduce(member, row) === null)
}

function member(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : value
}

/** A value as its cell reads: null empty, lists of plain values joined by |, others and maps as JSON, what a spreadsheet would run quoted. */
function cellOf({ path }: Column, row: Row): string {
  const value = path.reduce(member, row as unknown)
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    const plain = value.every((item) => typeof item !== 'object' || item === null)
    return quoted(plain ? value.join('|') : JSON.stringify(value))
  }
  if (isRecord(value)) return JSON.stringify(value)
  return typeof value === 'string' ? quoted(value) : String(value)
}

function quoted(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
}

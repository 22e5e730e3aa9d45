import { z } from 'zod'
import { described, flag, integer } from './rule.ts'

/** A calendar day, `YYYY-MM-DD`. */
export function day(description: string) {
  const realDay = (value: string) =>
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value)
  return described(z.string().refine(realDay), {
    type: 'Date',
    list: false,
    description,
    range: 'a calendar day, YYYY-MM-DD',
  })
}

/** The paging parameters of every list, with the endpoint's own default size. */
export function paging(defaultLimit = 50, maxLimit = 1000) {
  return {
    limit: integer('Maximum number of rows per page.', { min: 1, max: maxLimit }).default(defaultLimit),
    offset: integer('Number of rows to skip.', { min: 0 }).default(0),
    all: flag('Return the full matching set, up to 5,000 rows, ignoring limit and offset.').default(false),
  }
}

/** The two ends of a span of days or years. */
interface Span {
  readonly from?: string | number | undefined
  readonly to?: string | number | undefined
}

/** Requires that the day `from`, where both are given, is not after `to`. */
export function withDayOrder<Schema extends z.ZodType<Span & { from?: string | undefined }>>(schema: Schema): Schema {
  return withOrder(schema)
}

/** Requires that the year `from`, where both are given, is not after `to`. */
export function withYearOrder<Schema extends z.ZodType<Span & { from?: number | undefined }>>(schema: Schema): Schema {
  return withOrder(schema)
}

function withOrder<Schema extends z.ZodType<Span>>(schema: Schema): Schema {
  return schema.check(({ value: { from, to }, issues }) => {
    if (from === undefined || to === undefined || from <= to) return
    issues.push({
      code: 'custom',
      path: ['from'],
      input: from,
      message: `"from" (${from}) must not be after "to" (${to}).`,
      params: { nearest: to },
    })
  })
}

import { z } from 'zod'
import { ApiError } from '../core/errors.ts'
import { choice, country, day, gicsCode, integer, listOf, text } from '../core/input.ts'
import { ASPECTS } from '../enrichment/knowledge.math.ts'
import { NEWS_TYPES } from '../enrichment/news-type.math.ts'
import { type DaySpan, WINDOWS, type WindowName, windowDays } from './window.math.ts'

/** `GET /v1/themes/{id}/summary`, beside the id. */
export const themeSummaryInput = z.strictObject({
  window: choice(
    'Days to look back over, today included (UTC); 7d when neither from nor to is given.',
    WINDOWS,
  ).optional(),
  from: day('First day, inclusive (UTC); instead of window.').optional(),
  to: day('Last day, inclusive (UTC); instead of window.').optional(),
  newsType: listOf(choice('News type.', NEWS_TYPES), NEWS_TYPES.length, 'News types, any of them.').optional(),
  country: listOf(country('Country.'), 50, 'Countries of the companies affected, any of them.').optional(),
  aspect: choice('Aspect of the business affected.', ASPECTS).optional(),
  gics: gicsCode('GICS code of the companies affected.').optional(),
  lang: text('Language of brief_text, where a translation is stored; ISO 639-1.', 10).default('en'),
})

/** `GET /v1/brief`. */
export const briefInput = themeSummaryInput.extend({
  megatrend: integer('Megatrend node id; its subtree is included.', { min: 10_000_000, max: 99_999_999 }).optional(),
})

/** The days a brief covers and what they are called. */
export interface BriefWindow extends DaySpan {
  /** Name of the window, or `custom`. */
  readonly label: string
}

/** The window asked for; throws 400 when it is given twice over or ends before it begins. */
export function briefWindow(
  input: { window?: WindowName | undefined; from?: string | undefined; to?: string | undefined },
  nowMs: number,
): BriefWindow {
  const { window, from, to } = input
  if (window !== undefined && (from !== undefined || to !== undefined)) {
    throw new ApiError('invalid_parameter', `"window" (${window}) excludes "from" and "to": give one or the other.`, {
      param: 'window',
    })
  }
  if (from === undefined && to === undefined) {
    const label = window ?? '7d'
    return { ...windowDays(label, nowMs), label }
  }
  // Only one end given: up to today, or the week that ends there.
  const last = to ?? windowDays('7d', nowMs).to
  const first = from ?? (last < '0001' ? last : windowDays('7d', Date.parse(last)).from)
  if (first > last) {
    const end = to === undefined ? `today (${last}), where a brief without "to" ends` : `"to" (${last})`
    throw new ApiError('invalid_parameter', `"from" (${first}) must not be after ${end}.`, {
      param: 'from',
      did_you_mean: last,
    })
  }
  return { from: first, to: last, label: 'custom' }
}

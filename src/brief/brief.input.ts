import { z } from 'zod'
import { megatrendKey, megatrendScope } from '../catalog/taxonomy/megatrend.input.ts'
import { ApiError } from '../core/errors.ts'
import { country, gicsCode } from '../core/input/code-rule.ts'
import { choice, inRest, listOf } from '../core/input/rule.ts'
import { day } from '../core/input/span-rule.ts'
import { objectKey } from '../core/input/text-rule.ts'
import { type DaySpan, WINDOWS, type WindowName, windowDays } from '../core/time/window.pure.ts'
import { ASPECT } from '../enrichment/vocabulary/verdict-enum.pure.ts'
import { NEWS_TYPE } from '../impact/news-type.ts'
import { briefLanguage } from '../news/feed/brief-language.ts'
import { ABOUT_COMPANIES } from '../news/feed/news.input.ts'

/** Filters of a brief. */
const scope = {
  scope: megatrendScope,
  window: choice(
    'Days to look back over, today included (UTC); 7d when neither from nor to is given.',
    WINDOWS,
  ).optional(),
  from: day('First day, inclusive (UTC); instead of window.').optional(),
  to: day('Last day, inclusive (UTC); instead of window.').optional(),
  newsTypes: inRest(
    'news_type',
    listOf(choice('News type.', NEWS_TYPE), NEWS_TYPE.tokens.length, 'News types, any of them.'),
  ).optional(),
  countries: inRest(
    'country',
    listOf(country('Country.'), 50, `Countries, any of them; ${ABOUT_COMPANIES}`),
  ).optional(),
  aspect: choice('Aspect of the business affected.', ASPECT).optional(),
  gicsCode: inRest('gics', gicsCode(`GICS code; ${ABOUT_COMPANIES}`)).optional(),
  language: briefLanguage(),
}

/** Parameters of the summary of a theme. */
export const themeSummaryInput = z.strictObject({ id: objectKey('Node id of 8 digits, or slug.'), ...scope })

/** Parameters of a brief. */
export const briefInput = z.strictObject({
  ...scope,
  megatrend: megatrendKey('Megatrend, node id or slug; its subtree is included.').optional(),
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

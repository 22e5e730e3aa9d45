import { ApiError } from '../../core/errors.ts'
import { dayOfMs, isoOfDay } from '../../core/time/day.pure.ts'
import { type WindowName, windowDays } from '../../core/time/window.pure.ts'

/** Days from one to another, both inclusive, and what they are called. */
export interface ContextSpan {
  readonly from: string
  readonly to: string
  readonly label: string
}

/** The days a context speaks of. */
export interface ContextWindow extends ContextSpan {
  readonly empty: boolean
  readonly note: string | null
}

/** The days that are asked for: by name, or one by one. */
export interface SpanRequest {
  readonly window?: WindowName | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The days asked for; without `to` up to today, without `from` from the first trade. */
export function spanOf({ window, from, to }: SpanRequest, inception: string | undefined, nowMs: number): ContextSpan {
  if (window !== undefined && (from !== undefined || to !== undefined))
    throw new ApiError('invalid_parameter', `"window" (${window}) excludes "from" and "to": give one or the other.`, {
      param: 'window',
    })
  if (from === undefined && to === undefined) {
    const label = window ?? '30d'
    return { ...windowDays(label, nowMs), label }
  }
  const last = to ?? isoOfDay(dayOfMs(nowMs))
  const begin = from ?? (inception !== undefined && inception < last ? inception : last)
  if (begin > last)
    throw new ApiError('invalid_parameter', `"from" (${begin}) must not be after today (${last}).`, {
      param: 'from',
      did_you_mean: last,
    })
  return { from: begin, to: last, label: 'custom' }
}

import type { Notifications } from '../core/notifications.ts'

const REMEMBERED_MAX = 1_000

const totals = new Map<string, Promise<number>>()

/** The count of a feed, remembered until there is news; a failed count is not remembered. */
export function rememberedTotal(key: string, count: () => Promise<number>): Promise<number> {
  const present = totals.get(key)
  if (present) return present
  if (totals.size >= REMEMBERED_MAX) totals.clear()
  const counted = count()
  totals.set(key, counted)
  counted.catch(() => totals.delete(key))
  return counted
}

const forgetters: (() => void)[] = [() => totals.clear()]

/** Has `forget` called when news or the graph changes. */
export function forgetOnNews(forget: () => void): void {
  forgetters.push(forget)
}

/** Forgets what was counted when news or the graph changes, whoever changed it. */
export function watchNews(notifications: Notifications): void {
  const forgetAll = () => {
    for (const forget of forgetters) forget()
  }
  notifications.on('news_changed', forgetAll)
  notifications.on('reference_changed', forgetAll)
}

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

/** Forgets all counts when news or the graph changes, whoever changed it. */
export function watchNews(notifications: Notifications): void {
  notifications.on('news_changed', () => totals.clear())
  notifications.on('reference_changed', () => totals.clear())
}

import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between a verb and the post or crisis it ends. */
const REACH = 5

/**
 * Reads that a country's politics are in turmoil or settle: "declares martial law", "removes finance minister", "reach deal to govern".
 * Only of countries whose currency is small enough to show it, and where no company is named.
 */
export function readPolitics({ tags, words, isIn, hasIn, groups }: EventTitle): WorldEvent | null {
  const isShown = (code: string) => !groups.broad_currency.has(code)
  const country =
    tags.find((tag) => tag.country !== null && tag.country.pairs.length + tag.country.rates.length > 0)?.country ?? null
  if (country === null || !isShown(country.code) || companiesIn(tags).length > 0) return null
  // The euro has other sides.
  const roles = country.pairs.length === 0 ? { currency: [] } : {}
  const event = (sign: 1 | -1) => createEvent({ kind: 'politics', sign, actor: country, target: country, roles })
  if (hasIn('power_shared')) return event(1)
  const crisis = words.findIndex((_, at) => isIn(at, 'turmoil'))
  if (crisis >= 0) return event(hasIn('turmoil_ended', Math.max(0, crisis - REACH), crisis) ? 1 : -1)
  // "Sacks finance minister", "mayor detained in dawn raid"; what follows "after" is why.
  const until = words.findIndex((_, at) => isIn(at, 'background'))
  const isOusted = words.some(
    (_, at) =>
      isIn(at, 'ousted') && (until < 0 || at < until) && hasIn('office', Math.max(0, at - REACH), at + 1 + REACH),
  )
  return isOusted ? event(-1) : null
}

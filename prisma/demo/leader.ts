import type { DemoListing } from './market.ts'

/**
 * The line that leads the prices of a company with several (share classes, depositary receipts): the first with a market value and
 * shares. Null for that line itself, and where none has both.
 */
export function findLeader(listing: DemoListing, lines: readonly DemoListing[]): DemoListing | null {
  const leader = lines.find((line) => line.marketCapUsd !== null && line.sharesOutstanding)
  return leader && leader.id !== listing.id ? leader : null
}

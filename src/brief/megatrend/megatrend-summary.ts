import type { Listing, Megatrend, Membership } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { requireMegatrend } from '../../catalog/taxonomy/find-megatrend.ts'
import type { MegatrendScope } from '../../catalog/taxonomy/megatrend.input.ts'
import { marketCapOf } from '../../market/profile/market-cap.ts'
import { briefWindow } from '../brief.input.ts'
import { readPulse } from '../brief.ts'
import type { Pulse } from '../pulse/pulse.pure.ts'

/** A node and the direction of its news of the last 30 days. */
export interface MegatrendSummary {
  readonly node: Megatrend
  readonly pulse: Pulse
}

/** A listing in a megatrend. */
export interface TrendMember {
  readonly listing: Listing
  readonly membership: Membership
}

/** The summary of a node by id or slug; an unknown one is 404. */
export async function readMegatrendSummary(
  id: string,
  scope: MegatrendScope,
  nowMs: number,
): Promise<MegatrendSummary> {
  const node = requireMegatrend(id)
  return { node, pulse: await readPulse(node, briefWindow({ window: '30d' }, nowMs), scope) }
}

/** Members of a subtree, largest first; of several parts a listing plays in it the one that is core, then the first. */
export function membersOf(node: Megatrend): TrendMember[] {
  const parts = new Map<number, TrendMember>()
  for (const membership of catalog().membershipsIn(node.nodeId)) {
    const listing = catalog().listing(membership.listingId)
    const present = parts.get(membership.listingId)?.membership
    if (listing && (!present || (present.exposure !== 'core' && membership.exposure === 'core'))) {
      parts.set(membership.listingId, { listing, membership })
    }
  }
  return [...parts.values()].sort(
    (a, b) => marketCapOf(b.listing) - marketCapOf(a.listing) || a.listing.id - b.listing.id,
  )
}

import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { Cause } from './cause.pure.ts'
import { type Seed, UNCLEAR_VERDICT } from './seed.pure.ts'

/** What an event does to an asset. */
type Effects = readonly { readonly asset: Pick<KnownAsset, 'id'> }[]

/**
 * A named asset with what happened to it. A commodity has no direction where the words tell of the companies that make it and no event
 * moves its price: "government backs zinc sector", "scales back nickel plans as returns disappoint".
 */
export function toSource<Named extends Seed>(seed: Named, cause: Cause, effects: Effects): Named & { cause: Cause } {
  const { asset, verdict, rationale } = seed
  const isPrice = asset.type !== 'commodity' || verdict.isPriceMove === true || cause !== 'other'
  const isMoved = rationale !== undefined || effects.some((one) => one.asset.id === asset.id)
  return isPrice || isMoved || verdict.direction === 'ambiguous'
    ? { ...seed, cause }
    : { ...seed, verdict: UNCLEAR_VERDICT, cause }
}

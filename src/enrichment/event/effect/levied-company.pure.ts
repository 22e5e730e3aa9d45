import type { EventCountry, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { Market, Player } from './market.pure.ts'

/** Who pays a tax of a country: who makes the good there; of a service those who offer it anywhere where nobody there does. */
export function findLevied(
  makers: readonly Player[],
  goods: readonly Good[],
  there: EventCountry | null,
  { makersOf, isLocal }: Market,
): readonly Player[] {
  if (there !== null && makers.length > 0) return makers
  const sold = goods.filter((good) => good.commodities.length === 0 && !isLocal(good))
  return makersOf(sold).slice(0, MAX_OF_WORLD)
}

/** Those of the world who sell everywhere. */
const MAX_OF_WORLD = 4

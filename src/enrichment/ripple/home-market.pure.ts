import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { EventLexicon } from '../vocabulary/event-lexicon.pure.ts'

/** Where companies sell. */
export interface HomeMarket {
  /** True where a company sells only at home and another is at home in another country: what happens to the first brings the second no buyers. */
  readonly isApart: (from: KnownAsset, to: KnownAsset) => boolean
  /** The same, but for countries of one market, whose companies see the same demand. */
  readonly isFar: (from: KnownAsset, to: KnownAsset) => boolean
}

/** Prepares the industries that are bound to a place and the countries that form one market: prisma/reference/event/groups.csv. */
export function createHomeMarket(groups: EventLexicon['groups']): HomeMarket {
  const membersOf = (wanted: string) => groups.find(({ group }) => group === wanted)?.members ?? []
  const local = membersOf('local_industry')
  const markets = [membersOf('market_china'), membersOf('market_europe')]
  const isLocal = ({ type, gics }: KnownAsset) => type === 'stock' && local.some((code) => gics?.startsWith(code))
  const isApart: HomeMarket['isApart'] = (from, to) =>
    from.country !== to.country && to.type === 'stock' && isLocal(from)
  return {
    isApart,
    isFar: (from, to) =>
      isApart(from, to) &&
      !markets.some((countries) => countries.includes(from.country) && countries.includes(to.country)),
  }
}

import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { roundTo } from '../../core/round.pure.ts'
import type { AssetImpact } from '../../enrichment/vocabulary/verdict.pure.ts'
import { currentScorer } from '../../impact/enricher.ts'
import type { Book } from '../valuation/book.ts'
import { stakesOf } from './allocation.ts'

/** A holding that a text moves. */
export interface RippledHolding {
  readonly listing: Listing
  readonly impact: AssetImpact
  /** Percent of what is held and owed; negative when owed. */
  readonly weightPct: number
  /** Weight as a fraction x relevance x sign of the direction. */
  readonly effect: number
}

/** What a text would do to a portfolio. */
export interface PortfolioRipple {
  readonly impactScore: number
  /** Sum of the effects on the holdings. */
  readonly effect: number
  /** Percent of what is held and owed that is moved either way. */
  readonly affectedPct: number
  readonly holdings: readonly RippledHolding[]
}

const SIGNS = { pos: 1, neg: -1, ambiguous: 0 } as const
const DIGITS = 6

/**
 * Scores a text and weighs what it does to the listings of a book by what is held of them; what is owed gains where it falls. A share class
 * or receipt that the text does not reach by itself is moved as another one of its company.
 */
export async function readRipple(book: Book, title: string, text: string | undefined): Promise<PortfolioRipple> {
  const { impacts, impactScore } = await currentScorer()({ title, text })
  const own = new Map(impacts.map((impact) => [impact.assetId, impact]))
  const ofIssuer = new Map(impacts.toReversed().map((impact) => [catalog().issuerIdOf(impact.assetId), impact]))
  const stakes = stakesOf(book)
  const gross = stakes.reduce((sum, { value }) => sum + Math.abs(value), 0)
  const holdings = stakes
    .flatMap(({ listing, value }) => {
      const impact = own.get(listing.id) ?? ofIssuer.get(catalog().issuerIdOf(listing.id))
      if (!impact || value === 0) return []
      const weight = value / gross
      const effect = roundTo(weight * impact.relevance * SIGNS[impact.direction], DIGITS)
      return [{ listing, impact, weightPct: roundTo(weight * 100, 4), effect }]
    })
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect) || a.listing.id - b.listing.id)
  const sum = (of: (one: RippledHolding) => number) => holdings.reduce((total, one) => total + of(one), 0)
  return {
    impactScore,
    effect: roundTo(
      sum(({ effect }) => effect),
      DIGITS,
    ),
    affectedPct: roundTo(
      sum(({ weightPct }) => Math.abs(weightPct)),
      4,
    ),
    holdings,
  }
}

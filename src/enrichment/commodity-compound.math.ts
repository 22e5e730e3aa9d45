import type { KnownAsset } from './knowledge.math.ts'
import { cuesOf, type LinkLexicon } from './link-lexicon.math.ts'
import type { TokenText } from './token.math.ts'

interface Named {
  readonly asset: KnownAsset
  readonly from: number
  readonly to: number
}

/** Words that may stand between a company and what it digs: "BHP's quarterly copper output". */
const OWNER_REACH = 2

/**
 * Tells a commodity or currency that only says of what kind something is: "Ford hit by aluminum tariffs" is no news of the
 * metal, nor "BHP copper output" or "importers' dollar demand". Where it leads the headline itself, it is the news.
 */
export function createCompoundFilter(
  lexicon: LinkLexicon,
): (named: Named, tokens: TokenText, all: readonly Named[]) => boolean {
  const trade = cuesOf(lexicon, 'flow_after')
  const exchange = cuesOf(lexicon, 'exchange_after')
  const product = cuesOf(lexicon, 'product_after')

  return ({ asset, from, to }, { words, breaks }, all) => {
    if (asset.type !== 'commodity' && asset.type !== 'forex') return false
    const next = breaks[to] === true ? '' : (words[to] ?? '')
    const others = all.filter((one) => one.to <= from && one.asset.id !== asset.id)
    if (asset.type === 'forex') return exchange.has(next) && others.some((one) => one.asset.type === 'forex')
    if (trade.has(next)) return others.length > 0
    const owner = others.findLast((one) => one.asset.type === 'stock')
    if (owner === undefined) return false
    // "Fortescue ships record volume of iron ore".
    if (words[from - 1] === 'of' && product.has(words[from - 2] ?? '')) return true
    if (!product.has(next)) return false
    const possessive = words[owner.to] === "'s"
    return possessive ? from - owner.to <= OWNER_REACH : from === owner.to
  }
}

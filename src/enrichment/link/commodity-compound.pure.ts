import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import { collectCues } from './cue.pure.ts'

interface Named {
  readonly asset: KnownAsset
  readonly from: number
  readonly to: number
}

/** Tokens between a company and the commodity of its product: "BHP's quarterly copper output". */
const OWNER_REACH = 2

/**
 * Prepares a filter for commodities and currencies that only modify a noun: "Ford hit by aluminum tariffs" is no news about the
 * metal, nor "BHP copper output" or "importers' dollar demand". One that leads the headline itself is the subject.
 */
export function createCompoundFilter(
  lexicon: LinkLexicon,
): (named: Named, tokens: TokenisedText, all: readonly Named[]) => boolean {
  const trade = collectCues(lexicon, 'flow_after')
  const exchange = collectCues(lexicon, 'exchange_after')
  const product = collectCues(lexicon, 'product_after')

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

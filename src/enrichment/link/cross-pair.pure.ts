import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import type { ResolvedCandidate } from './candidate.pure.ts'

const AGAINST = wordSet('against vs versus')
/** Tokens between "against" and the currency. */
const REACH = 2

/** The returned function links the second of two currencies to the pair of both: the euro of "franc surges against the euro" is EUR/CHF. */
export function createCrossLinker(
  knowledge: Knowledge,
): (named: ResolvedCandidate, tokens: TokenisedText, all: readonly ResolvedCandidate[]) => KnownAsset {
  const pairs = new Map(knowledge.assets.filter(isForex).map((asset) => [asset.symbol, asset]))
  return ({ asset, from }, { words }, all) => {
    const first = all.findLast((one) => one.to < from && isForex(one.asset))?.asset
    if (first === undefined || !words.slice(Math.max(0, from - 1 - REACH), from).some((word) => AGAINST.has(word)))
      return asset
    const [one, other] = [codeOf(first), codeOf(asset)]
    return pairs.get(one + other) ?? pairs.get(other + one) ?? asset
  }
}

function isForex({ type }: KnownAsset): boolean {
  return type === 'forex'
}

/** The currency of a pair with the dollar. */
function codeOf({ symbol }: KnownAsset): string {
  return symbol.replace('USD', '')
}

import { enumeration } from '../core/input/enumeration.pure.ts'

const CLASSES = {
  commodity: 'Commodities; cryptocurrencies count as such, as the CFTC holds they are.',
  forex: 'Currency pairs and the dollar index.',
  rates: 'Government bonds and money-market rates.',
  equity: 'Stock indices and their volatility, by the tickers of funds that follow them.',
} as const

/** What kind of asset a futures contract is about. */
export const ASSET_CLASS = enumeration('PositioningAssetClass', 'Kind of asset a futures contract is about.', CLASSES)

/** A kind of asset. */
export type AssetClass = (typeof ASSET_CLASS.tokens)[number]

/** The same with the names that mean one of them. */
export const ASSET_CLASS_FILTER = enumeration('PositioningAssetClassFilter', 'Kinds of assets to show.', {
  ...CLASSES,
  fx: 'The same as forex.',
  equity_index: 'The same as equity.',
})

const MEANT = { fx: 'forex', equity_index: 'equity' } as const

/** The kind of asset that a filter means. */
export function assetClassOf(filter: (typeof ASSET_CLASS_FILTER.tokens)[number]): AssetClass {
  return filter === 'fx' || filter === 'equity_index' ? MEANT[filter] : filter
}

import type { AssetClass } from './asset-class.pure.ts'

/** A futures contract the CFTC reports on, and the listing it is shown for. */
export interface Contract {
  /** Contract market code of the CFTC, six characters. */
  readonly code: string
  readonly ticker: string
  readonly assetClass: AssetClass
  /** What is traded, and where. */
  readonly name: string
  /** True where the listing falls when the contract rises: yields against bonds, USDJPY against the yen. */
  readonly inverse: boolean
}

import type { Rejection } from '../../core/file/ingest-summary.ts'
import type { Contract } from './chain.pure.ts'

/** The contracts of one underlying on one day, as a source gives them. */
export interface ChainBlock {
  /** Ticker of the underlying as the source writes it, or as the operator named it. */
  readonly ticker: string
  /** Days since 1970-01-01. */
  readonly day: number
  /** Price of the underlying; NaN where the source does not say. */
  readonly spot: number
  readonly contracts: readonly Contract[]
}

/** What is read of a source: chains, and what could not be taken. */
export interface ChainReading {
  readonly chain?: ChainBlock
  readonly rejected: readonly Rejection[]
}

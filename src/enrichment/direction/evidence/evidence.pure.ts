import type { Weights } from '../../vocabulary/direction-lexicon.pure.ts'
import type { Clause } from '../parse/clause.pure.ts'
import type { NameSpan, ParsedText } from '../parse/parsed-text.pure.ts'

/** A sentiment-bearing expression in a text: its polarity, and the syntax that tells whom it concerns. */
export interface Evidence {
  /** Tokens of the deciding words, `to` excluded. */
  readonly from: number
  readonly to: number
  /** Tokens of the word whose owner is looked for: of the quantity where there is one, else of the word itself. */
  readonly anchorFrom: number
  readonly anchorTo: number
  /** First token of the verb. */
  readonly verbFrom: number
  readonly clause: Clause | undefined
  /** Whom it concerns: `verb` its subject and object, `noun` its owner, `target` the company spoken about, `adjacent` the nearest name before. */
  readonly construction: 'verb' | 'noun' | 'target' | 'adjacent'
  readonly isPassive: boolean
  /** Polarity for the subject or owner, -1..1. */
  readonly subject: number
  /** Polarity for the object; null when nothing is said about it. */
  readonly object: number | null
  /** Polarity for names after a preposition. */
  readonly byPreposition: Weights
  /** Polarity for a name after "to" that gets what is more or less; null where it gets nothing. */
  readonly receiver: number | null
  /** Polarity for assets of a kind, where it differs from a company's. */
  readonly byAssetKind: Weights
  /** True for a move of the asset's own price. */
  readonly isPrice: boolean
  /** The commodity or currency that the words modify and nothing else: "higher copper prices". */
  readonly modifiedName: NameSpan | null
  /** True for a line of a company's accounts: no commodity has margins. */
  readonly isFinancials: boolean
  /** Polarity for names to which the evidence is not attributed, -1..1. */
  readonly tone: number
}

const NO_WEIGHTS: Weights = new Map()

/** Evidence of one word for its owner, with what its construction adds. */
export function createEvidence(
  { clauseAt }: ParsedText,
  anchor: { readonly from: number; readonly to: number },
  from: number,
  polarity: number,
  construction: Partial<Evidence> = {},
): Evidence {
  return {
    from,
    to: anchor.to,
    anchorFrom: anchor.from,
    anchorTo: anchor.to,
    verbFrom: anchor.from,
    clause: clauseAt[anchor.from],
    construction: 'noun',
    isPassive: false,
    subject: polarity,
    object: null,
    byPreposition: NO_WEIGHTS,
    receiver: null,
    byAssetKind: NO_WEIGHTS,
    isPrice: false,
    modifiedName: null,
    isFinancials: false,
    tone: polarity,
    ...construction,
  }
}

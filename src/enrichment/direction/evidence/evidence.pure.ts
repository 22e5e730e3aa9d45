import type { Weights } from '../../vocabulary/direction-lexicon.pure.ts'
import type { ParsedText } from '../parse/parsed-text.pure.ts'

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
  /** Index into `ParsedText.clauses`. */
  readonly clause: number
  /** Whom it concerns: `verb` its subject and object, `noun` its owner, `target` the company spoken about, `adjacent` the nearest name before. */
  readonly construction: 'verb' | 'noun' | 'target' | 'adjacent'
  readonly isPassive: boolean
  /** Polarity for the subject or owner, -1..1. */
  readonly subject: number
  /** Polarity for the object; null when nothing is said about it. */
  readonly object: number | null
  /** Polarity for names after a preposition. */
  readonly byPreposition: Weights
  /** Polarity for assets of a kind, where it differs from a company's. */
  readonly byAssetKind: Weights
  /** True for a move of the asset's own price. */
  readonly isPrice: boolean
  /** Index of the commodity or currency that the words modify and nothing else: "higher copper prices". */
  readonly modifiedName: number | null
  /** True for a line of a company's accounts: no commodity has margins. */
  readonly isFinancials: boolean
  /** Polarity for names to which the evidence is not attributed, -1..1. */
  readonly tone: number
}

const NO_WEIGHTS: Weights = new Map()

/** Evidence of one word for its owner; callers override what their construction adds. */
export function createEvidence(
  parsed: ParsedText,
  anchor: { readonly from: number; readonly to: number },
  from: number,
  polarity: number,
): Evidence {
  return {
    from,
    to: anchor.to,
    anchorFrom: anchor.from,
    anchorTo: anchor.to,
    verbFrom: anchor.from,
    clause: parsed.clauseAt[anchor.from] ?? 0,
    construction: 'noun',
    isPassive: false,
    subject: polarity,
    object: null,
    byPreposition: NO_WEIGHTS,
    byAssetKind: NO_WEIGHTS,
    isPrice: false,
    modifiedName: null,
    isFinancials: false,
    tone: polarity,
  }
}

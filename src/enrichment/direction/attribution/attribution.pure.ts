import type { Evidence } from '../evidence/evidence.pure.ts'
import { expandCoordination } from '../grammar/subject.pure.ts'
import type { ParsedText } from '../parse/parsed-text.pure.ts'

/** The polarity of one piece of evidence for one name, an index into `ParsedText.names`. */
export interface Attribution {
  readonly name: number
  readonly polarity: number
}

/** Attributes evidence to a name, with the polarity for its kind of asset where there is one. */
export function createAttribution(parsed: ParsedText, name: number, weight: number, evidence: Evidence): Attribution {
  const asset = parsed.names[name]?.assetKind
  const forAssetKind = asset == null ? undefined : evidence.byAssetKind.get(asset)
  return { name, polarity: forAssetKind ?? weight }
}

/** Polarity for the customer who gives an award: not 0, which would count as no evidence. */
export const AWARD_GIVER = 0.01

/** Attributes evidence to a name and all names coordinated with it: "Citi, UBS and Barclays". */
export function attributeToGroup(
  parsed: ParsedText,
  name: number,
  polarity: number,
  evidence: Evidence,
): Attribution[] {
  return expandCoordination(parsed, name).map((each) => createAttribution(parsed, each, polarity, evidence))
}

import type { Evidence } from '../evidence/evidence.pure.ts'
import { expandCoordination } from '../grammar/subject.pure.ts'
import type { NameSpan, ParsedText } from '../parse/parsed-text.pure.ts'

/** The polarity of one piece of evidence for one name. */
export interface Attribution {
  readonly name: NameSpan
  readonly polarity: number
}

/** Attributes evidence to a name, with the polarity for its kind of asset where there is one. */
export function createAttribution(name: NameSpan, polarity: number, { byAssetKind }: Evidence): Attribution {
  return { name, polarity: byAssetKind.get(name.assetKind ?? '') ?? polarity }
}

/** Polarity for the customer who gives an award: not 0, which would count as no evidence. */
export const AWARD_GIVER = 0.01

/** Attributes evidence to a name and all names coordinated with it: "Citi, UBS and Barclays". */
export function attributeToGroup(
  parsed: ParsedText,
  name: NameSpan | undefined,
  polarity: number,
  evidence: Evidence,
): Attribution[] {
  return name === undefined
    ? []
    : expandCoordination(parsed, name).map((each) => createAttribution(each, polarity, evidence))
}

/** True for a name to which something is attributed. */
export function isAttributed(attributions: readonly Attribution[], name: NameSpan | undefined): boolean {
  return attributions.some((one) => one.name === name)
}

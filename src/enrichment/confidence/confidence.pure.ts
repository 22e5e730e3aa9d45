import { recordOf } from '../../core/record.pure.ts'

/** Verdicts that are counted apart: a direction is right where it comes out so, silence where there was nothing to say. */
export const VERDICT_KINDS = ['direction', 'ambiguous'] as const
export type VerdictKind = (typeof VERDICT_KINDS)[number]

/** How much a ground of a verdict speaks for its being right. */
export interface GroundWeight {
  readonly kind: VerdictKind
  /** `ground=value`, as the stages list it; `always` is the weight of every verdict. */
  readonly ground: string
  readonly logOdds: number
}

/** The share of verdicts with a raw score that were right. */
export interface CalibrationPoint {
  readonly kind: VerdictKind
  readonly raw: number
  readonly confidence: number
}

/** What confidence is computed from: prisma/reference/confidence, which `npm run calibrate` recomputes from the labelled sets. */
export interface ConfidenceModel {
  readonly weights: readonly GroundWeight[]
  readonly points: readonly CalibrationPoint[]
  /** A direction with less confidence is ambiguous. */
  readonly cutOff: number
}

/**
 * A direction with less confidence is ambiguous. On the labelled headlines hardly any falls below it; a higher one would silence more
 * right directions than wrong ones (`npm run bench -- enrich` prints the shares).
 */
export const CUT_OFF = 0.4

/** Takes the grounds of a verdict and gives its confidence, 0-1 with three decimals. */
type ReadConfidence = (kind: VerdictKind, grounds: readonly string[]) => number

/** The ground that every verdict has. */
export const ALWAYS = 'always'

/**
 * Confidence in two steps. The raw score is a logistic regression on the grounds. A table of points, monotone, maps it to the share
 * that was right among labelled verdicts; between points it is interpolated. The table is isotonic regression by pooling adjacent
 * violators (Zadrozny and Elkan, "Transforming classifier scores into accurate multiclass probability estimates", KDD 2002).
 */
export function createConfidence({ weights, points }: Pick<ConfidenceModel, 'weights' | 'points'>): ReadConfidence {
  const read = recordOf(VERDICT_KINDS, (kind) => {
    const logOdds = new Map(weights.filter((one) => one.kind === kind).map((one) => [one.ground, one.logOdds]))
    const curve = points.filter((one) => one.kind === kind).toSorted((a, b) => a.raw - b.raw)
    return (grounds: readonly string[]) => interpolate(curve, computeRawScore(logOdds, grounds))
  })
  return (kind, grounds) => Math.round(read[kind](grounds) * 1000) / 1000
}

/** The raw score of some grounds, 0-1; a ground without a weight says nothing. */
export function computeRawScore(logOdds: ReadonlyMap<string, number>, grounds: readonly string[]): number {
  let sum = logOdds.get(ALWAYS) ?? 0
  for (const ground of grounds) sum += logOdds.get(ground) ?? 0
  return 1 / (1 + Math.exp(-sum))
}

/** The confidence at a raw score, on the line between the points beside it. */
function interpolate(curve: readonly Omit<CalibrationPoint, 'kind'>[], raw: number): number {
  const after = curve.findIndex((point) => point.raw >= raw)
  const [left, right] = [curve[after < 0 ? curve.length - 1 : after - 1], curve[after]]
  if (left === undefined || right === undefined) return (left ?? right)?.confidence ?? raw
  const part = right.raw === left.raw ? 0 : (raw - left.raw) / (right.raw - left.raw)
  return left.confidence + part * (right.confidence - left.confidence)
}

import {
  ALWAYS,
  type CalibrationPoint,
  computeRawScore,
  type GroundWeight,
  type VerdictKind,
} from '../src/enrichment/confidence/confidence.pure.ts'

/** A labelled verdict: what it rests on, and how right it was. */
export interface LabelledVerdict {
  /** Verdicts on one headline are never parted between folds. */
  readonly headline: string
  readonly kind: VerdictKind
  readonly grounds: readonly string[]
  /** Whether it is right by the rules of today: the weights learn from it which verdicts are weak. */
  readonly isRight: boolean
  /** How right it was when the rules first read the headline, 0-1: the points learn from it how right verdicts on new headlines are. */
  readonly right: number
}

/** Weights and points of one kind of verdict, with the number of verdicts each rests on. */
export interface Fit {
  readonly weights: readonly (GroundWeight & { readonly verdicts: number })[]
  readonly points: readonly (CalibrationPoint & { readonly verdicts: number })[]
}

/** A ground that fewer verdicts have gets no weight. */
const VERDICTS_MIN = 8
/** Ridge penalty: the prior of a weight is normal around 0 with a variance of 1 / this. */
const RIDGE = 4
const NEWTON_STEPS = 7
const FOLDS = 5
/** A point of the table rests on at least so many verdicts, and there are at most so many points. */
const POINT_VERDICTS_MIN = 25
const POINTS_MAX = 40

/**
 * Fits the weights on all verdicts and the points on scores that come from folds without the verdict's headline, so that the points
 * know how much the weights have learnt by heart.
 */
export function fitKind(kind: VerdictKind, verdicts: readonly LabelledVerdict[]): Fit {
  const own = verdicts.filter((one) => one.kind === kind)
  const weights = fitWeights(own)
  const scored = inFolds(own, FOLDS).flatMap(([rest, held]) => {
    const learnt = fitWeights(rest).logOdds
    return held.map(({ grounds, right }) => ({ raw: computeRawScore(learnt, grounds), right }))
  })
  return {
    weights: [...weights.logOdds].map(([ground, logOdds]) => ({
      kind,
      ground,
      logOdds: Math.round(logOdds * 1000) / 1000,
      verdicts: weights.counts.get(ground) ?? 0,
    })),
    points: fitPoints(scored).map((point) => ({ kind, ...point })),
  }
}

/** Each fold with the rest, by headline; always the same. */
export function inFolds(
  verdicts: readonly LabelledVerdict[],
  count: number,
): [rest: LabelledVerdict[], held: LabelledVerdict[]][] {
  const foldOf = (headline: string) => {
    let hash = 2_166_136_261
    for (let i = 0; i < headline.length; i++) hash = Math.imul(hash ^ headline.charCodeAt(i), 16_777_619) >>> 0
    return (hash >>> 8) % count
  }
  return Array.from({ length: count }, (_, fold) => [
    verdicts.filter((one) => foldOf(one.headline) !== fold),
    verdicts.filter((one) => foldOf(one.headline) === fold),
  ])
}

/** Logistic regression with a ridge penalty, by Newton's method. */
function fitWeights(verdicts: readonly LabelledVerdict[]): {
  readonly logOdds: Map<string, number>
  readonly counts: ReadonlyMap<string, number>
} {
  const counts = new Map([[ALWAYS, verdicts.length]])
  for (const { grounds } of verdicts) for (const one of grounds) counts.set(one, (counts.get(one) ?? 0) + 1)
  const names = [...counts].filter(([name, count]) => name === ALWAYS || count >= VERDICTS_MIN).map(([name]) => name)
  const indexOf = new Map(names.map((name, index) => [name, index]))
  const rows = verdicts.map(({ grounds, isRight }) => ({
    isRight,
    at: [0, ...new Set(grounds.flatMap((name) => indexOf.get(name) ?? []))],
  }))
  const size = names.length
  const values = new Float64Array(size)
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const gradient = Float64Array.from(values, (value, i) => (i === 0 ? 0 : -RIDGE * value))
    const hessian = Array.from({ length: size }, (_, i) => {
      const row = new Float64Array(size)
      row[i] = i === 0 ? 1e-6 : RIDGE
      return row
    })
    for (const { at, isRight } of rows) {
      const share = 1 / (1 + Math.exp(-at.reduce((sum, i) => sum + (values[i] ?? 0), 0)))
      const weight = share * (1 - share)
      for (const i of at) {
        gradient[i] = (gradient[i] ?? 0) + Number(isRight) - share
        const row = hessian[i]
        if (row !== undefined) for (const j of at) row[j] = (row[j] ?? 0) + weight
      }
    }
    solve(hessian, gradient).forEach((change, i) => {
      values[i] = (values[i] ?? 0) + change
    })
  }
  return { logOdds: new Map(names.map((name, i) => [name, values[i] ?? 0])), counts }
}

/** Solves a symmetric positive definite system by Cholesky's decomposition. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length
  const at = (i: number, j: number) => matrix[i]?.[j] ?? 0
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      let sum = at(i, j)
      for (let k = 0; k < j; k++) sum -= at(i, k) * at(j, k)
      const row = matrix[i]
      if (row !== undefined) row[j] = i === j ? Math.sqrt(Math.max(1e-12, sum)) : sum / at(j, j)
    }
  }
  const solved = Float64Array.from(right)
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) solved[i] = (solved[i] ?? 0) - at(i, k) * (solved[k] ?? 0)
    solved[i] = (solved[i] ?? 0) / at(i, i)
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) solved[i] = (solved[i] ?? 0) - at(k, i) * (solved[k] ?? 0)
    solved[i] = (solved[i] ?? 0) / at(i, i)
  }
  return solved
}

/** By Laplace's rule: no share of 0 or 1 is known from so few. */
function shareOf({ right, count }: { readonly right: number; readonly count: number }): number {
  return Math.round(((right + 1) / (count + 2)) * 1000) / 1000
}

/** Isotonic regression by pooling adjacent violators, over groups of verdicts with scores close together. */
export function fitPoints(
  scored: readonly { readonly raw: number; readonly right: number }[],
): { raw: number; confidence: number; verdicts: number }[] {
  const sorted = scored.toSorted((a, b) => a.raw - b.raw)
  const size = Math.max(POINT_VERDICTS_MIN, Math.ceil(sorted.length / POINTS_MAX))
  const groups: { raw: number; right: number; count: number }[] = []
  for (let from = 0; from < sorted.length; from += size) {
    const isLast = sorted.length - from < 2 * size
    const part = sorted.slice(from, isLast ? undefined : from + size)
    const sum = (read: (one: (typeof part)[number]) => number) => part.reduce((total, one) => total + read(one), 0)
    groups.push({ raw: sum((one) => one.raw), right: sum((one) => one.right), count: part.length })
    if (isLast) break
  }
  const pooled: typeof groups = []
  for (const group of groups) {
    let last = { ...group }
    for (let before = pooled.at(-1); before !== undefined; before = pooled.at(-1)) {
      if (shareOf(before) < shareOf(last)) break
      last = { raw: before.raw + last.raw, right: before.right + last.right, count: before.count + last.count }
      pooled.pop()
    }
    pooled.push(last)
  }
  return pooled.map(({ raw, right, count }) => ({
    raw: Math.round((raw / count) * 1000) / 1000,
    confidence: shareOf({ right, count }),
    verdicts: count,
  }))
}

import { type Concept, STATEMENT_FIELDS } from '../concept/concept.source.ts'
import type { PreparedPeriod } from '../statement/period.pure.ts'

const FIRST_RATIO = STATEMENT_FIELDS.length

/** A figure of a period as it is shown. */
export interface Figure {
  readonly concept: Concept
  readonly value: number | null
  /** Whether no report gave it and it follows from others. */
  readonly derived: boolean
}

/**
 * A figure in the currency shown: money is rounded to hundredths, amounts per share to ten-thousandths; counts and ratios are never
 * converted. Null when the company has none, or the rate is not known.
 */
export function figureOf(period: PreparedPeriod, { position, unit }: Concept, fxRate: number | null): number | null {
  const stored = position < FIRST_RATIO ? period.values[position] : period.ratios[position - FIRST_RATIO]
  if (stored === undefined || Number.isNaN(stored)) return null
  if (unit === 'money' || unit === 'per_share') {
    if (fxRate === null || fxRate === 1) return fxRate === null ? null : stored
    const parts = unit === 'money' ? 100 : 10_000
    return Math.round(stored * fxRate * parts) / parts
  }
  return unit === 'shares' ? stored : roundRatio(stored)
}

/** Ratios are not known to more digits. */
export function roundRatio(value: number): number {
  return Number(value.toPrecision(8))
}

/** Figures of a period as it is shown, in the order of the concepts. */
export function figuresOf(
  { stored, fxRate }: { readonly stored: PreparedPeriod; readonly fxRate: number | null },
  concepts: readonly Concept[],
): Figure[] {
  const derived = new Set(stored.derived)
  return concepts.map((concept) => ({
    concept,
    value: figureOf(stored, concept, fxRate),
    derived: concept.kind === 'ratio' || derived.has(concept.position),
  }))
}

/** Values of figures by key. */
export function figureMap(figures: readonly Pick<Figure, 'concept' | 'value'>[]): Record<string, number | null> {
  return Object.fromEntries(figures.map(({ concept, value }) => [concept.key, value]))
}

/** Figures of a period by key, in the order of the concepts. */
export function mapFigures(
  { stored, fxRate }: { readonly stored: PreparedPeriod; readonly fxRate: number | null },
  concepts: readonly Concept[],
): Record<string, number | null> {
  const map: Record<string, number | null> = {}
  for (const concept of concepts) map[concept.key] = figureOf(stored, concept, fxRate)
  return map
}

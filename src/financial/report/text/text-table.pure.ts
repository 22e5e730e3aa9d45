import type { Unit } from '../../concept/concept-kind.pure.ts'

/** Lines of cells as aligned text: the first column to the left, the others to the right, two blanks between; no blanks at line ends. */
export function alignColumns(lines: readonly (readonly string[])[]): string {
  const widths: number[] = []
  // A heading that is alone on its line may be wider than the labels.
  for (const line of lines)
    if (line.length > 1)
      for (const [index, cell] of line.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  return lines
    .map((line) =>
      line
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Writes figures of one table: money and shares in millions with as many decimals as its largest one needs. */
export function figureWriter(
  figures: readonly { readonly unit: Unit; readonly value: number | null }[],
): (unit: Unit, value: number | null) => string {
  const writers = new Map<Unit, (value: number) => string>([
    ['money', inMillions(figures, 'money')],
    ['shares', inMillions(figures, 'shares')],
    ['per_share', (value) => grouped(value, Math.abs(value) < 0.1 ? 4 : 2)],
    ['fraction', (value) => `${grouped(value * 100, 1)}%`],
    ['multiple', (value) => `${grouped(value, 2)}x`],
    ['days', (value) => grouped(value, 1)],
  ])
  return (unit, value) => (value === null ? '-' : (writers.get(unit)?.(value) ?? String(value)))
}

function inMillions(
  figures: readonly { readonly unit: Unit; readonly value: number | null }[],
  unit: Unit,
): (value: number) => string {
  const largest = figures.reduce(
    (max, figure) => (figure.unit === unit ? Math.max(max, Math.abs(figure.value ?? 0)) : max),
    0,
  )
  const decimals = largest >= 1e9 ? 0 : largest >= 1e7 ? 1 : 3
  return (value) => grouped(value / 1e6, decimals)
}

function grouped(value: number, decimals: number): string {
  const text = value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return /^-[0.]+$/.test(text) ? text.slice(1) : text
}

/** Rounds to digits behind the point; never to minus zero. */
export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits
  const rounded = Math.round(value * scale) / scale
  return rounded === 0 ? 0 : rounded
}

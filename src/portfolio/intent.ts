const PARTS = ['goal', 'horizon', 'risk', 'thesis']

/** The stored intent of a portfolio as text by name; null when its owner said nothing. */
export function intentOf(stored: unknown): Readonly<Record<string, string>> | null {
  if (typeof stored !== 'object' || stored === null) return null
  const parts = Object.entries(stored).filter(([name, value]) => PARTS.includes(name) && typeof value === 'string')
  return parts.length > 0 ? Object.fromEntries(parts) : null
}

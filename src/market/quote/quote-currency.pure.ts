/** Currencies that prices are quoted in hundredths of: pence sterling, agorot, South African cents. */
const HUNDREDTHS: Readonly<Record<string, string>> = { GBX: 'GBP', ILA: 'ILS', ZAC: 'ZAR' }

/** The currency that a quote currency is a part of, and how many of the parts make one unit: 100 pence a pound. */
export function splitCurrency(quoted: string): { readonly currency: string; readonly units: number } {
  const whole = HUNDREDTHS[quoted]
  return whole === undefined ? { currency: quoted, units: 1 } : { currency: whole, units: 100 }
}

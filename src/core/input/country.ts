const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
/** Codes Unicode names although they are no country's: unions, an unknown region, pseudo locales. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** Whether a text is an ISO 3166 alpha-2 code in use today, in any letter case. */
export function isCountryCode(value: string): boolean {
  const code = value.toUpperCase()
  return (
    /^[A-Z]{2}$/.test(code) &&
    regionNames.of(code) !== undefined &&
    !NO_COUNTRIES.has(code) &&
    presentCountry(code) === code
  )
}

/** The country code a wrong text most likely means: UK -> GB. */
export function nearestCountry(text: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(text)) return undefined
  const present = presentCountry(text.toUpperCase())
  return present !== undefined && isCountryCode(present) ? present : undefined
}

/** The code in use today for one that was withdrawn: UK -> GB, SU -> RU. */
function presentCountry(code: string): string | undefined {
  return new Intl.Locale('und', { region: code }).region
}

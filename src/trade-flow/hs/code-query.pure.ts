/** The digits of a phrase that is nothing but a code of the Harmonized System, with or without dots; at most six of them, null when it is none. */
export function goodsCodeOf(phrase: string): string | null {
  const bare = phrase.trim().replace(/^HS\s*(?:code)?[:\s#]*/i, '')
  if (!/^\d[\d.\s-]*$/.test(bare)) return null
  const digits = bare.replaceAll(/\D/g, '')
  if (digits.length < 2 || digits.length > 10) return null
  // National tariffs add digits behind the sixth.
  return digits.slice(0, 6)
}

/** A phrase that is nothing but a code of EBOPS, as the trade database (9.2.1) or the balance of payments (SI21) spells it; null when it is none. */
export function servicesCodeOf(phrase: string): string | null {
  const bare = phrase.trim().replace(/^EBOPS\s*[:#]?\s*/i, '')
  const ofPayments = /^S([A-L])([A-Z]|\d{0,4})$/.exec(bare)
  if (ofPayments) {
    const [, group = 'A', rest = ''] = ofPayments
    const levels = /^[A-Z]$/.test(rest) ? [rest.charCodeAt(0) - 64] : [...rest]
    return [group.charCodeAt(0) - 64, ...levels].join('.')
  }
  return /^(?:C\.)?\d{1,3}[a-z]?(?:\.\w{1,2})*$/.test(bare) ? bare : null
}

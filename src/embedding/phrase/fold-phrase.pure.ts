const LATIN_MARKS = /(\p{Script=Latin})\p{M}+/gu
const UNDECOMPOSED: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd' }
const PLAIN = /^[\x20-\x7e]*$/

/** Letter case, width of letters and Latin accents do not count; the vowel signs of other scripts do. */
export function foldPhrase(text: string): string {
  const lower = text.toLowerCase()
  if (PLAIN.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(LATIN_MARKS, '$1')
    .replace(/[ßøæœłđ]/g, (letter) => UNDECOMPOSED[letter] ?? letter)
    .normalize('NFC')
}

/** The letters and digits of a phrase alone, so that "P/E", "p.e." and "PE" are one; a phrase of signs stays as it is. */
export function compactPhrase(text: string): string {
  const folded = foldPhrase(text)
  return folded.replace(/[^\p{L}\p{N}\p{M}]+/gu, '') || folded.trim()
}

/** Character classes: what ends a token, letters by case, digits, letters of scripts without spaces. */
export const [SEPARATOR, LOWER, UPPER, DIGIT, UNSPACED] = [0, 1, 2, 3, 4]
const OTHER = 5
const UNKNOWN = 255

// Filled as characters appear: classifying all 65,536 code units up front would cost every start some 20 ms.
const CHARACTER_CLASSES = new Uint8Array(65536).fill(UNKNOWN)

function classifyCharacter(code: number): number {
  const char = String.fromCharCode(code)
  if (/[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]/.test(char)) return UNSPACED
  if (/\p{Ll}/u.test(char)) return LOWER
  if (/\p{Lu}/u.test(char)) return UPPER
  if (/\p{Nd}/u.test(char)) return DIGIT
  if (/[\p{L}\p{M}]/u.test(char)) return OTHER
  return SEPARATOR
}

/** The class of a UTF-16 code unit. */
export function readCharacterClass(code: number): number {
  const known = CHARACTER_CLASSES[code] ?? SEPARATOR
  if (known !== UNKNOWN) return known
  const found = classifyCharacter(code)
  CHARACTER_CLASSES[code] = found
  return found
}

/** True for scripts written without spaces (Han, kana, Hangul, Thai), whose names are matched without word boundaries. */
export function isUnspaced(code: number): boolean {
  return code > 0x0dff && readCharacterClass(code) === UNSPACED
}

const SPECIAL_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }

/** Lower-case without accents: "Société" -> "societe". */
export function fold(word: string): string {
  const lower = word.toLowerCase()
  if (!/[^\0-\x7f]/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøæœłđı]/g, (char) => SPECIAL_LETTERS[char] ?? char)
    .normalize('NFC')
}

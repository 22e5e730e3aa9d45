/** True for a valid ISIN: country code, nine characters and the check digit of ISO 6166 (Luhn, letters as 10 to 35). */
export function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)) return false
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('')
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    // Every second digit from the right is doubled and its digits are summed.
    sum += place % 2 === 0 ? digit : digit < 5 ? 2 * digit : 2 * digit - 9
  }
  return sum % 10 === 0
}

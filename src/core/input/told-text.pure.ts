/** Line breaks, control characters, and marks that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Text that was given as a message repeats it: in the caller's own script, short, on one line. */
export function toldText(text: string, lengthMax = 40): string {
  const clean = text.slice(0, lengthMax).toWellFormed().replaceAll(UNSEEN, ' ')
  return text.length > lengthMax ? `${clean}…` : clean
}

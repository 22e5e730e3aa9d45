/** A good as English writes it: LNG, AI chip. */
export function spellAbbreviations(good: string): string {
  return good.replace(/\b(?:lng|pvc|ev|pc|ai|tv|pet)\b/g, (word) => word.toUpperCase())
}

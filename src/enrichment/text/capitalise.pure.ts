/** A sentence with a capital first, unless its first word has capitals or points of its own: eBay, i-Tail, e.l.f. Beauty. */
export function capitalise(text: string): string {
  return /^[a-z][^\sA-Z.]*(?=\s|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

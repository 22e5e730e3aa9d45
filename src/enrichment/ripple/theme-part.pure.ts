import type { Knowledge, KnownMembership } from '../../catalog/knowledge.pure.ts'

/** Letters by which a word of a title and one of a reason are the same: "jewellery", "jeweller". */
const STEM_LENGTH = 6
/** Keywords with one head that tell of parts: "beauty retailer", "electronics retailer". */
const LISTED = 3
/** A megatrend that joins several businesses: "Watches and Jewellery". */
const JOINED = /\band\b|,/
const WORD = /[a-z]+/g

/** Gives the members of a megatrend of whom the words of a title speak. */
export type ThemePart = (nodeId: number, words: readonly string[]) => readonly KnownMembership[]

/**
 * Prepares the memberships. Words that name only a part of a megatrend, "bubble tea" of Coffee and Tea, speak of the companies whose
 * reason names that part, else of all members; but of nobody where the megatrend lists its parts: "insurance software", "property
 * management software" and more.
 */
export function createThemePart({ assets, memberships, megatrends }: Knowledge): ThemePart {
  const companies = new Set(assets.filter(({ type }) => type === 'stock').map(({ id }) => id))
  const membersOf = Map.groupBy(memberships, ({ nodeId }) => nodeId)
  const nameOf = new Map(megatrends.map(({ nodeId, name }) => [nodeId, name.toLowerCase()]))
  const keywordsOf = new Map(megatrends.map(({ nodeId, keywords }) => [nodeId, keywords]))
  const stemsOf = new Map<KnownMembership, ReadonlySet<string>>()
  const readStems = (membership: KnownMembership) => {
    // What follows names the megatrend itself: "; a leading name in Coffee and Tea".
    const [own = ''] = membership.reason.toLowerCase().split(';')
    const stems = stemsOf.get(membership) ?? new Set((own.match(WORD) ?? []).map(stem))
    stemsOf.set(membership, stems)
    return stems
  }
  const isListed = (nodeId: number, head = '') =>
    (keywordsOf.get(nodeId) ?? []).filter((keyword) => keyword.endsWith(` ${head}`)).length >= LISTED
  return (nodeId, words) => {
    const all = membersOf.get(nodeId) ?? []
    const name = nameOf.get(nodeId) ?? ''
    const isWhole = !JOINED.test(name) && words.every((word) => name.includes(stem(word)))
    if (isWhole) return all
    // "Insurance" of "insurance software".
    const special = (words.length > 1 ? words.slice(0, -1) : words).map(stem)
    const part = all.filter((one) => companies.has(one.assetId) && special.some((word) => readStems(one).has(word)))
    return part.length > 0 || isListed(nodeId, words.at(-1)) ? part : all
  }
}

function stem(word: string): string {
  return word.slice(0, STEM_LENGTH).replace(/s$/, '')
}

import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import { OWN_NAME } from '../ripple/cause.pure.ts'
import { type TokenisedText, tokenise } from '../text/token.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import type { ArticleText, Mention } from '../vocabulary/verdict.pure.ts'
import { createSourceFilter } from './analyst-source.pure.ts'
import { type CandidateFilter, createCandidateFinder, type ResolvedCandidate } from './candidate.pure.ts'
import { createCrossLinker } from './cross-pair.pure.ts'
import { collectCues } from './cue.pure.ts'
import { createDisambiguator } from './disambiguate.pure.ts'
import type { NameIndex, NameKind } from './name-index.pure.ts'

/** A mention linked to an asset. */
export interface LinkedMention extends Mention {
  readonly asset: KnownAsset
  readonly kind: NameKind | 'ticker'
  /** The name as written, folded; empty for tickers. */
  readonly name: string
  /** True for a currency pair quoted in reverse of its listing: JPY/USD for USDJPY. */
  readonly isInverse: boolean
}

/** Stands for a word of a company's name, so that no lexicon phrase matches it: the "Legal" of Legal & General. */
const MASKED = '\u0000'

/** The linked mentions of an article and its tokens. */
export interface LinkedText {
  readonly mentions: readonly LinkedMention[]
  /** Commodities in the title that only modify a noun, "aluminum tariffs": not impacted, but part of the story signature. */
  readonly modifiers: readonly LinkedMention[]
  /** Names that only speak, "UBS says": not impacted, but what they name is known. */
  readonly sources: readonly LinkedMention[]
  readonly title: TokenisedText
  readonly body: TokenisedText | null
  /** The words of the title with company names masked. */
  readonly maskedTitle: readonly string[]
}

/** Tokens between a company and the commodity of its product: "BHP's quarterly copper output". */
const OWNER_REACH = 2

/** UTF-16 units of a body that are read: an article names its subject early. */
const MAX_BODY_LENGTH = 4000

/**
 * Prepares entity linking. The linker takes an article and gives its linked mentions: candidates are pairs, tickers and the longest
 * known names; ambiguous ones are disambiguated by context; sources that only speak ("UBS says") and commodities that only modify a
 * noun are left out. It is deterministic.
 */
export function createEntityLinker(
  knowledge: Knowledge,
  lexicon: LinkLexicon,
  names: NameIndex,
): (article: ArticleText) => LinkedText {
  const findCandidates = createCandidateFinder(knowledge, lexicon, names)
  const disambiguate = createDisambiguator(lexicon, names.common)
  const isSource = createSourceFilter(lexicon)
  const isModifier = createCompoundFilter(lexicon)
  const linkCross = createCrossLinker(knowledge)

  return (article) => {
    const title = tokenise(article.title)
    const body = article.text ? tokenise(article.text.slice(0, MAX_BODY_LENGTH)) : null
    const inTitle = findCandidates(title)
    const inBody = body === null ? [] : findCandidates(body)
    const confirmed = new Set<number>()
    for (const found of [...inTitle, ...inBody]) if (found.doubtful === null) confirmed.add(found.asset.id)
    const mentions: LinkedMention[] = []
    const modifiers: LinkedMention[] = []
    const sources: LinkedMention[] = []
    resolveCandidates(title, 'title', inTitle, confirmed, { mentions, modifiers, sources })
    if (body !== null) resolveCandidates(body, 'text', inBody, confirmed, { mentions, modifiers: [], sources })
    const maskedTitle = [...title.words]
    for (const { asset, from, to } of inTitle) {
      if (asset.type === 'stock' && to - from > 1) maskedTitle.fill(MASKED, from, to)
    }
    return { mentions, modifiers, sources, title, body, maskedTitle }
  }

  /** Disambiguates the candidates of one field and appends them to mentions, modifiers or sources. */
  function resolveCandidates(
    tokens: TokenisedText,
    field: 'title' | 'text',
    found: readonly ResolvedCandidate[],
    confirmed: Set<number>,
    lists: Readonly<Record<'mentions' | 'modifiers' | 'sources', LinkedMention[]>>,
  ): void {
    const accepted: ResolvedCandidate[] = []
    for (let i = 0; i < found.length; i++) {
      const candidate = found[i]
      if (candidate === undefined) continue
      if (candidate.doubtful !== null) {
        const isListed =
          areListedTogether(tokens, found[i - 1], candidate) || areListedTogether(tokens, candidate, found[i + 1])
        const { asset, doubtful: known, from, to, index } = candidate
        const isMeant = disambiguate({ known, from, to }, tokens, { isConfirmed: confirmed.has(asset.id), isListed })
        if (isMeant) confirmed.add(candidate.asset.id)
        else if (index !== undefined) accepted.push({ ...candidate, asset: index, kind: 'alias' })
        if (!isMeant) continue
      }
      accepted.push(candidate)
    }
    for (const one of accepted) {
      const { kind, start, end, isInverse } = one
      const asset = linkCross(one, tokens, accepted)
      const name = kind === 'ticker' ? '' : tokens.words.slice(one.from, one.to).join(' ')
      const other = isModifier(one, tokens, accepted) ? lists.modifiers : lists.mentions
      const list = isSource(one, tokens, accepted) ? lists.sources : other
      list.push({ key: String(asset.id), field, start, end, asset, kind, name, isInverse, assetType: asset.type })
    }
  }
}

/** Title and body with the companies' own names masked, so that a name does not speak of the theme it is taken from. */
export function maskOwnNames({ title, body, mentions }: LinkedText): Pick<LinkedText, 'title' | 'body'> {
  const own = mentions.filter(({ asset, kind }) => asset.type === 'stock' && kind !== 'alias')
  const mask = (tokens: TokenisedText, field: LinkedMention['field']): TokenisedText => {
    const { words, starts, ends } = tokens
    const spans = own.filter((mention) => mention.field === field)
    if (spans.length === 0) return tokens
    const isOwn = (at: number) => spans.some(({ start, end }) => (starts[at] ?? 0) >= start && (ends[at] ?? 0) <= end)
    return { ...tokens, words: words.map((word, at) => (isOwn(at) ? MASKED : word)) }
  }
  return { title: mask(title, 'title'), body: body && mask(body, 'text') }
}

/** The title without the names of companies, whose words tell nothing: "T. Rowe Price rises"; the name of one of them is told apart. */
export function withoutNames({ title, mentions }: LinkedText, ownId?: number): string {
  let text = title.text
  const named = mentions.filter(({ field, asset }) => field === 'title' && asset.type === 'stock')
  for (const { asset, start, end } of named.toSorted((a, b) => b.start - a.start)) {
    text = `${text.slice(0, start)}${asset.id === ownId ? OWN_NAME : '_'}${text.slice(end)}`
  }
  return text
}

/** True for two mentions that share letters of one text. */
export function isOverlapping(one: Mention, other: Mention): boolean {
  return one.field === other.field && one.start < other.end && other.start < one.end
}

const JOINERS = wordSet('& or vs versus with')

/** True for two names coordinated by a comma, "and", "or" or "vs", at least one of them certain. */
function areListedTogether(
  tokens: TokenisedText,
  left: ResolvedCandidate | undefined,
  right: ResolvedCandidate | undefined,
): boolean {
  if (left === undefined || right === undefined || left.asset.id === right.asset.id) return false
  if (left.doubtful !== null && right.doubtful !== null) return false
  // Beside another index "Nasdaq" is no company.
  const both = [left, right]
  if (both.some((one) => one.index !== undefined) && both.some((one) => one.asset.type === 'etf')) return false
  const gap = right.from - left.to
  if (gap === 0) return tokens.text.slice(left.end, right.start).includes(',')
  return gap === 1 && JOINERS.has(tokens.words[left.to])
}

/**
 * Prepares a filter for commodities and currencies that only modify a noun: "Ford hit by aluminum tariffs" is no news about the
 * metal, nor "BHP copper output" or "importers' dollar demand". One that leads the headline itself is the subject.
 */
function createCompoundFilter(lexicon: LinkLexicon): CandidateFilter {
  const { flow_after: trade, exchange_after: exchange, product_after: product } = collectCues(lexicon)

  return ({ asset, from, to }, { words, breaks }, all) => {
    if (asset.type !== 'commodity' && asset.type !== 'forex') return false
    const next = breaks[to] === true ? '' : (words[to] ?? '')
    const others = all.filter((one) => one.to <= from && one.asset.id !== asset.id)
    if (asset.type === 'forex') return exchange.has(next) && others.some((one) => one.asset.type === 'forex')
    if (trade.has(next)) return others.length > 0
    const owner = others.findLast((one) => one.asset.type === 'stock')
    if (owner === undefined) return false
    // "Fortescue ships record volume of iron ore".
    if (words[from - 1] === 'of' && product.has(words[from - 2])) return true
    if (!product.has(next)) return false
    const possessive = words[owner.to] === "'s"
    return possessive ? from - owner.to <= OWNER_REACH : from === owner.to
  }
}

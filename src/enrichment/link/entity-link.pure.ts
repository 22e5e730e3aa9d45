import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import { type TokenisedText, tokenise } from '../text/token.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import type { ArticleText, Mention } from '../vocabulary/verdict.pure.ts'
import { createSourceFilter } from './analyst-source.pure.ts'
import { createCandidateFinder, type ResolvedCandidate } from './candidate.pure.ts'
import { createCompoundFilter } from './commodity-compound.pure.ts'
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

/** Stands for a word of a company's name in `maskedTitle`, so that no lexicon phrase matches it: the "Legal" of Legal & General. */
export const MASKED = '\u0000'

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
  common: ReadonlySet<string>,
  names: NameIndex,
): (article: ArticleText) => LinkedText {
  const findCandidates = createCandidateFinder(knowledge, lexicon, common, names)
  const disambiguate = createDisambiguator(lexicon, common)
  const isSource = createSourceFilter(lexicon)
  const isModifier = createCompoundFilter(lexicon)

  return (article) => {
    const title = tokenise(article.title)
    const body = article.text ? tokenise(article.text.slice(0, MAX_BODY_LENGTH)) : null
    const inTitle = findCandidates(title)
    const inBody = body === null ? [] : findCandidates(body)
    const confirmed = new Set<number>()
    for (const found of inTitle) if (found.isCertain) confirmed.add(found.asset.id)
    for (const found of inBody) if (found.isCertain) confirmed.add(found.asset.id)
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
      if (!candidate.isCertain) {
        const isListed =
          areListedTogether(tokens, found[i - 1], candidate) || areListedTogether(tokens, candidate, found[i + 1])
        const isMeant = disambiguate(candidate, tokens, { isConfirmed: confirmed.has(candidate.asset.id), isListed })
        const { index } = candidate
        if (isMeant) confirmed.add(candidate.asset.id)
        else if (index === undefined) continue
        else {
          accepted.push({ ...candidate, asset: index, kind: 'alias' })
          continue
        }
      }
      accepted.push(candidate)
    }
    for (const one of accepted) {
      const { asset, kind, start, end, isInverse } = one
      const name = kind === 'ticker' ? '' : tokens.words.slice(one.from, one.to).join(' ')
      const part = isSource(one, tokens, accepted)
        ? 'sources'
        : isModifier(one, tokens, accepted)
          ? 'modifiers'
          : 'mentions'
      lists[part].push({
        key: String(asset.id),
        field,
        start,
        end,
        asset,
        kind,
        name,
        isInverse,
        assetType: asset.type,
      })
    }
  }
}

const JOINERS = wordSet('& or vs versus with')

/** True for two names coordinated by a comma, "and", "or" or "vs", at least one of them certain. */
function areListedTogether(
  tokens: TokenisedText,
  left: ResolvedCandidate | undefined,
  right: ResolvedCandidate | undefined,
): boolean {
  if (left === undefined || right === undefined || left.asset.id === right.asset.id) return false
  if (!left.isCertain && !right.isCertain) return false
  // Beside another index "Nasdaq" is no company.
  if ([left, right].some((one) => one.index !== undefined) && [left, right].some((one) => one.asset.type === 'etf'))
    return false
  const gap = right.from - left.to
  if (gap === 0) return tokens.text.slice(left.end, right.start).includes(',')
  return gap === 1 && JOINERS.has(tokens.words[left.to] ?? '')
}

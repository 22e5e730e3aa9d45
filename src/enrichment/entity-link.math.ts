import { createSourceFilter } from './analyst-source.math.ts'
import { createCompoundFilter } from './commodity-compound.math.ts'
import type { KnownName, NameIndex, NameKind } from './company-name.math.ts'
import { createPairFinder } from './currency-pair.math.ts'
import type { ArticleText, Knowledge, KnownAsset, Mention } from './knowledge.math.ts'
import type { LinkLexicon } from './link-lexicon.math.ts'
import { type Candidate, createNameJudge } from './name-evidence.math.ts'
import { createNameMatcher } from './name-match.math.ts'
import { createTickerFinder } from './ticker-mention.math.ts'
import { isUnspaced, type TokenText, tokenise } from './token.math.ts'

/** A mention with the asset it means and the words that name it. */
export interface LinkedMention extends Mention {
  readonly asset: KnownAsset
  readonly kind: NameKind | 'ticker'
  /** The name as written, folded; empty for tickers. */
  readonly name: string
  /** True where the text quotes a pair the other way round than it is listed: JPY/USD for USDJPY. */
  readonly inverse: boolean
}

/** Words no phrase of a lexicon may use because they are part of a company's name: the "Legal" of Legal & General. */
const MASKED = '\u0000'

/** An article's mentions beside the tokens they were found in, so that later steps need not cut the text again. */
export interface LinkedText {
  readonly mentions: readonly LinkedMention[]
  /** Commodities that only say of what kind something in the title is: nothing moves them, but they tell the story. */
  readonly aside: readonly LinkedMention[]
  readonly title: TokenText
  readonly body: TokenText | null
  /** The words of the title, those of company names masked. */
  readonly titleRest: readonly string[]
}

interface Found extends Candidate {
  readonly asset: KnownAsset
  readonly kind: NameKind | 'ticker'
  readonly start: number
  readonly end: number
  readonly certain: boolean
  readonly inverse: boolean
}

/** Only this much of a body is read: what an article is about is said early. */
const BODY_CHARACTERS = 4000

/** Finds the assets an article names. Deterministic; all names are indexed once, here. */
export function createLinker(
  knowledge: Knowledge,
  lexicon: LinkLexicon,
  common: ReadonlySet<string>,
  names: NameIndex,
): (article: ArticleText) => LinkedText {
  const tickers = createTickerFinder(knowledge, lexicon)
  const pairAt = createPairFinder(knowledge, lexicon.pairLegs)
  const judge = createNameJudge(lexicon, common)
  const isSource = createSourceFilter(lexicon)
  const isCompound = createCompoundFilter(lexicon)
  const longest = createNameMatcher(lexicon, common, names)

  return (article) => {
    const title = tokenise(article.title)
    const body = article.text ? tokenise(article.text.slice(0, BODY_CHARACTERS)) : null
    const inTitle = candidates(title)
    const inBody = body === null ? [] : candidates(body)
    const confirmed = new Set<number>()
    for (const found of inTitle) if (found.certain) confirmed.add(found.asset.id)
    for (const found of inBody) if (found.certain) confirmed.add(found.asset.id)
    const mentions: LinkedMention[] = []
    const aside: LinkedMention[] = []
    settle(title, 'title', inTitle, confirmed, mentions, aside)
    if (body !== null) settle(body, 'text', inBody, confirmed, mentions, [])
    const titleRest = [...title.words]
    for (const { asset, from, to } of inTitle) {
      if (asset.type === 'stock' && to - from > 1) titleRest.fill(MASKED, from, to)
    }
    return { mentions, aside, title, body, titleRest }
  }

  function settle(
    tokens: TokenText,
    field: 'title' | 'text',
    found: readonly Found[],
    confirmed: Set<number>,
    mentions: LinkedMention[],
    aside: LinkedMention[],
  ): void {
    const accepted: Found[] = []
    for (let i = 0; i < found.length; i++) {
      const one = found[i]
      if (one === undefined) continue
      if (!one.certain) {
        const listed = beside(tokens, found[i - 1], one) || beside(tokens, one, found[i + 1])
        if (!judge(one, tokens, { confirmed: confirmed.has(one.asset.id), listed })) continue
        confirmed.add(one.asset.id)
      }
      accepted.push(one)
    }
    for (const one of accepted) {
      if (isSource(one, tokens, accepted)) continue
      const { asset, kind, start, end, inverse } = one
      const name = kind === 'ticker' ? '' : tokens.words.slice(one.from, one.to).join(' ')
      const told = isCompound(one, tokens, accepted) ? aside : mentions
      told.push({ key: String(asset.id), field, start, end, asset, kind, name, inverse, assetType: asset.type })
    }
  }

  function candidates(tokens: TokenText): Found[] {
    const { words, starts, ends, shapes, breaks } = tokens
    const found: Found[] = []
    const hits = tickers(tokens)
    let nextTicker = 0
    let at = 0
    while (at < words.length) {
      while ((hits[nextTicker]?.from ?? Infinity) < at) nextTicker++
      const ticker = hits[nextTicker]
      const pair = pairAt(tokens, at)
      if (pair !== null) {
        at = pair.to
        if (pair.asset === null) continue
        const place = { start: starts[pair.from] ?? 0, end: ends[pair.to - 1] ?? 0 }
        found.push({ ...pair, ...place, asset: pair.asset, known: QUOTED, kind: 'ticker', certain: true })
        continue
      }
      const named = longest(tokens, at)
      if (ticker?.from === at && (named === null || named.to <= ticker.to)) {
        const known = named?.known ?? TICKER
        found.push({ ...ticker, known, kind: 'ticker', certain: true, inverse: false })
        at = ticker.to
        continue
      }
      if (named !== null) {
        const { known, to } = named
        at = to
        if (known.asset === null) continue
        const start = starts[named.from] ?? 0
        const end = ends[to - 1] ?? start
        const certain = known.doubt === null
        found.push({
          known,
          asset: known.asset,
          kind: known.kind,
          from: named.from,
          to,
          start,
          end,
          certain,
          inverse: false,
        })
        continue
      }
      const start = starts[at] ?? 0
      if (shapes[at] === 'lower' || breaks[at] === true || at === 0) {
        if (isUnspaced(tokens.text.charCodeAt(start))) nativeNames(tokens, at, found)
      } else if (isUnspaced(tokens.text.charCodeAt(start))) nativeNames(tokens, at, found)
      at++
    }
    return found
  }

  function nativeNames(tokens: TokenText, at: number, found: Found[]): void {
    const end = tokens.ends[at] ?? 0
    let start = tokens.starts[at] ?? 0
    while (start < end) {
      const hit = names.native
        .get(tokens.text.charAt(start))
        ?.find((entry) => tokens.text.startsWith(entry.name, start))
      const asset = hit?.known.asset
      if (hit === undefined || asset === undefined || asset === null) start++
      else {
        const stop = start + hit.name.length
        found.push({
          known: hit.known,
          asset,
          kind: hit.known.kind,
          from: at,
          to: at + 1,
          start,
          end: stop,
          certain: true,
          inverse: false,
        })
        start = stop
      }
    }
  }
}

const TICKER: KnownName = { asset: null, kind: 'short', doubt: null, capitals: true, small: false }
const QUOTED: KnownName = { ...TICKER, small: true }

const JOINERS: ReadonlySet<string> = new Set(['&', 'or', 'vs', 'versus', 'with'])

/** Two names joined by a comma, "and", "or" or "vs", the other one beyond doubt. */
function beside(tokens: TokenText, left: Found | undefined, right: Found | undefined): boolean {
  if (left === undefined || right === undefined || left.asset.id === right.asset.id) return false
  if (!left.certain && !right.certain) return false
  const gap = right.from - left.to
  if (gap === 0) return tokens.text.slice(left.end, right.start).includes(',')
  return gap === 1 && JOINERS.has(tokens.words[left.to] ?? '')
}

import { createSourceFilter } from './analyst-source.math.ts'
import type { KnownName, NameIndex, NameKind } from './company-name.math.ts'
import { createPairFinder } from './currency-pair.math.ts'
import type { ArticleText, Knowledge, KnownAsset, Mention } from './knowledge.math.ts'
import type { CueRole, LinkLexicon } from './link-lexicon.math.ts'
import { type Candidate, createNameJudge, isStranger } from './name-evidence.math.ts'
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
  const cue = (role: CueRole) => new Set(lexicon.cues.filter((one) => one.role === role).map((one) => one.phrase))
  const [dates, amounts, trades] = [cue('date'), cue('amount'), cue('trade')]

  return (article) => {
    const title = tokenise(article.title)
    const body = article.text ? tokenise(article.text.slice(0, BODY_CHARACTERS)) : null
    const inTitle = candidates(title)
    const inBody = body === null ? [] : candidates(body)
    const confirmed = new Set<number>()
    for (const found of inTitle) if (found.certain) confirmed.add(found.asset.id)
    for (const found of inBody) if (found.certain) confirmed.add(found.asset.id)
    const mentions: LinkedMention[] = []
    settle(title, 'title', inTitle, confirmed, mentions)
    if (body !== null) settle(body, 'text', inBody, confirmed, mentions)
    const titleRest = [...title.words]
    for (const { asset, from, to } of inTitle) {
      if (asset.type === 'stock' && to - from > 1) titleRest.fill(MASKED, from, to)
    }
    return { mentions, title, body, titleRest }
  }

  function settle(
    tokens: TokenText,
    field: 'title' | 'text',
    found: readonly Found[],
    confirmed: Set<number>,
    mentions: LinkedMention[],
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
      mentions.push({ key: String(asset.id), field, start, end, asset, kind, name, inverse, assetType: asset.type })
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

  /** The longest usable name from a token on, or null. */
  function longest(tokens: TokenText, at: number, stop?: number): Candidate | null {
    const { words, breaks, shapes, casing } = tokens
    let hit = names.trie.longest(words, at, breaks, stop)
    if (hit === null) {
      // Plural of a one-word name: "Teslas", "iPhones".
      const word = words[at] ?? ''
      if (word.length < 6 || !word.endsWith('s') || shapes[at] === 'lower') return null
      const known = names.trie.get([word.slice(0, -1)])
      if (known === undefined || known.asset === null || (known.doubt?.need ?? 0) > 0) return null
      hit = { value: known, from: at, to: at + 1 }
    }
    const known: KnownName = hit.value
    if (known.asset === null) return { known, from: at, to: hit.to }
    // "China steel curbs" are no news of China Steel.
    if (hit.to - at > 1 && casing === 'sentence' && isHalfWritten(tokens, at, hit.to, known))
      return longest(tokens, at, hit.to - 1)
    const inBrackets = bracketed(tokens, at, hit.to)
    if (inBrackets !== null) return inBrackets
    const shape = shapes[at]
    if (hit.to - at === 1) {
      if (known.capitals && shape !== 'upper' && shape !== 'number' && shape !== 'mixed') return null
      // The "BoE" is no BOE.
      if (known.capitals && shape === 'mixed' && !/\d/.test(words[at] ?? '')) return null
      if (known.small) {
        // "Buys 4,980 bitcoin" is news of bitcoin, "4,980 yen" none of the yen.
        if (known.asset.type !== 'crypto' && isAmount(tokens, at)) return null
        // "Tullow Oil" is a company, whatever oil does.
        if (shape === 'capital' && isStranger(tokens, at - 1, breaks[at] === true, common)) return null
        if (beginsName(tokens, at)) return null
      } else if (shape === 'lower' && casing !== 'small') {
        const word = words[at] ?? ''
        if (known.doubt !== null || word.length < 5 || common.has(word)) return null
      }
    } else if (!known.small && shape === 'lower' && casing !== 'small' && shapes[hit.to - 1] === 'lower') return null
    return { known, from: at, to: hit.to }
  }

  /** "Delta Electronics (Thailand)": a longer name whose last word stands in brackets. */
  function bracketed(tokens: TokenText, at: number, to: number): Candidate | null {
    const start = tokens.starts[to]
    if (
      start === undefined ||
      tokens.text.charAt(start - 1) !== '(' ||
      tokens.text.charAt(tokens.ends[to] ?? 0) !== ')'
    )
      return null
    const known = names.trie.get(tokens.words.slice(at, to + 1))
    return known === undefined || known.asset === null ? null : { known, from: at, to: to + 1 }
  }

  /** A trade written small inside a name that has it large. */
  function isHalfWritten(tokens: TokenText, at: number, to: number, known: KnownName): boolean {
    if (known.small || known.kind === 'alias' || known.kind === 'person' || tokens.shapes[at] !== 'capital')
      return false
    for (let i = at + 1; i < to; i++) {
      if (tokens.shapes[i] === 'lower' && trades.has(tokens.words[i] ?? '')) return true
    }
    return false
  }

  /** "Gold Fields buys": in a sentence, a capital right behind a capital makes one name of both. */
  function beginsName(tokens: TokenText, at: number): boolean {
    const next = at + 1
    if (tokens.casing !== 'sentence' || tokens.shapes[at] !== 'capital' || tokens.shapes[next] !== 'capital')
      return false
    if (tokens.breaks[next] === true || tokens.text.charAt(tokens.ends[at] ?? 0) !== ' ') return false
    return names.trie.longest(tokens.words, next, tokens.breaks) === null && !dates.has(tokens.words[next] ?? '')
  }

  /** "100 billion yen" and "$5" are amounts, not news about the currency. */
  function isAmount(tokens: TokenText, at: number): boolean {
    const previous = tokens.words[at - 1] ?? ''
    if (at === 0 || tokens.breaks[at] === true) return false
    return tokens.shapes[at - 1] === 'number' || /^\d/.test(previous) || amounts.has(previous)
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

import { isTraded, type Tag } from '../event/title/tag.pure.ts'
import type { LinkedMention, LinkedText } from '../link/entity-link.pure.ts'
import { wordList } from '../text/word-set.pure.ts'
import type { Mention } from '../vocabulary/verdict.pure.ts'

/** What a name in a headline may be; `name` is one that nobody knows. */
export const NAME_KINDS = wordList(
  'company product firm name commodity good place country government centralbank currency rate',
)
type NameKind = (typeof NAME_KINDS)[number]

/** A word of a headline, or a whole name, as the network sees it. */
interface InputToken {
  /** Lower-case words; none for names of companies, which say nothing of what happens to them. */
  readonly words: readonly string[]
  /** Word classes of events, with `v` for verbs and `n` for others. */
  readonly classes: readonly string[]
  readonly name: NameKind | null
  readonly isAfterPause: boolean
}

/** A name whose sign is asked for. */
export interface InputName {
  /** Index of its token in the input. */
  readonly token: number
  readonly kind: NameKind
  /** UTF-16 units of the title. */
  readonly start: number
  readonly end: number
  /** The asset it stands for, where it stands for one. */
  readonly ticker: string | null
  /** Key of its mention, where it was found as one. */
  readonly key: string | null
  /** -1 where the quote of its asset falls when what is named rises: the yen and USDJPY. */
  readonly quoteSign: 1 | -1
  /** What the rules read of it, numbers between -1 and 1. */
  readonly readings: readonly number[]
}

/** A headline as the network sees it. */
export interface HeadlineInput {
  readonly tokens: readonly InputToken[]
  readonly names: readonly InputName[]
}

/** Names tell by their own words what they are, where they are no company's. */
const SILENT: ReadonlySet<NameKind> = new Set(['company', 'product', 'name'])
/** Tokens of a headline that are read. */
export const TOKENS_MAX = 32
const WORDS_MAX = 3
const CLASSES_MAX = 4

interface FoundName extends Pick<InputName, 'kind' | 'ticker' | 'key' | 'quoteSign'> {
  readonly from: number
  readonly to: number
}

/** Joins each name to one token, and gives the words with their classes; `readingsOf` says what the rules read of a name. */
export function readInput(
  linked: LinkedText,
  tags: readonly Tag[],
  others: readonly Mention[],
  quoteSignOf: (mention: LinkedMention) => 1 | -1,
  readingsOf: (name: Pick<InputName, 'ticker' | 'key' | 'quoteSign'>) => readonly number[],
): HeadlineInput {
  const { title } = linked
  const found = findNames(linked, tags, others, quoteSignOf)
  const classesAt: string[][] = title.words.map(() => [])
  for (const { from, to, readings } of tags)
    for (let i = from; i < to; i++)
      for (const one of readings) {
        const name = `${one.class}.${one.isVerb ? 'v' : 'n'}`
        if (classesAt[i]?.includes(name) === false) classesAt[i]?.push(name)
      }
  const tokens: InputToken[] = []
  const names: InputName[] = []
  for (let at = 0; at < title.words.length && tokens.length < TOKENS_MAX; ) {
    const name = found[at]
    const to = name?.to ?? at + 1
    const words = name !== undefined && SILENT.has(name.kind) ? [] : title.words.slice(at, to).slice(0, WORDS_MAX)
    const classes = [...new Set(classesAt.slice(at, to).flat())].slice(0, CLASSES_MAX)
    if (name !== undefined) {
      const { kind, ticker, key, quoteSign } = name
      const [start, end] = [title.starts[at] ?? 0, title.ends[to - 1] ?? 0]
      names.push({ token: tokens.length, kind, start, end, ticker, key, quoteSign, readings: readingsOf(name) })
    }
    tokens.push({
      words: words.map(foldWord),
      classes,
      name: name?.kind ?? null,
      isAfterPause: title.breaks[at] === true,
    })
    at = to
  }
  return { tokens, names }
}

/** Whether a name is of those who make a good: steelmakers rise with the price of steel, and where imports are curbed, whatever steel does. */
export function isMakers(title: string, { start, end, kind }: Pick<InputName, 'start' | 'end' | 'kind'>): boolean {
  return (
    (kind === 'good' || kind === 'commodity') &&
    /(?:makers?|producers?|millers?|refiners?|miners?|growers?)$/i.test(title.slice(start, end))
  )
}

/** Whether a name only measures a price: "$6 a barrel". */
export function isUnit(title: string, { start, end }: Pick<InputName, 'start' | 'end'>): boolean {
  return /^barrels?$/i.test(title.slice(start, end))
}

/** All numbers are alike, and a verb of which training shows too little is read as a common one of the same meaning. */
function foldWord(word: string): string {
  return /\d/.test(word) ? 'million' : (COMMON_VERBS.get(word) ?? word)
}

const COMMON_VERBS: ReadonlyMap<string, string> = new Map([
  ['reduces', 'cuts'],
  ['reduce', 'cut'],
  ['reducing', 'cutting'],
  ['records', 'record'],
])

/** The names of a headline by their first token: linked ones, then what is tagged, then those that were given. */
function findNames(
  { title, mentions, modifiers, sources }: LinkedText,
  tags: readonly Tag[],
  others: readonly Mention[],
  quoteSignOf: (mention: LinkedMention) => 1 | -1,
) {
  const found: (FoundName | undefined)[] = []
  const taken: boolean[] = []
  const add = (name: FoundName) => {
    for (let i = name.from; i < name.to; i++) if (taken[i]) return
    for (let i = name.from; i < name.to; i++) taken[i] = true
    if (name.to > name.from) found[name.from] = name
  }
  const addMention = (mention: Mention, kind: NameKind, ticker: string | null, quoteSign: 1 | -1 = 1) => {
    if (mention.field !== 'title') return
    const inside = title.starts.flatMap((start, i) =>
      (title.ends[i] ?? 0) > mention.start && start < mention.end ? [i] : [],
    )
    add({ kind, ticker, key: mention.key, quoteSign, from: inside[0] ?? 0, to: (inside.at(-1) ?? -1) + 1 })
  }
  for (const one of [...mentions, ...modifiers, ...sources])
    addMention(one, KIND_OF_TYPE[one.asset.type], one.asset.ticker, quoteSignOf(one))
  for (const tag of tags) {
    const kind = kindOfTag(tag, title.words.slice(tag.from, tag.to).join(' '))
    const good = kind === 'firm' ? undefined : tag.goods[0]?.commodities[0]
    const ticker = tag.asset?.ticker ?? good ?? null
    if (kind !== null) add({ kind, ticker, key: null, quoteSign: 1, from: tag.from, to: tag.to })
  }
  for (const one of others) addMention(one, 'name', null)
  return found
}

const KIND_OF_TYPE = {
  ...{ stock: 'company', etf: 'company', commodity: 'commodity', crypto: 'commodity' },
  ...{ forex: 'currency', bond: 'rate', money_market: 'rate' },
} as const satisfies Record<LinkedMention['asset']['type'], NameKind>

function kindOfTag(
  { asset, product, place, country, isCentralBank, isGovernment, goods }: Tag,
  words: string,
): NameKind | null {
  if (asset?.type === 'stock') return product === null ? 'company' : 'product'
  if (place !== null) return 'place'
  if (product !== null) return 'firm'
  if (isCentralBank) return 'centralbank'
  if (country !== null) return isGovernment ? 'government' : 'country'
  // What is good for Rusal is not what lifts the price of aluminium.
  if (goods.some(({ firms }) => firms.includes(words))) return 'firm'
  if (goods.length > 0) return goods.some(isTraded) ? 'commodity' : 'good'
  return null
}

/** Whether the sign of a name is that of something listed: countries and governments decide or suffer. */
export function isAsked({ kind }: Pick<InputName, 'kind'>): boolean {
  return kind !== 'country' && kind !== 'government'
}

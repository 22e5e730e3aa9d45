import { compileAspects, judgeAspect } from './aspect.math.ts'
import { withComparisons } from './direction-compare.math.ts'
import { compileAssets, compileEntries } from './direction-compile.math.ts'
import { evidenceOf } from './direction-event.math.ts'
import { KIND_OF_TYPE, type Lexicon } from './direction-lexicon.math.ts'
import { describesAnother } from './direction-part.math.ts'
import { type Place, type Reading, read } from './direction-reading.math.ts'
import { sharesOf } from './direction-role.math.ts'
import { forceOf } from './direction-scope.math.ts'
import type { ArticleText, Direction, Mention, Verdict } from './knowledge.math.ts'

export type { Lexicon } from './direction-lexicon.math.ts'

/** Judges every mentioned key of one article: one verdict per distinct `Mention.key`, in order of first mention. */
export type Judge = (article: ArticleText, mentions: readonly Mention[]) => ReadonlyMap<string, Verdict>

/** Evidence weaker than this, on the scale -1..1, leaves the direction ambiguous. */
const CLEAR = 0.06
/** Evidence weaker than this is a word without a side, "flat" or "names". */
const FAINT = 0.05
/** Good and bad news that leave less than this part of their sum balance each other. */
const BALANCE = 0.05
/** What evidence about others in the same clause, and elsewhere, says about a name with no part of its own. */
const SAME_CLAUSE = 0.4
const ELSEWHERE = 0.25
/** A key whose mention covers no word ("the company") is taken to be whom the text is about. */
const UNNAMED = 0.9
/** Body text counts less than the title. */
const BODY_WEIGHT = 0.5
/** Only so many UTF-16 units of a title or text are read; work grows with the square of the evidence. */
const READ_LENGTH = 1200

interface Ledger {
  price: number
  priceSeen: boolean
  news: number
  /** Sum of absolute weights, to tell a balance from silence. */
  mass: number
  /** Mood of evidence that has no part for this key. */
  mood: number
  best: number
  /** True when some evidence says that nothing moved: "ends flat". */
  settled: boolean
  because: string
}

/** Builds the judge once; the judge itself is pure, deterministic and never throws. */
export function createJudge(lexicon: Lexicon): Judge {
  const entries = compileEntries(lexicon)
  const assets = compileAssets(lexicon)
  const aspects = compileAspects(lexicon)
  return (article, mentions) => {
    const keys = [...new Set(mentions.map((mention) => mention.key))]
    const ledgers = keys.map(
      (): Ledger => ({ price: 0, priceSeen: false, news: 0, mass: 0, mood: 0, best: 0, settled: false, because: '' }),
    )
    const title = read(article.title.slice(0, READ_LENGTH), placesIn('title', mentions, keys), entries, assets)
    const named = new Set(mentions.filter((each) => each.end > each.start).map((each) => keys.indexOf(each.key)))
    weigh(title, ledgers, named, 1)
    const bodyPlaces = placesIn('text', mentions, keys).filter((place) => place.start < READ_LENGTH)
    if (article.text !== undefined && bodyPlaces.length > 0) {
      weigh(read(article.text.slice(0, READ_LENGTH), bodyPlaces, entries, assets), ledgers, named, BODY_WEIGHT)
    }
    const verdicts = new Map<string, Verdict>()
    keys.forEach((key, index) => {
      const ledger = ledgers[index]
      if (ledger === undefined) return
      const score = scoreOf(ledger)
      verdicts.set(key, {
        direction: directionOf(score),
        score,
        aspect: judgeAspect(aspects, title, index, ledger.priceSeen),
        because: ledger.because,
      })
    })
    return verdicts
  }
}

function placesIn(field: Mention['field'], mentions: readonly Mention[], keys: readonly string[]): Place[] {
  const places: Place[] = []
  for (const mention of mentions) {
    if (mention.field === field)
      places.push({ key: keys.indexOf(mention.key), start: mention.start, end: mention.end, asset: kindOf(mention) })
  }
  return places
}

function kindOf(mention: Mention): Place['asset'] {
  return mention.assetType === undefined ? null : (KIND_OF_TYPE[mention.assetType] ?? null)
}

/** Adds all evidence of one text to the ledgers of the keys it concerns. */
function weigh(reading: Reading, ledgers: readonly Ledger[], named: ReadonlySet<number>, factor: number): void {
  const all = withComparisons(reading, evidenceOf(reading))
  const describing = new Set(ledgers.keys().filter((key) => describesAnother(reading, key)))
  for (const evidence of all) {
    const force = forceOf(evidence, reading) * factor
    const touched = new Set<number>()
    for (const share of sharesOf(evidence, reading, all)) {
      const key = reading.names[share.name]?.key ?? -1
      const ledger = ledgers[key]
      if (ledger === undefined || touched.has(key) || describing.has(key)) continue
      touched.add(key)
      const weight = share.weight * force
      if (evidence.price) {
        ledger.price += weight
        ledger.priceSeen = true
      } else ledger.news += weight
      ledger.mass += Math.abs(weight)
      if (Math.abs(weight) < FAINT) ledger.settled = true
      if (Math.abs(weight) > ledger.best) {
        ledger.best = Math.abs(weight)
        ledger.because = wordsOf(reading, evidence.from, evidence.to)
      }
    }
    ledgers.forEach((ledger, key) => {
      if (touched.has(key) || describing.has(key)) return
      const near = !named.has(key)
        ? UNNAMED
        : reading.names.some((name) => name.key === key && reading.clauseAt[name.from] === evidence.clause)
          ? SAME_CLAUSE
          : ELSEWHERE
      ledger.mood += evidence.tone * force * near
    })
  }
}

/** The market's own answer, a price move, outweighs the news around it; mood speaks only where nothing else does. */
function scoreOf(ledger: Ledger): number {
  const direct = ledger.priceSeen ? ledger.price * 1.3 + ledger.news * 0.4 : ledger.news
  if (!ledger.priceSeen && Math.abs(direct) < ledger.mass * BALANCE) return 0
  const silent = ledger.mass < FAINT && !ledger.settled
  return Math.tanh((silent ? direct + ledger.mood : direct) * 1.3)
}

function directionOf(score: number): Direction {
  return score > CLEAR ? 'pos' : score < -CLEAR ? 'neg' : 'ambiguous'
}

function wordsOf(reading: Reading, from: number, to: number): string {
  return reading.tokens.text.slice(reading.tokens.starts[from] ?? 0, reading.tokens.ends[to - 1] ?? 0)
}

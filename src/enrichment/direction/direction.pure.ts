import { compileAspects, createAspectReader } from '../classify/aspect.pure.ts'
import type { DirectionLexicon } from '../vocabulary/direction-lexicon.pure.ts'
import type { ArticleText, Direction, Mention, Verdict } from '../vocabulary/verdict.pure.ts'
import { attributeEvidence } from './attribution/attribute.pure.ts'
import { computeContextWeight } from './evidence/context-weight.pure.ts'
import type { Evidence } from './evidence/evidence.pure.ts'
import { extractEvidence } from './evidence/extract.pure.ts'
import { addComparisons } from './evidence/number-comparison.pure.ts'
import { isOnlyModifier } from './grammar/semantic-role.pure.ts'
import { type LeadEvidence, listGrounds } from './grounds.pure.ts'
import { createParser, type ParsedText } from './parse/parsed-text.pure.ts'

/** Takes an article and its mentions, and gives one verdict per distinct `Mention.key`, in order of first mention. */
export type DirectionClassifier = (article: ArticleText, mentions: readonly Mention[]) => ReadonlyMap<string, Verdict>

/** A score nearer to 0 than this is ambiguous. */
const MIN_SCORE = 0.06
/** A polarity nearer to 0 than this says that nothing changed: "flat". */
const FAINT_POLARITY = 0.05
/** Good and bad evidence balance when their sum is less than this part of their absolute sum. */
const BALANCE_PART = 0.05
/** News before and after a "but" stronger than this is mixed. */
const MIXED = 0.2
/** How much the tone of evidence counts for a name to which it is not attributed, in the same clause and in another one. */
const SAME_CLAUSE_TONE = 0.4
const OTHER_CLAUSE_TONE = 0.25
/** The same for a key without a place in the text, which stands for whom the text is about. */
const WHOLE_TEXT_TONE = 0.9
/** How much evidence of the body counts beside that of the title. */
const BODY_WEIGHT = 0.5
/** UTF-16 units of a title or text that are read; work grows with the square of the evidence. */
const MAX_LENGTH = 1200

/** The evidence on one key, summed. */
class SentimentSums {
  price = 0
  hasPriceMove = false
  news = 0
  /** Absolute polarities of the good and of the bad evidence. */
  good = 0
  bad = 0
  pieces = 0
  /** Tone of the evidence that is not attributed to this key. */
  tone = 0
  /** Absolute polarity of the strongest evidence, its words, and what it is. */
  strongest = 0
  because = ''
  lead: LeadEvidence | null = null
  /** True when some evidence says that nothing changed: "ends flat". */
  isUnchanged = false
  /** News before and after a "but". */
  beforeContrast = 0
  inContrast = 0

  /** Adds a piece of evidence; `isBeforeContrast` where a "but" follows it. */
  add(evidence: Evidence, polarity: number, isBeforeContrast: boolean): void {
    if (evidence.isPrice) {
      this.price += polarity
      this.hasPriceMove = true
    } else {
      this.news += polarity
      if (evidence.clause?.relation === 'contrast') this.inContrast += polarity
      else if (isBeforeContrast) this.beforeContrast += polarity
    }
    if (polarity > 0) this.good += polarity
    else this.bad -= polarity
    this.pieces++
    if (Math.abs(polarity) < FAINT_POLARITY) this.isUnchanged = true
  }

  /** Score -1..1: a price move outweighs the news around it; tone counts only where no evidence is attributed. */
  get score(): number {
    const { news, beforeContrast, inContrast } = this
    const all = this.good + this.bad
    if (!this.hasPriceMove) {
      // "Beats sales estimates but China slump deepens".
      const isMixed =
        beforeContrast * inContrast < 0 && Math.min(Math.abs(beforeContrast), Math.abs(inContrast)) > MIXED
      if (Math.abs(news) < all * BALANCE_PART || isMixed) return 0
    }
    const direct = this.hasPriceMove ? this.price * 1.3 + news * 0.4 : news
    const isSilent = all < FAINT_POLARITY && !this.isUnchanged
    return Math.tanh((isSilent ? direct + this.tone : direct) * 1.3)
  }
}

/**
 * Compiles the lexicon once. The classifier parses title and body, extracts the evidence, weighs each piece by its context,
 * attributes it to the names it concerns and sums it per key into a verdict: direction, score, aspect, deciding words. It is
 * deterministic and never throws.
 */
export function createDirectionClassifier(lexicon: DirectionLexicon): DirectionClassifier {
  const parse = createParser(lexicon)
  const aspects = compileAspects(lexicon)
  return ({ title, text }, mentions) => {
    if (mentions.length === 0) return NO_VERDICTS
    const allSums = new Map(mentions.map(({ key }) => [key, new SentimentSums()]))
    const inTitle = mentions.filter(({ field }) => field === 'title')
    const parsed = parse(title.slice(0, MAX_LENGTH), inTitle)
    const named = new Set(mentions.filter(({ start, end }) => end > start).map(({ key }) => key))
    addEvidence(parsed, allSums, named, 1)
    const inBody = mentions.filter(({ field, start }) => field === 'text' && start < MAX_LENGTH)
    if (text !== undefined && inBody.length > 0)
      addEvidence(parse(text.slice(0, MAX_LENGTH), inBody), allSums, named, BODY_WEIGHT)
    const readAspect = createAspectReader(aspects, parsed)
    const verdicts = new Map<string, Verdict>()
    for (const [key, sums] of allSums) {
      const { score, because, hasPriceMove } = sums
      verdicts.set(key, {
        direction: readDirection(score),
        score,
        aspect: readAspect(key, hasPriceMove),
        because,
        isPriceMove: hasPriceMove,
        grounds: listGrounds(sums, score, parsed.clauses.length),
      })
    }
    return verdicts
  }
}

const NO_VERDICTS: ReadonlyMap<string, Verdict> = new Map()

/** Adds the evidence of one text to the sums of the keys; `factor` is the weight of the text, `named` the keys with a place in it. */
function addEvidence(
  parsed: ParsedText,
  allSums: ReadonlyMap<string, SentimentSums>,
  named: ReadonlySet<string>,
  factor: number,
): void {
  const all = addComparisons(parsed, extractEvidence(parsed))
  const subjects = new Map([...allSums].filter(([key]) => !isOnlyModifier(parsed, key)))
  const contrast = parsed.clauses.findLastIndex((clause) => clause.relation === 'contrast')
  for (const evidence of all) {
    const { clause } = evidence
    const contextWeight = computeContextWeight(evidence, parsed) * factor
    const attributions = attributeEvidence(evidence, parsed, all).filter(({ name }) => subjects.has(name.key ?? ''))
    for (const [key, sums] of subjects) {
      const attribution = attributions.find(({ name }) => name.key === key)
      if (attribution === undefined) {
        const isBeside = parsed.names.some((name) => name.key === key && parsed.clauseAt[name.from] === clause)
        const isOfOthers = attributions.length > 0 && clause?.relation !== 'main'
        const inOther = isOfOthers ? 0 : OTHER_CLAUSE_TONE
        const toneWeight = !named.has(key) ? WHOLE_TEXT_TONE : isBeside ? SAME_CLAUSE_TONE : inOther
        sums.tone += evidence.tone * contextWeight * toneWeight
        continue
      }
      const polarity = attribution.polarity * contextWeight
      sums.add(evidence, polarity, (clause?.index ?? 0) < contrast)
      if (Math.abs(polarity) <= sums.strongest) continue
      const { text, starts, ends } = parsed.tokens
      sums.strongest = Math.abs(polarity)
      sums.because = text.slice(starts[evidence.from], ends[evidence.to - 1])
      sums.lead = { evidence, name: attribution.name, contextWeight }
    }
  }
}

function readDirection(score: number): Direction {
  return score > MIN_SCORE ? 'pos' : score < -MIN_SCORE ? 'neg' : 'ambiguous'
}

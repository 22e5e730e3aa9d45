import { compileAspects, createAspectReader } from '../classify/aspect.pure.ts'
import { ASSET_KIND_BY_TYPE, type DirectionLexicon } from '../vocabulary/direction-lexicon.pure.ts'
import type { ArticleText, Direction, Mention, Verdict } from '../vocabulary/verdict.pure.ts'
import { attributeEvidence } from './attribution/attribute.pure.ts'
import { computeContextWeight } from './evidence/context-weight.pure.ts'
import { extractEvidence } from './evidence/extract.pure.ts'
import { addComparisons } from './evidence/number-comparison.pure.ts'
import { isOnlyModifier } from './grammar/semantic-role.pure.ts'
import { type LeadEvidence, listGrounds, readLead } from './grounds.pure.ts'
import { compileAssetKinds, compileEntries } from './lexicon/compile.pure.ts'
import { type ParsedText, parseText, type TargetSpan } from './parse/parsed-text.pure.ts'

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
interface SentimentSums {
  price: number
  hasPriceMove: boolean
  news: number
  /** Sum of absolute polarities, to tell balanced evidence from none. */
  absoluteSum: number
  /** Tone of the evidence that is not attributed to this key. */
  tone: number
  /** Absolute polarity of the evidence that gives `because`. */
  strongest: number
  /** True when some evidence says that nothing changed: "ends flat". */
  isUnchanged: boolean
  because: string
  /** What the strongest evidence is. */
  lead: LeadEvidence | null
  pieces: number
  good: number
  bad: number
  /** News before and after a "but". */
  beforeContrast: number
  inContrast: number
}

/**
 * Compiles the lexicon once. The classifier parses title and body, extracts the evidence, weighs each piece by its context,
 * attributes it to the names it concerns and sums it per key into a verdict: direction, score, aspect, deciding words. It is
 * deterministic and never throws.
 */
export function createDirectionClassifier(lexicon: DirectionLexicon): DirectionClassifier {
  const entries = compileEntries(lexicon)
  const assetKinds = compileAssetKinds(lexicon)
  const aspects = compileAspects(lexicon)
  return (article, mentions) => {
    if (mentions.length === 0) return NO_VERDICTS
    const keys = [...new Set(mentions.map((mention) => mention.key))]
    const allSums = keys.map(
      (): SentimentSums => ({
        price: 0,
        hasPriceMove: false,
        news: 0,
        absoluteSum: 0,
        tone: 0,
        strongest: 0,
        isUnchanged: false,
        because: '',
        lead: null,
        pieces: 0,
        good: 0,
        bad: 0,
        beforeContrast: 0,
        inContrast: 0,
      }),
    )
    const title = parseText(
      article.title.slice(0, MAX_LENGTH),
      collectTargets('title', mentions, keys),
      entries,
      assetKinds,
    )
    const named = new Set(mentions.filter((each) => each.end > each.start).map((each) => keys.indexOf(each.key)))
    addEvidence(title, allSums, named, 1)
    const bodyTargets = collectTargets('text', mentions, keys).filter((place) => place.start < MAX_LENGTH)
    if (article.text !== undefined && bodyTargets.length > 0) {
      addEvidence(
        parseText(article.text.slice(0, MAX_LENGTH), bodyTargets, entries, assetKinds),
        allSums,
        named,
        BODY_WEIGHT,
      )
    }
    const readAspect = createAspectReader(aspects, title)
    const verdicts = new Map<string, Verdict>()
    keys.forEach((key, index) => {
      const sums = allSums[index]
      if (sums === undefined) return
      const score = computeScore(sums)
      verdicts.set(key, {
        direction: readDirection(score),
        score,
        aspect: readAspect(index, sums.hasPriceMove),
        because: sums.because,
        isPriceMove: sums.hasPriceMove,
        grounds: listGrounds({ ...sums, score, clauses: title.clauses.length }),
      })
    })
    return verdicts
  }
}

const NO_VERDICTS: ReadonlyMap<string, Verdict> = new Map()

function collectTargets(field: Mention['field'], mentions: readonly Mention[], keys: readonly string[]): TargetSpan[] {
  const targets: TargetSpan[] = []
  for (const mention of mentions) {
    if (mention.field === field)
      targets.push({
        key: keys.indexOf(mention.key),
        start: mention.start,
        end: mention.end,
        assetKind: readAssetKind(mention),
      })
  }
  return targets
}

function readAssetKind(mention: Mention): TargetSpan['assetKind'] {
  return mention.assetType === undefined ? null : (ASSET_KIND_BY_TYPE[mention.assetType] ?? null)
}

/** Adds the evidence of one text to the sums of the keys; `factor` is the weight of the text, `named` the keys with a place in it. */
function addEvidence(
  parsed: ParsedText,
  allSums: readonly SentimentSums[],
  named: ReadonlySet<number>,
  factor: number,
): void {
  const all = addComparisons(parsed, extractEvidence(parsed))
  const modifierKeys = new Set(allSums.keys().filter((key) => isOnlyModifier(parsed, key)))
  const contrast = parsed.clauses.findLastIndex((clause) => clause.relation === 'contrast')
  for (const evidence of all) {
    const contextWeight = computeContextWeight(evidence, parsed) * factor
    const attributed = new Set<number>()
    for (const attribution of attributeEvidence(evidence, parsed, all)) {
      const key = parsed.names[attribution.name]?.key ?? -1
      const sums = allSums[key]
      if (sums === undefined || attributed.has(key) || modifierKeys.has(key)) continue
      attributed.add(key)
      const polarity = attribution.polarity * contextWeight
      if (evidence.isPrice) {
        sums.price += polarity
        sums.hasPriceMove = true
      } else {
        sums.news += polarity
        if (parsed.clauses[evidence.clause]?.relation === 'contrast') sums.inContrast += polarity
        else if (contrast >= 0 && evidence.clause < contrast) sums.beforeContrast += polarity
      }
      sums.absoluteSum += Math.abs(polarity)
      if (polarity > 0) sums.good += polarity
      else sums.bad -= polarity
      sums.pieces++
      if (Math.abs(polarity) < FAINT_POLARITY) sums.isUnchanged = true
      if (Math.abs(polarity) > sums.strongest) {
        sums.strongest = Math.abs(polarity)
        sums.because = sliceWords(parsed, evidence.from, evidence.to)
        sums.lead = readLead(evidence, attribution, parsed, contextWeight)
      }
    }
    allSums.forEach((sums, key) => {
      if (attributed.has(key) || modifierKeys.has(key)) return
      const toneWeight = !named.has(key)
        ? WHOLE_TEXT_TONE
        : parsed.names.some((name) => name.key === key && parsed.clauseAt[name.from] === evidence.clause)
          ? SAME_CLAUSE_TONE
          : attributed.size > 0 && (parsed.clauses[evidence.clause]?.relation ?? 'main') !== 'main'
            ? 0
            : OTHER_CLAUSE_TONE
      sums.tone += evidence.tone * contextWeight * toneWeight
    })
  }
}

/** Score -1..1: a price move outweighs the news around it; tone counts only where no evidence is attributed. */
function computeScore(sums: SentimentSums): number {
  const direct = sums.hasPriceMove ? sums.price * 1.3 + sums.news * 0.4 : sums.news
  if (!sums.hasPriceMove && Math.abs(direct) < sums.absoluteSum * BALANCE_PART) return 0
  // "Beats sales estimates but China slump deepens".
  const isContrasted = sums.beforeContrast * sums.inContrast < 0
  if (!sums.hasPriceMove && isContrasted && Math.min(Math.abs(sums.beforeContrast), Math.abs(sums.inContrast)) > MIXED)
    return 0
  const isSilent = sums.absoluteSum < FAINT_POLARITY && !sums.isUnchanged
  return Math.tanh((isSilent ? direct + sums.tone : direct) * 1.3)
}

function readDirection(score: number): Direction {
  return score > MIN_SCORE ? 'pos' : score < -MIN_SCORE ? 'neg' : 'ambiguous'
}

function sliceWords(parsed: ParsedText, from: number, to: number): string {
  return parsed.tokens.text.slice(parsed.tokens.starts[from] ?? 0, parsed.tokens.ends[to - 1] ?? 0)
}

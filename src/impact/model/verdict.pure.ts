import { CUT_OFF } from '../../enrichment/confidence/confidence.pure.ts'
import type { Aspect, AssetImpact, Direction, Enrichment } from '../../enrichment/vocabulary/verdict.pure.ts'
import type { ScoredEnrichment } from '../scorer.pure.ts'
import { type AssetNames, type Candidate, entityKey } from './candidate.pure.ts'

/** The model's answer on one article: of the right shape, not yet checked against the article. */
export interface ModelAnswer {
  readonly assets: readonly { readonly asset: string; readonly direction: Direction; readonly aspect: Aspect }[]
  readonly impact_score: Enrichment['impactScore']
  readonly brief_text: string
  readonly translations?:
    | { readonly th?: string | null | undefined; readonly ja?: string | null | undefined }
    | null
    | undefined
}

/** A model may answer a translation in the wrong language; a brief says its language, so it must be the right one. */
const SCRIPT = { th: /\p{Script=Thai}/u, ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u } as const

/** Control and direction characters and lone surrogates, which no JSON column takes; some scripts need the two joiners. */
const UNPRINTABLE = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/u
/** Links and markup, which a news sentence only holds when an article told the model to write them. */
const ACTIVE = /https?:|www\.|<\/?[a-z!]|\]\(|```/i

/** The rules' enrichment with the model's verdicts in it; a string says why the answer can't be used. */
export function withVerdicts(
  rules: Enrichment,
  candidates: readonly Candidate[],
  answer: ModelAnswer,
  assetOf: AssetNames,
): ScoredEnrichment | string {
  const allowed = new Set(candidates.map((one) => one.key))
  const said = new Map<string, Verdict>()
  for (const { asset, direction, aspect } of answer.assets) {
    if (!allowed.has(asset)) return 'the answer speaks of an asset that was not found in the article'
    if (said.has(asset)) return 'the answer speaks of an asset twice'
    said.set(asset, { direction, aspect })
  }
  if (!isSentence(answer.brief_text)) return 'the brief is not a plain sentence'
  const verdictOf = (assetId: number) => said.get(assetOf(assetId)?.ticker ?? '')
  const turns = turnsOf(rules.impacts, verdictOf)
  const named = rules.impacts.filter(({ hop }) => hop === 0)
  // What the event of one company does to others turns with the company.
  const eventTurn = named.length === 1 ? turns.get(named[0]?.assetId ?? -1) : undefined
  const briefTexts = Object.fromEntries(
    (['th', 'ja'] as const).flatMap((lang) => {
      const text = answer.translations?.[lang]
      return text && SCRIPT[lang].test(text) && isSentence(text) ? [[lang, text]] : []
    }),
  )
  return {
    ...rules,
    briefText: answer.brief_text,
    briefSource: 'model',
    impactScore: answer.impact_score,
    impacts: rules.impacts.map((impact) => {
      const verdict = verdictOf(impact.assetId)
      if (verdict !== undefined) return judged(impact, verdict, assetOf)
      const turn = isOfEvent(impact) ? eventTurn : turns.get(impact.path[0] ?? impact.assetId)
      return turned(impact, turn, assetOf)
    }),
    entities: rules.entities.map((entity, index) => {
      const verdict = said.get(entityKey(entity.assetId, index, assetOf))
      if (verdict === undefined) return entity
      const score = verdict.direction === entity.direction ? entity.score : SCORE[verdict.direction]
      return { ...entity, ...verdict, score, confidence: confidenceIn(entity, verdict.direction) }
    }),
    ...(Object.keys(briefTexts).length > 0 ? { briefTexts } : {}),
  }
}

interface Verdict {
  readonly direction: Direction
  readonly aspect: Aspect
}

/** Score of a direction for which the model gives no strength: half way. */
const SCORE: Readonly<Record<Direction, number>> = { pos: 0.5, neg: -0.5, ambiguous: 0 }

/** Confidence in a model's direction that differs from the rules': no labels tell it, so the least that is told, or as much as theirs is likely wrong. */
function confidenceIn(
  rules: { readonly direction: Direction; readonly confidence: number },
  direction: Direction,
): number {
  return direction === rules.direction ? rules.confidence : Math.max(CUT_OFF, 1 - rules.confidence)
}

const NEWS: Readonly<Record<Direction, string>> = { pos: 'good news', neg: 'bad news', ambiguous: 'unclear news' }

function isSentence(text: string): boolean {
  return !UNPRINTABLE.test(text) && !ACTIVE.test(text)
}

/** Named assets whose direction the model changed, and how: assets reached through them change with them. */
function turnsOf(
  impacts: readonly AssetImpact[],
  verdictOf: (assetId: number) => Verdict | undefined,
): Map<number, 'over' | 'ambiguous'> {
  const turns = new Map<number, 'over' | 'ambiguous'>()
  for (const { hop, assetId, direction } of impacts) {
    const verdict = hop === 0 ? verdictOf(assetId) : undefined
    if (verdict === undefined || verdict.direction === direction || direction === 'ambiguous') continue
    turns.set(assetId, verdict.direction === 'ambiguous' ? 'ambiguous' : 'over')
  }
  return turns
}

function judged(impact: AssetImpact, verdict: Verdict, assetOf: AssetNames): AssetImpact {
  if (verdict.direction === impact.direction && verdict.aspect === impact.aspect) return impact
  return {
    ...impact,
    ...verdict,
    confidence: confidenceIn(impact, verdict.direction),
    rationale: rationaleOf(impact, verdict, assetOf),
  }
}

/** Moved by what happened, not by way of another asset. */
function isOfEvent({ hop, path }: AssetImpact): boolean {
  return hop > 0 && path.length === 1
}

function turned(impact: AssetImpact, turn: 'over' | 'ambiguous' | undefined, assetOf: AssetNames): AssetImpact {
  if (turn === undefined || impact.hop === 0 || impact.direction === 'ambiguous') return impact
  const direction = turn === 'ambiguous' ? 'ambiguous' : impact.direction === 'pos' ? 'neg' : 'pos'
  return judged(impact, { direction, aspect: impact.aspect }, assetOf)
}

/** Built here, not by the model, so that no words of an article get into it. */
function rationaleOf(impact: AssetImpact, { direction, aspect }: Verdict, assetOf: AssetNames): string {
  const { hop, path, assetId } = impact
  const names = path.map((id) => assetOf(id)?.name ?? '?')
  const news = `${NEWS[direction]} on ${aspect}, as a model reads it`
  if (isOfEvent(impact)) return `Moved by the event of the story: ${news}.`
  return hop === 0
    ? `The story names ${assetOf(assetId)?.name ?? '?'}: ${news}.`
    : `Reached by way of ${names.slice(0, -1).join(', then ')}: ${news}.`
}

import type { RippleEffect } from '../ripple/propagate.pure.ts'
import type { JudgedSeed, Seed } from '../ripple/seed.pure.ts'
import type { Direction, EntityVerdict, Verdict } from '../vocabulary/verdict.pure.ts'
import { type ConfidenceModel, createConfidence, type VerdictKind } from './confidence.pure.ts'
import { type ArticleGrounds, groundsOfEffect, groundsOfGiven, groundsOfSeed, groundsOfStep } from './grounds.pure.ts'

/** A verdict with what it rests on, as calibration counts it. */
export interface Judgement {
  readonly assetId: number
  readonly direction: Direction
  readonly kind: VerdictKind
  readonly grounds: readonly string[]
}

/** An effect with the share of such effects that are right. */
export interface JudgedEffect extends RippleEffect {
  /** 0-1. */
  readonly confidence: number
}

/** The judgements on one article. */
export interface Judge {
  /** A named asset as the event moves it; `read` is its verdict by the words beside the name. Too unsure a direction becomes ambiguous. */
  readonly judgeSeed: (seed: Seed, read: Verdict) => JudgedSeed
  readonly judgeGiven: (given: Omit<EntityVerdict, 'confidence'>) => EntityVerdict
  /** An effect on an asset that is not named, with its confidence. Too unsure a direction becomes ambiguous. */
  readonly judgeEffect: (effect: RippleEffect) => JudgedEffect
  /** All that was judged. */
  readonly judgements: readonly Judgement[]
}

/** Ground of a verdict that was too unsure for a direction. */
const CUT = 'read=unsure'

/** Compiles the table; the returned function judges the verdicts on one article. */
export function createJudge(model: ConfidenceModel): (article: ArticleGrounds) => Judge {
  const readConfidence = createConfidence(model)
  const kindOf = (direction: Direction) => (direction === 'ambiguous' ? 'ambiguous' : 'direction')
  const isUnsure = (direction: Direction, confidence: number) => direction !== 'ambiguous' && confidence < model.cutOff
  return (article) => {
    const judgements: Judgement[] = []
    const ofNamed = new Map<number, number>()
    const judge = (assetId: number, direction: Direction, grounds: readonly string[]) => {
      const kind = kindOf(direction)
      judgements.push({ assetId, direction, kind, grounds })
      return readConfidence(kind, grounds)
    }
    return {
      judgements,
      judgeSeed: (seed, read) => {
        const { asset, verdict, relevance } = seed
        const grounds = groundsOfSeed(seed, read, article)
        const confidence = judge(asset.id, verdict.direction, grounds)
        ofNamed.set(asset.id, confidence)
        if (!isUnsure(verdict.direction, confidence)) return { ...seed, confidence }
        const unsure: Verdict = { ...verdict, direction: 'ambiguous', score: 0, because: '' }
        return { asset, verdict: unsure, relevance, confidence: judge(asset.id, 'ambiguous', [CUT, ...grounds]) }
      },
      judgeGiven: (given) => {
        const mention = article.linked.mentions.find((one) => one.asset.id === given.assetId)
        const grounds = groundsOfGiven(given, mention, article)
        const confidence = readConfidence(kindOf(given.direction), grounds)
        if (!isUnsure(given.direction, confidence)) return { ...given, confidence }
        const unsure = readConfidence('ambiguous', [CUT, ...grounds])
        return { ...given, direction: 'ambiguous', score: 0, confidence: unsure }
      },
      judgeEffect: (effect) => {
        const { asset, direction } = effect
        const confidenceOf = (id: number) => ofNamed.get(id)
        const grounds = groundsOfEffect(effect, article, confidenceOf)
        const isDirect = effect.steps.length < 2 || article.told.effects.some((one) => one === effect)
        let confidence = judge(asset.id, direction, grounds)
        for (let at = 0; !isDirect && at < effect.steps.length - 1; at++) {
          confidence = Math.min(confidence, readConfidence('direction', groundsOfStep(effect, at, confidenceOf)))
        }
        if (!isUnsure(direction, confidence)) return withConfidence(effect, confidence)
        const unsure = judge(asset.id, 'ambiguous', [CUT, ...grounds])
        return { ...effect, direction: 'ambiguous', rationale: withoutOutcome(effect.rationale), confidence: unsure }
      },
    }
  }
}

/** Field by field: effects of several kinds come here, and copies of all of them are made for every article. */
function withConfidence(effect: RippleEffect, confidence: number): JudgedEffect {
  const { asset, direction, aspect, strength, hop, path, steps, rationale } = effect
  return { asset, direction, aspect, strength, hop, path, steps, rationale, confidence }
}

/** "A competes with B, whose demand rises: a good sign." becomes "A competes with B, whose demand rises: it may go either way." */
function withoutOutcome(rationale: string): string {
  return rationale.replace(/(?:: [^:]*)?\.$/, ': it may go either way.')
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../core/clock.ts'
import type { ModelSettings } from '../core/config.ts'
import type { ArticleText, Enrichment } from './knowledge.math.ts'
import { type AssetNames, candidatesOf } from './model-candidate.math.ts'
import { TokenLedger } from './model-ledger.source.ts'
import { FAILURE_WEIGHT, ModelPause } from './model-pause.math.ts'
import {
  type Dialect,
  dialectAfter,
  FIRST_DIALECT,
  questionOf,
  requestBody,
  tokensAtMost,
} from './model-prompt.math.ts'
import { askOnce, type Outcome } from './model-request.source.ts'
import { backoffMs } from './model-retry.math.ts'
import { Slots } from './model-slots.math.ts'
import { type ModelAnswer, withVerdicts } from './model-verdict.math.ts'
import type { ScoredEnrichment } from './scorer.math.ts'

/** Where the model's troubles are told. */
interface ModelLog {
  warn(facts: object, message: string): void
  debug(facts: object, message: string): void
}

/** What a model needs besides its settings. */
interface ModelTools {
  readonly clock: Clock
  readonly log: ModelLog
}

/** A model that goes over what the rules said of an article. */
export interface Model {
  /** The article as the model reads it; as the rules do where it can't be asked or gives nothing usable. Never rejects. */
  refine(article: ArticleText, rules: Enrichment, assetOf: AssetNames): Promise<ScoredEnrichment>
}

/** What ends an attempt at one article without an answer. */
interface GivenUp {
  readonly why: string
  /** Weight of the failure; 0 when it was none of the model's. */
  readonly weight: number
  readonly pauseMs?: number
}

const LONG_PAUSE_MS = 30_000

/** A model behind an OpenAI-compatible endpoint. */
export function createModel(settings: ModelSettings, { clock, log }: ModelTools): Model {
  const ledger = new TokenLedger(settings.ledgerFolder, settings.tokensPerDayMax)
  const pause = new ModelPause()
  const slots = new Slots(settings.concurrency)
  let dialect = FIRST_DIALECT
  let dayUsedUp = ''

  return {
    async refine(article, rules, assetOf) {
      if (!pause.admits(clock.now())) return rules
      const candidates = candidatesOf(rules, assetOf)
      const signal = AbortSignal.timeout(settings.timeoutMs)
      if (!(await slots.take(signal))) {
        log.debug({ why: 'all requests were taken' }, 'an article was scored by the rules alone')
        return rules
      }
      try {
        const answer = await ask(questionOf(article, rules, candidates), signal)
        const scored = 'why' in answer ? answer : withVerdicts(rules, candidates, answer, assetOf)
        if (typeof scored === 'string') return giveUp({ why: scored, weight: FAILURE_WEIGHT.unusable }, rules)
        if ('why' in scored) return giveUp(scored, rules)
        pause.succeeded()
        return scored
      } catch (error) {
        // The record of tokens cannot be written: without it there is no cap, and without a cap no model.
        const code = error instanceof Error && 'code' in error ? String(error.code) : null
        const why = code === null ? `unexpected: ${String(error)}` : `the record of tokens cannot be kept (${code})`
        return giveUp({ why, weight: FAILURE_WEIGHT.refused }, rules)
      } finally {
        slots.release()
      }
    },
  }

  function giveUp({ why, weight, pauseMs }: GivenUp, rules: Enrichment): Enrichment {
    log.debug({ why }, 'an article was scored by the rules alone')
    const begun = weight === 0 ? null : pause.failed(clock.now(), weight, pauseMs)
    if (begun === null) return rules
    const facts = { why, pauseSeconds: Math.round(begun / 1000) }
    // A rate limit asks for many short pauses.
    if (begun < LONG_PAUSE_MS) log.debug(facts, 'the model asked for a pause; the rules score')
    else log.warn(facts, 'the model is left alone for a while; the rules score')
    return rules
  }

  /** Asks, and again where that may help, until `signal` fires. */
  async function ask(question: string, signal: AbortSignal): Promise<ModelAnswer | GivenUp> {
    let repeats = 0
    for (;;) {
      if (!pause.admits(clock.now())) return { why: 'the model is left alone for a while', weight: 0 }
      const asked: Dialect = dialect
      const outcome = await askWithinBudget(requestBody(settings.name, question, asked), signal)
      if (outcome === null) return { why: "the day's tokens are used up", weight: 0 }
      const { kind } = outcome
      if (kind === 'answered') return outcome.answer
      if (kind === 'rejected') {
        // Another article may have learnt it meanwhile; what is learnt is never unlearnt, so this ends.
        const next = asked === dialect ? dialectAfter(asked, outcome.words) : dialect
        if (next === null) return { why: outcome.why, weight: FAILURE_WEIGHT.unusable }
        dialect = next
        continue
      }
      if (kind !== 'failed') return { why: outcome.why, weight: FAILURE_WEIGHT[kind] }
      const waitMs = Math.max(outcome.retryAfterMs ?? 0, backoffMs(repeats, Math.random()))
      const givenUp = { why: outcome.why, weight: FAILURE_WEIGHT.unreachable, pauseMs: outcome.retryAfterMs ?? 0 }
      // A longer wait than an article has time for is kept all the same, by every article.
      if (signal.aborted || waitMs >= settings.timeoutMs || repeats === settings.retriesMax) return givenUp
      repeats++
      const waited = await sleep(waitMs, true, { signal }).catch(() => false)
      if (!waited) return givenUp
    }
  }

  /** Null when the day's tokens do not suffice for it. */
  async function askWithinBudget(body: string, signal: AbortSignal): Promise<Outcome | null> {
    const now = clock.now()
    const reservation = await ledger.reserve(tokensAtMost(body), now)
    if (reservation === null) {
      const day = new Date(now).toISOString().slice(0, 10)
      if (dayUsedUp !== day) {
        dayUsedUp = day
        log.warn(
          { tokensPerDayMax: settings.tokensPerDayMax },
          "the model's tokens of this UTC day are used up; the rules score",
        )
      }
      return null
    }
    const outcome = await askOnce(settings, body, signal, now)
    await ledger.settle(reservation, outcome.tokens ?? reservation.tokens)
    return outcome
  }
}

import type { ModelSettings } from '../../core/config.ts'
import type { Clock } from '../../core/time/clock.ts'
import { createUpstream } from '../../core/upstream/upstream.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'
import type { ArticleText, Enrichment } from '../../enrichment/vocabulary/verdict.pure.ts'
import type { ScoredEnrichment } from '../scorer.pure.ts'
import { type AssetNames, candidatesOf } from './candidate.pure.ts'
import { TokenLedger } from './ledger.source.ts'
import { type Dialect, dialectAfter, FIRST_DIALECT, questionOf, requestBody, tokensAtMost } from './prompt.pure.ts'
import { askOnce, type Outcome } from './request.source.ts'
import { type ModelAnswer, withVerdicts } from './verdict.pure.ts'

/** Where failures of the model are logged. */
interface ModelLog {
  warn(facts: object, message: string): void
  debug(facts: object, message: string): void
}

/** What a model needs besides its settings. */
interface ModelTools {
  readonly clock: Clock
  readonly log: ModelLog
}

/** A model that refines what the rules found in an article. */
export interface Model {
  /** The article as the model reads it; as the rules do where it can't be asked or gives nothing usable. Never rejects. */
  refine(article: ArticleText, rules: Enrichment, assetOf: AssetNames): Promise<ScoredEnrichment>
}

/** The day's tokens do not suffice for a request; no failure of the model. */
class TokensUsedUp extends Error {
  override name = 'TokensUsedUp'
}

/** A model behind an OpenAI-compatible endpoint. */
export function createModel(settings: ModelSettings, { clock, log }: ModelTools): Model {
  const ledger = new TokenLedger(settings.ledgerFolder, settings.tokensPerDayMax)
  const upstream = createUpstream({
    name: 'the model',
    timeoutMs: settings.timeoutMs,
    attempts: settings.retriesMax + 1,
    atOnce: settings.concurrency,
    log,
  })
  let dialect = FIRST_DIALECT
  let dayUsedUp = ''

  return {
    async refine(article, rules, assetOf) {
      try {
        return await upstream.call((signal) => judge(article, rules, assetOf, signal))
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        log.debug({ why }, 'an article was scored by the rules alone')
        return rules
      }
    },
  }

  /** Asks for the verdicts on one article, once; throws an `UpstreamFailure` that decides on repeats and pauses. */
  async function judge(
    article: ArticleText,
    rules: Enrichment,
    assetOf: AssetNames,
    signal: AbortSignal,
  ): Promise<ScoredEnrichment> {
    const candidates = candidatesOf(rules, assetOf)
    const answer = await ask(questionOf(article, rules, candidates), signal)
    const scored = withVerdicts(rules, candidates, answer, assetOf)
    if (typeof scored === 'string') throw new UpstreamFailure('unusable', scored)
    return scored
  }

  /** Asks in the dialect the endpoint is known to take; falls back to a plainer one where it rejects a parameter. */
  async function ask(question: string, signal: AbortSignal): Promise<ModelAnswer> {
    for (;;) {
      const asked: Dialect = dialect
      const outcome = await askWithinBudget(requestBody(settings.name, question, asked), signal)
      const { kind } = outcome
      if (kind === 'answered') return outcome.answer
      if (kind !== 'rejected') {
        throw new UpstreamFailure(kind, outcome.why, kind === 'unreachable' ? outcome.retryAfterMs : null)
      }
      // Another article may have learnt it meanwhile; what is learnt is never unlearnt, so this ends.
      const next = asked === dialect ? dialectAfter(asked, outcome.words) : dialect
      if (next === null) throw new UpstreamFailure('unusable', outcome.why)
      dialect = next
    }
  }

  /** Asks once, with tokens reserved before and settled after; throws `TokensUsedUp` when the day's do not suffice. */
  async function askWithinBudget(body: string, signal: AbortSignal): Promise<Outcome> {
    const now = clock.now()
    const reservation = await ledger.reserve(tokensAtMost(body), now).catch(ledgerFailed)
    if (reservation === null) {
      const day = new Date(now).toISOString().slice(0, 10)
      if (dayUsedUp !== day) {
        dayUsedUp = day
        log.warn(
          { tokensPerDayMax: settings.tokensPerDayMax },
          "the model's tokens of this UTC day are used up; the rules score",
        )
      }
      throw new TokensUsedUp("the day's tokens are used up")
    }
    const outcome = await askOnce(settings, body, signal, now)
    await ledger.settle(reservation, outcome.tokens ?? reservation.tokens).catch(ledgerFailed)
    return outcome
  }
}

/** Without the record of tokens there is no cap, and without a cap the model is not asked. */
function ledgerFailed(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  throw new UpstreamFailure('refused', `the record of tokens cannot be kept (${code})`, null, error)
}

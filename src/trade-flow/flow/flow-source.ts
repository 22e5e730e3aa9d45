import { config } from '../../core/config.ts'
import { ApiError } from '../../core/errors.ts'
import { upstreamError } from '../../core/upstream/upstream-error.ts'
import { type Asking, DEMO_KEY, noteKeyRefused, requireKey } from '../key/linked-key.ts'
import { tradeDatabaseFor } from '../key/trade-database.ts'
import { askFlows, TRADE_DATABASE } from './comtrade.source.ts'
import { demoSource } from './demo-world.source.ts'
import type { Flow, FlowQuestion } from './flow.pure.ts'

/** Where flows come from and how old they are. */
export interface FlowOrigin {
  readonly fetchedAt: Date
  /** Whether they are older than they should be, as the trade database gives no newer ones. */
  readonly stale: boolean
  /** `demo` for made-up flows. */
  readonly dataSet: 'demo' | null
}

/** Flows with where they come from. */
export interface FlowAnswer extends FlowOrigin {
  readonly flows: readonly Flow[]
}

const HOUR_MS = 3_600_000
/** Years are revised a few times a year, months come once a month. */
const FRESH_MS = { annual: 24 * HOUR_MS, monthly: 12 * HOUR_MS } as const

/** Reads flows with the caller's own key; a key the trade database refuses is noted and sent no more. */
export async function readFlows(asking: Asking, question: FlowQuestion): Promise<FlowAnswer> {
  const usable = await requireKey(asking)
  if (usable.key === DEMO_KEY) {
    // Made-up flows do not age: a time of each call would give the same answer another ETag every second.
    return {
      flows: demoSource()(question, asking.clock.now()),
      fetchedAt: usable.linkedAt,
      stale: false,
      dataSet: 'demo',
    }
  }
  try {
    const { value, ...age } = await tradeDatabaseFor(asking.accountId).answer(usable.linkedAt, {
      request: JSON.stringify(question),
      freshMs: FRESH_MS[question.freq],
      read: (ask) => askFlows(ask, question, { ...config.tradestats, key: usable.key }),
    })
    return { ...age, flows: value, dataSet: null }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'byok_invalid') await noteKeyRefused(asking, usable)
    throw upstreamError(error, TRADE_DATABASE)
  }
}

/** What several answers together come from: the oldest of them, stale when any is. */
export function originOf(answers: readonly FlowOrigin[]): FlowOrigin {
  return {
    fetchedAt: new Date(Math.min(...answers.map(({ fetchedAt }) => fetchedAt.getTime()))),
    stale: answers.some(({ stale }) => stale),
    dataSet: answers.find(({ dataSet }) => dataSet !== null)?.dataSet ?? null,
  }
}

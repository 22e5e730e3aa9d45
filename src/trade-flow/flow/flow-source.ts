import { config } from '../../core/config.ts'
import { ApiError } from '../../core/errors.ts'
import { upstreamError } from '../../core/upstream/upstream-error.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'
import { type Asking, DEMO_KEY, noteKeyRefused, readKey, type UsableKey } from '../key/linked-key.ts'
import { tradeDatabaseFor } from '../key/trade-database.ts'
import { askFlows, TRADE_DATABASE } from './comtrade.source.ts'
import { demoSource } from './demo-world.source.ts'
import type { Flow, FlowQuestion } from './flow.pure.ts'
import { type LoadedAnswer, readLoaded } from './loaded-flow.ts'

/** Where flows come from and how old they are. */
export interface FlowOrigin {
  readonly fetchedAt: Date
  /** Whether they are older than they should be, as the trade database gives no newer ones. */
  readonly stale: boolean
  /** `demo` for made-up flows. */
  readonly dataSet: 'demo' | null
  /** How much of them was loaded from files of the operator's; `lacking` when the rest could not be asked for without a key. */
  readonly loaded: 'none' | 'some' | 'all' | 'lacking'
}

/** Flows with where they come from. */
export interface FlowAnswer extends FlowOrigin {
  readonly flows: readonly Flow[]
}

const HOUR_MS = 3_600_000
/** Years are revised a few times a year, months come once a month. */
const FRESH_MS = { annual: 24 * HOUR_MS, monthly: 12 * HOUR_MS } as const

/**
 * Reads flows: what files of the operator's hold, which every account may see, and the rest with the caller's own key. A key the trade
 * database refuses is noted and sent no more. Without one, files alone answer; 402 when they hold nothing of the question.
 */
export async function readFlows(asking: Asking, question: FlowQuestion): Promise<FlowAnswer> {
  const usable = await readKey(asking)
  if ('key' in usable && usable.key === DEMO_KEY) {
    // Made-up flows do not age: a time of each call would give the same answer another ETag every second.
    return {
      flows: demoSource()(question, asking.clock.now()),
      fetchedAt: usable.linkedAt,
      stale: false,
      dataSet: 'demo',
      loaded: 'none',
    }
  }
  const loaded = await readLoaded(question)
  if (loaded.missing.length === 0) return fromFiles(loaded.flows, loaded.storedAt, 'all')
  if ('key' in usable) return askRest(asking, usable, question, loaded)
  if (usable.code === 'byok_missing' && loaded.summable.length > 0)
    return fromFiles(loaded.summable, loaded.storedAt, 'lacking')
  throw usable
}

/** Asks for the periods that files do not hold whole; what they do hold stands where both have it. */
async function askRest(
  asking: Asking,
  usable: UsableKey,
  question: FlowQuestion,
  loaded: LoadedAnswer,
): Promise<FlowAnswer> {
  const rest: FlowQuestion = { ...question, periods: loaded.missing }
  try {
    const { value, fetchedAt, stale } = await tradeDatabaseFor(asking.accountId).answer(usable.linkedAt, {
      request: JSON.stringify(rest),
      freshMs: FRESH_MS[rest.freq],
      read: (ask) => askFlows(ask, rest, { ...config.tradestats, key: usable.key }),
    })
    if (loaded.flows.length === 0) return { flows: value, fetchedAt, stale, dataSet: null, loaded: 'none' }
    const held = new Set(loaded.flows.map(keyOf))
    const flows = [...loaded.flows, ...value.filter((flow) => !held.has(keyOf(flow)))]
    return { ...fromFiles(flows, older(loaded.storedAt, fetchedAt), 'some'), stale }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'byok_invalid') await noteKeyRefused(asking, usable)
    if (error instanceof UpstreamFailure && loaded.summable.length > 0)
      return { ...fromFiles(loaded.summable, loaded.storedAt, 'all'), stale: true }
    throw upstreamError(error, TRADE_DATABASE)
  }
}

function fromFiles(flows: readonly Flow[], storedAt: Date, loaded: FlowOrigin['loaded']): FlowAnswer {
  return { flows, fetchedAt: storedAt, stale: false, dataSet: null, loaded }
}

function older(one: Date, other: Date): Date {
  return one < other ? one : other
}

function keyOf({ period, reporter, partner, flow, code }: Flow): string {
  return `${period} ${reporter} ${partner} ${flow} ${code}`
}

/** What a reader has to know of where answers come from. */
export function originNotes({ loaded }: FlowOrigin): string[] {
  switch (loaded) {
    case 'none':
      return []
    case 'some':
      return ['Some of it is read from files that were loaded into this service.']
    case 'all':
      return ['It is read from files that were loaded into this service.']
    case 'lacking':
      return [
        'It is read from files that were loaded into this service; what they lack is missing from it, as you have linked no key of the trade database.',
      ]
  }
}

/** What several answers together come from: the oldest of them, stale when any is. */
export function originOf(answers: readonly FlowOrigin[]): FlowOrigin {
  return {
    fetchedAt: new Date(Math.min(...answers.map(({ fetchedAt }) => fetchedAt.getTime()))),
    stale: answers.some(({ stale }) => stale),
    dataSet: answers.find(({ dataSet }) => dataSet !== null)?.dataSet ?? null,
    loaded: loadedOf(answers.map(({ loaded }) => loaded)),
  }
}

function loadedOf(parts: readonly FlowOrigin['loaded'][]): FlowOrigin['loaded'] {
  if (parts.includes('lacking')) return 'lacking'
  const [first = 'none'] = parts
  return parts.every((part) => part === first) ? first : 'some'
}

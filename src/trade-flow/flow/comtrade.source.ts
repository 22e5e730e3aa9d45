import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { readBody } from '../../core/upstream/ask-json.source.ts'
import type { Ask } from '../../core/upstream/cached-upstream.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'
import { AREAS, WORLD_CODE } from './area.source.ts'
import type { Flow, FlowQuestion } from './flow.pure.ts'
import { isPart, measured } from './flow-row.pure.ts'

/** What messages and log lines call the upstream. */
export const TRADE_DATABASE = 'The trade database'
/** Name of the upstream where a key is linked. */
export const PROVIDER = 'tradestats'

/** How the trade database is asked. */
export interface ComtradeAccess {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly key: string
  /** Rows one answer holds at most; an answer that is full is asked for again in parts. */
  readonly rowsMax: number
}

/** Periods one request names at most. */
const PERIODS_MAX = 12
/** Requests that one question may take. */
const REQUESTS_MAX = 80
/** Everything together, as goods and as services call it. */
const TOTAL = { goods: 'TOTAL', services: '200' } as const
const FLOW_CODES = { export: 'X', import: 'M' } as const

const numberOrNull = z
  .number()
  .nullish()
  .transform((value) => value ?? null)

const rowShape = z.object({
  period: z.union([z.string(), z.number()]).transform(String),
  reporterCode: z.number().int(),
  partnerCode: z.number().int(),
  partner2Code: numberOrNull,
  flowCode: z.string(),
  cmdCode: z.string(),
  customsCode: z.string().nullish(),
  motCode: numberOrNull,
  mosCode: z.union([z.string(), z.number()]).nullish(),
  qtyUnitCode: numberOrNull,
  qty: numberOrNull,
  netWgt: numberOrNull,
  primaryValue: numberOrNull,
})

const replyShape = z.object({
  count: z.number().int().nullish(),
  data: z.array(rowShape).nullish(),
  error: z.string().nullish(),
})

/** Asks the trade database for flows, in as many requests as its limits take. */
export async function askFlows(ask: Ask, question: FlowQuestion, access: ComtradeAccess): Promise<Flow[]> {
  const flows = new Map<string, Flow>()
  const waiting: FlowQuestion[] = inChunks(question.periods, PERIODS_MAX).map((periods) => ({ ...question, periods }))
  for (let asked = 0; waiting.length > 0; asked++) {
    const next = waiting.pop()
    if (!next) break
    if (asked === REQUESTS_MAX)
      throw new UpstreamFailure('unusable', `${TRADE_DATABASE} has more rows for one question than can be read`)
    const rows = await askOnce(ask, next, access)
    if (rows.length < access.rowsMax) for (const row of rows) put(flows, row, question)
    else waiting.push(...halves(next))
  }
  return [...flows.values()]
}

/** Asks for one row, which shows whether the key is taken; throws as `askFlows` does. */
export async function checkKey(ask: Ask, access: ComtradeAccess): Promise<void> {
  const question: FlowQuestion = {
    type: 'goods',
    freq: 'annual',
    reporters: [842],
    partners: [WORLD_CODE],
    codes: [],
    flows: ['export'],
    periods: ['2022'],
  }
  await askOnce(ask, question, { ...access, rowsMax: 1 })
}

type Row = z.output<typeof rowShape>

async function askOnce(ask: Ask, question: FlowQuestion, access: ComtradeAccess): Promise<Row[]> {
  const { status, body } = await ask(addressOf(question, access), { 'ocp-apim-subscription-key': access.key })
  if (status >= 400) throw refusal(status, body)
  const reply = readBody(TRADE_DATABASE, replyShape, body)
  // Faults come inside a 200.
  if (reply.error && !reply.data?.length)
    throw new UpstreamFailure('unusable', `${TRADE_DATABASE} answered with an error`)
  return reply.data ?? []
}

function addressOf({ type, freq, ...question }: FlowQuestion, { baseUrl, rowsMax }: ComtradeAccess): URL {
  const classification = type === 'goods' ? 'HS' : 'EB'
  const url = new URL(
    `${baseUrl}/get/${type === 'goods' ? 'C' : 'S'}/${freq === 'annual' ? 'A' : 'M'}/${classification}`,
  )
  const parameters: Record<string, string> = {
    ...(question.reporters === null ? {} : { reporterCode: question.reporters.join(',') }),
    ...(question.partners === null ? {} : { partnerCode: question.partners.join(',') }),
    cmdCode: question.codes.length === 0 ? TOTAL[type] : question.codes.join(','),
    flowCode: question.flows.map((flow) => FLOW_CODES[flow]).join(','),
    period: question.periods.join(','),
    // Without these, every total comes once for each mode of transport, customs procedure and country of consignment.
    motCode: '0',
    customsCode: 'C00',
    partner2Code: '0',
    maxRecords: String(rowsMax),
    includeDesc: 'false',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

/** What a failing status means to whose key it is. */
function refusal(status: number, body: unknown): Error {
  const said = z.object({ message: z.string() }).safeParse(body)
  const quota = said.success ? /quota.*?(?:(\d{1,2}):(\d{2}):(\d{2}))?\.?$/i.exec(said.data.message) : null
  if (status === 403 && quota) {
    const [, hours, minutes, seconds] = quota.map(Number)
    const wait = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
    return new ApiError(
      'unavailable',
      `The quota of your key is used up at the trade database. It is replenished ${wait > 0 ? `in ${wait} seconds` : 'later'}.`,
      { provider: PROVIDER, ...(wait > 0 ? { retry_after_seconds: wait } : {}) },
    )
  }
  if (status === 401 || status === 403) return keyRefused()
  return new UpstreamFailure('unusable', `${TRADE_DATABASE} answered ${status}`)
}

/** What a caller is told whose key the trade database does not take. */
export function keyRefused(): ApiError {
  return new ApiError(
    'byok_invalid',
    'The trade database refused your linked key. Link a valid one: PUT /v1/me/keys/tradestats {"key": "..."}.',
    { provider: PROVIDER },
  )
}

/** Takes a row unless it is a part of a total, another direction or of nobody we know. */
function put(flows: Map<string, Flow>, row: Row, question: FlowQuestion): void {
  const flow = question.flows.find((one) => FLOW_CODES[one] === row.flowCode)
  if (isPart(row) || flow === undefined || row.primaryValue === null) return
  const key = [row.period, row.reporterCode, row.partnerCode, flow, row.cmdCode].join(' ')
  if (flows.has(key)) return
  const hasUnit = row.qtyUnitCode !== null && row.qtyUnitCode !== -1
  flows.set(key, {
    period: row.period,
    reporter: row.reporterCode,
    partner: row.partnerCode,
    flow,
    code: row.cmdCode,
    valueUsd: row.primaryValue,
    netWeightKg: measured(row.netWgt, row.primaryValue),
    quantity: hasUnit ? measured(row.qty, row.primaryValue) : null,
    quantityUnit: hasUnit ? row.qtyUnitCode : null,
  })
}

/** The same question in two, by whatever it names most of. */
function halves(question: FlowQuestion): FlowQuestion[] {
  const every = AREAS.map(({ code }) => code)
  const parts = {
    periods: question.periods,
    codes: question.codes,
    partners: question.partners ?? [WORLD_CODE, ...every],
    reporters: question.reporters ?? every,
    flows: question.flows,
  }
  const order = ['periods', 'codes', 'partners', 'reporters', 'flows'] as const
  const longest = order.reduce((best, one) => (parts[one].length > parts[best].length ? one : best))
  const values = parts[longest]
  if (values.length < 2)
    throw new UpstreamFailure('unusable', `${TRADE_DATABASE} has more rows for one question than can be read`)
  const middle = Math.ceil(values.length / 2)
  return [values.slice(0, middle), values.slice(middle)].map((half) => ({ ...question, [longest]: half }))
}

function inChunks<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size))
}

import { rowOf } from './flow-rows.ts'
import { answer, type Play } from './playing-upstream.ts'

/** A flow as the played trade database knows it. */
export interface PlayedFlow {
  readonly period: string
  readonly reporter: number
  readonly partner: number
  readonly flow: 'X' | 'M'
  readonly code: string
  readonly value: number
  readonly netWgt?: number | null
  readonly qty?: number | null
  readonly unit?: number
}

interface Manners {
  /** The only key that is taken. */
  readonly key?: string
  /** Most rows of one answer, whatever is asked for. */
  readonly rowsMax?: number
  /** Sends parts of totals even to who asks for totals only. */
  readonly leaky?: boolean
}

/** Plays the trade database over some flows, with the shapes of its API: each total comes with its parts unless they are filtered out. */
export function playTradeDatabase(flows: readonly PlayedFlow[], { key, rowsMax, leaky = false }: Manners = {}): Play {
  return (request, response, url) => {
    if (key !== undefined && request.headers['ocp-apim-subscription-key'] !== key)
      return denyKey(request, response, url)
    const asked = (name: string) => url.searchParams.get(name)?.split(',')
    const within = (name: string, value: string | number) => asked(name)?.includes(String(value)) ?? true
    const limit = Math.min(rowsMax ?? Number.POSITIVE_INFINITY, Number(url.searchParams.get('maxRecords')))
    const totals = flows.filter(
      (one) =>
        within('period', one.period) &&
        within('reporterCode', one.reporter) &&
        within('partnerCode', one.partner) &&
        within('flowCode', one.flow) &&
        within('cmdCode', one.code),
    )
    const data = totals
      .flatMap((one) => withParts(one, url))
      .filter(
        (row) =>
          leaky ||
          (within('motCode', row.motCode) &&
            within('customsCode', row.customsCode) &&
            within('partner2Code', row.partner2Code)),
      )
      .slice(0, limit)
    return answer({ elapsedTime: '0.09 secs', count: data.length, data, error: '' })(request, response, url)
  }
}

/** What the API says of a key it does not know. */
export const denyKey: Play = answer(
  { statusCode: 401, message: 'Access denied due to invalid subscription key. Make sure to provide a valid key.' },
  401,
)

/** What it says once a key has asked too often. */
export const outOfQuota: Play = answer(
  { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 01:02:03.' },
  403,
)

function withParts(one: PlayedFlow, url: URL) {
  const row = {
    ...rowOf(one),
    typeCode: url.pathname.split('/').at(-3),
    freqCode: url.pathname.split('/').at(-2),
    refYear: Number(one.period.slice(0, 4)),
    refMonth: 52,
    isAggregate: false,
  }
  const half = { primaryValue: one.value / 2 }
  return [
    row,
    { ...row, ...half, motCode: 1000 },
    { ...row, ...half, motCode: 2100 },
    { ...row, ...half, customsCode: 'C05' },
    { ...row, ...half, partner2Code: 757 },
  ]
}

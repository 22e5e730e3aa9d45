import { afterAll, expect, test } from 'vitest'
import type { ServedRoute } from '../../rest-compat/served-route.ts'
import { costOf } from '../../src/account/metering/cost.ts'
import { hasPaging, parametersOf, takesBody } from './route-call.ts'

const METERING = [
  'x-credits-charged',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]

/** Checks what every answer has: the metering headers; on errors the contract's body, no charge and nothing of our insides. */
export async function expectError(response: Response, status: number, error: string): Promise<Record<string, unknown>> {
  const text = await response.text()
  expect(response.status, text).toBe(status)
  const body = JSON.parse(text)
  expect(body).toMatchObject({ error, status, message: expect.stringMatching(/[.?]$/) })
  expect(body.request_id).toBe(response.headers.get('x-request-id'))
  expect(response.headers.get('x-credits-charged')).toBe('0')
  expect(response.headers.get('x-data-set')).toBeNull()
  expectMetering(response)
  expectNoInsides(text)
  return body
}

/** The headers every answer under /v1 and /graphql carries. */
export function expectMetering(response: Response): void {
  for (const name of METERING) expect(response.headers.get(name), name).toMatch(/^[\w-]+$/)
}

/** No stack, SQL, path or library name. */
export function expectNoInsides(text: string): void {
  expect(text).not.toMatch(
    /\bat \S+ \(|node_modules|\.ts:\d|file:\/\/|SELECT |INSERT |\bpg_|prisma|zod|pothos|yoga|\/work\/|\/tmp\//i,
  )
}

/** Why a law may not apply to a route; each is decided by what the route declares. */
const REASONS = {
  'it takes no parameters': (route) => parametersOf(route).length === 0,
  'it takes fewer than two parameters': (route) => parametersOf(route).length < 2,
  'none of its parameters is required': (route) => !parametersOf(route).some(({ required }) => required),
  'without it the other set of parameters of the path applies': (route) => route.when !== undefined,
  'none of its names has two words': (route) => !parametersOf(route).some(({ name }) => name.includes('_')),
  'none of its parameters has a second name': (route) => !parametersOf(route).some(({ names }) => names.length > 1),
  'all its parameters are lists': (route) => parametersOf(route).every(({ meta }) => meta.list),
  'none of its parameters is a list': (route) => !parametersOf(route).some(({ meta }) => meta.list),
  'it takes no span of days': (route) => !takesSpan(route),
  'its path has no variable': (route) => !route.path.includes('{'),
  'it takes a body': (route) => takesBody(route),
  'it takes no body': (route) => !takesBody(route),
  "its body is the caller's own object": (route) => route.bodyToInput !== undefined,
  'it is no list': (route) => route.rows === undefined,
  'its CSV has rows of its own': (route) => route.csv !== undefined,
  'its list is whole': (route) => route.rows !== undefined && !hasPaging(route),
  'its limit is of each query': (route) => takesBody(route) && route.example?.['queries'] !== undefined,
  'it only reads': (route) => route.method === 'GET',
  'it writes': (route) => route.method !== 'GET',
  'none of its parameters names an object': () => true,
  'it names what it does not know in a 200': () => true,
  'it creates something': (route) => route.created !== undefined,
  'it creates nothing': (route) => route.created === undefined,
  'it deletes nothing': (route) => route.method !== 'DELETE',
  'it is free': (route) => costOf(route.cost, 1) === 0,
  'it costs credits': (route) => costOf(route.cost, 1) > 0,
  'the minute does not count it': (route) => route.method === 'GET' && route.path === '/v1/account',
} as const satisfies Record<string, (route: ServedRoute) => boolean>

/** A listed reason why a law does not apply to a route. */
export type Reason = keyof typeof REASONS

function takesSpan(route: ServedRoute): boolean {
  const days = parametersOf(route).filter(({ name, meta }) => ['from', 'to'].includes(name) && meta.type === 'Date')
  return days.length === 2
}

/** What each law of this file was found to be: how many routes it holds for, and why it does not for others. */
const ledger = new Map<string, number>()

/** A test that holds for every route, but for those a listed reason exempts: they are skipped, with the reason in the title. */
export function law(
  route: ServedRoute,
  title: string,
  unless: readonly (Reason | false)[],
  check: () => Promise<void> | void,
): void {
  const reason = unless.find((one): one is Reason => one !== false && REASONS[one](route))
  ledger.set(title, (ledger.get(title) ?? 0) + (reason === undefined ? 1 : 0))
  test.skipIf(reason !== undefined)(reason === undefined ? title : `${title} [skipped: ${reason}]`, check)
}

/** Fails when a law of the file held for no route at all, but for those named; call once, after the laws. */
export function everyLawHolds(except: readonly string[] = []): void {
  test('every law holds for some route', () => {
    const empty = [...ledger].flatMap(([title, count]) => (count === 0 && !except.includes(title) ? [title] : []))
    expect(empty).toEqual([])
    expect(ledger.size).toBeGreaterThan(0)
  })
  afterAll(() => ledger.clear())
}

import type { Plugin } from 'graphql-yoga'
import type { OpenApiDocument } from '../../rest-compat/openapi/types.ts'
import { AddressWindow } from '../account/admission/address-window.ts'
import { callOf } from '../account/admission/call.ts'
import { newRequestId } from '../account/admission/request-id.ts'
import { ApiError } from '../core/errors.ts'
import { isDirectLocalCall, peerAddress } from '../core/http/connection/direct-call.ts'
import { errorResponse } from '../core/http/error-response.ts'
import { namesType } from '../core/http/negotiation.ts'
import type { Clock } from '../core/time/clock.ts'
import { frameProblem } from '../screen/frame/frame.ts'
import { type AnswerPage, type FixedPage, fixedPage } from './fixed-page.ts'
import { openGraphiql } from './graphiql.ts'
import { homePage } from './home.ts'
import { creditsCharged, type Face, secondsOf } from './metrics.ts'
import { metricsPage } from './metrics-page.ts'
import { notReadyBecause } from './readiness.ts'
import { referencePage } from './reference.ts'

/** What the pages show of the service behind them, and to whom. */
interface PagesOptions {
  /** Makes the document of the REST face. */
  readonly reference: () => OpenApiDocument
  /** Key filled in in GraphiQL for whoever sits at this machine. */
  readonly demoKey: string | null
  /** Whether the service listens on a loopback address only. */
  readonly local: boolean
  /** Bearer token of /metrics. */
  readonly metricsToken: string | null
  readonly clock: Clock
}

/** Pages one address may open in a minute: GraphiQL takes three, and browsers ask again for each. */
const PAGES_PER_MINUTE = 300

/** Serves the pages that need no key and counts every request. */
export function pagesPlugin({ reference, demoKey, local, metricsToken, clock }: PagesOptions): Plugin {
  const started = new WeakMap<Request, { readonly ms: number; readonly face: Face }>()
  const opened = new AddressWindow(PAGES_PER_MINUTE)
  const graphiqlPages = pagesOfGraphiql()
  const health: Readonly<Record<string, AnswerPage>> = {
    '/health/live': (request, maker) => json(request, maker, { status: 'live' }),
    '/health/ready': async (request, maker) => {
      const reasons = await notReadyBecause()
      return reasons.length === 0
        ? json(request, maker, { status: 'ready', ...stillBuilding() })
        : json(request, maker, { status: 'not ready', reasons }, 503)
    },
  }
  const pages: Readonly<Record<string, AnswerPage>> = {
    '/': fixedPage(() => homePage),
    '/docs': fixedPage(() => referencePage(reference())),
    '/openapi.json': fixedPage(() => ({ type: 'application/json', body: JSON.stringify(reference()) })),
  }
  /** The page of a request and whether opening it counts. */
  async function pageFor(
    request: Request,
    url: URL,
    serverContext: unknown,
  ): Promise<{ page: AnswerPage; counts: boolean } | null> {
    const path = url.pathname
    if (Object.hasOwn(health, path) && health[path]) return { page: health[path], counts: false }
    if (Object.hasOwn(pages, path) && pages[path]) return { page: pages[path], counts: true }
    const direct = () => local && isDirectLocalCall(request, serverContext)
    if (path === '/metrics') return { page: metricsPage(metricsToken, direct), counts: true }
    const asset = path.startsWith('/assets/') ? await graphiqlPages.asset(path) : undefined
    if (asset) return { page: asset, counts: true }
    // GraphiQL, when a browser opens /graphql as a page.
    if (path !== '/graphql' || request.method !== 'GET') return null
    if (!namesType(request.headers.get('accept'), 'text/html')) return null
    const key = demoKey !== null && direct() ? demoKey : null
    return { page: graphiqlPages.page(key, url.searchParams.has('query')), counts: true }
  }
  return {
    async onRequest({ request, url, serverContext, fetchAPI, endResponse }) {
      started.set(request, { ms: performance.now(), face: faceOf(url.pathname) })
      if (request.method === 'OPTIONS') return
      const found = await pageFor(request, url, serverContext)
      if (!found) return
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        endResponse(new fetchAPI.Response(null, { status: 405, headers: { Allow: 'GET, HEAD, OPTIONS' } }))
        return
      }
      const refusal = found.counts ? tooMany(opened, peerAddress(serverContext), clock.now()) : null
      endResponse(
        refusal
          ? errorResponse(fetchAPI, request, refusal, newRequestId())
          : await found.page(request, fetchAPI.Response),
      )
    },
    onResponse({ request, response }) {
      const call = callOf(request)
      const begun = started.get(request)
      if (begun) secondsOf(begun.face, response.status).observe((performance.now() - begun.ms) / 1000)
      if (call?.caller && call.charged > 0) creditsCharged.inc({ plan: call.caller.plan }, call.charged)
    },
  }
}

/** Counts a page; the refusal where an address has opened too many in this minute. */
function tooMany(opened: AddressWindow, address: string, nowMs: number): ApiError | null {
  const { remaining, perMinute, resetMs } = opened.count(address, nowMs)
  if (remaining >= 0) return null
  const seconds = Math.max(1, Math.ceil((resetMs - nowMs) / 1_000))
  return new ApiError(
    'rate_limited',
    `An address may open ${perMinute} pages per minute without a key. Try again in ${seconds} s.`,
    { retry_after_seconds: seconds },
  )
}

/** GraphiQL's files and pages, each made and compressed once. */
function pagesOfGraphiql() {
  const made = new Map<string, AnswerPage>()
  const once = (name: string, make: () => FixedPage | Promise<FixedPage>): AnswerPage => {
    const known = made.get(name) ?? fixedPage(make)
    made.set(name, known)
    return known
  }
  return {
    async asset(path: string): Promise<AnswerPage | undefined> {
      const file = (await openGraphiql()).assets.get(path)
      return file && once(path, () => file)
    },
    page: (key: string | null, linked: boolean) =>
      once(`${key !== null} ${linked}`, async () => (await openGraphiql()).page(key, linked)),
  }
}

/** What is answered 503 for a moment although the service is ready; nothing once all is built. */
function stillBuilding(): { readonly building?: readonly string[] } {
  const problem = frameProblem()
  return problem === null ? {} : { building: [problem] }
}

function faceOf(path: string): Face {
  return path === '/graphql' ? 'graphql' : path.startsWith('/v1') ? 'rest' : 'page'
}

function json(request: Request, maker: typeof Response, value: unknown, status = 200): Response {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  return new maker(request.method === 'HEAD' ? null : JSON.stringify(value), { status, headers })
}

import type { Plugin } from 'graphql-yoga'
import type { OpenApiDocument } from '../../rest-compat/openapi-types.ts'
import { callOf } from '../account/call.ts'
import { type AnswerPage, fixedPage } from './fixed-page.ts'
import { graphiqlPage } from './graphiql.ts'
import { homePage } from './home.ts'
import { creditsCharged, type Face, registry, secondsOf } from './metrics.ts'
import { notReadyBecause } from './readiness.ts'
import { referencePage } from './reference.ts'

/** What the pages show of the service behind them. */
interface PagesOptions {
  /** Makes the document of the REST face. */
  readonly reference: () => OpenApiDocument
  /** Key filled in in GraphiQL. */
  readonly demoKey: string | null
}

/** Serves the pages that need no key and counts every request. */
export function pagesPlugin({ reference, demoKey }: PagesOptions): Plugin {
  const started = new WeakMap<Request, { readonly ms: number; readonly face: Face }>()
  const graphiql = fixedPage(() => graphiqlPage(demoKey, false))
  const linkedGraphiql = fixedPage(() => graphiqlPage(demoKey, true))
  const pages: Readonly<Record<string, AnswerPage>> = {
    '/': fixedPage(() => homePage),
    '/docs': fixedPage(() => referencePage(reference())),
    '/openapi.json': fixedPage(() => ({ type: 'application/json', body: JSON.stringify(reference()) })),
    '/health/live': (request, maker) => json(request, maker, { status: 'live' }),
    '/health/ready': async (request, maker) => {
      const reasons = await notReadyBecause()
      return reasons.length === 0
        ? json(request, maker, { status: 'ready' })
        : json(request, maker, { status: 'not ready', reasons }, 503)
    },
    '/metrics': async (request, maker) => {
      const text = await registry.metrics()
      return new maker(request.method === 'HEAD' ? null : text, { headers: { 'Content-Type': registry.contentType } })
    },
  }
  /** GraphiQL for a browser that goes to /graphql, rather than a client that asks a question there. */
  function graphiqlFor(request: Request, url: URL): AnswerPage | undefined {
    if (url.pathname !== '/graphql' || request.method !== 'GET') return undefined
    if (!request.headers.get('accept')?.includes('text/html')) return undefined
    return url.searchParams.has('query') ? linkedGraphiql : graphiql
  }
  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      started.set(request, { ms: performance.now(), face: faceOf(url.pathname) })
      const page = Object.hasOwn(pages, url.pathname) ? pages[url.pathname] : graphiqlFor(request, url)
      if (!page || request.method === 'OPTIONS') return
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        endResponse(new fetchAPI.Response(null, { status: 405, headers: { Allow: 'GET, HEAD, OPTIONS' } }))
        return
      }
      endResponse(await page(request, fetchAPI.Response))
    },
    onResponse({ request, response }) {
      const call = callOf(request)
      const begun = started.get(request)
      if (begun) secondsOf(begun.face, response.status).observe((performance.now() - begun.ms) / 1000)
      if (call?.caller && call.charged > 0) creditsCharged.inc({ plan: call.caller.plan }, call.charged)
    },
  }
}

function faceOf(path: string): Face {
  return path === '/graphql' ? 'graphql' : path.startsWith('/v1') ? 'rest' : 'page'
}

function json(request: Request, maker: typeof Response, value: unknown, status = 200): Response {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  return new maker(request.method === 'HEAD' ? null : JSON.stringify(value), { status, headers })
}

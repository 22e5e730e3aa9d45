import type { Plugin } from 'graphql-yoga'
import { callOf } from '../account/call.ts'
import { homePage } from './home.ts'
import { creditsCharged, registry, requestSeconds } from './metrics.ts'
import { notReadyBecause } from './readiness.ts'

interface PageAnswer {
  readonly status?: number
  readonly type: string
  readonly body: string
}

/** Pages that need no key. */
const PAGES: Readonly<Record<string, () => Promise<PageAnswer> | PageAnswer>> = {
  '/': () => ({ type: 'text/html', body: homePage }),
  '/health/live': () => json({ status: 'live' }),
  '/health/ready': async () => {
    const reasons = await notReadyBecause()
    return reasons.length === 0 ? json({ status: 'ready' }) : { ...json({ status: 'not ready', reasons }), status: 503 }
  },
  '/metrics': async () => ({ type: registry.contentType, body: await registry.metrics() }),
}

function json(value: unknown): PageAnswer {
  return { type: 'application/json', body: JSON.stringify(value) }
}

/** Serves the open pages and counts every request. */
export function pagesPlugin(): Plugin {
  const started = new WeakMap<Request, number>()
  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      started.set(request, performance.now())
      const page = Object.hasOwn(PAGES, url.pathname) ? PAGES[url.pathname] : undefined
      if (!page) return
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        endResponse(new fetchAPI.Response(null, { status: 405, headers: { Allow: 'GET, HEAD, OPTIONS' } }))
        return
      }
      const { status = 200, type, body } = await page()
      const headers = { 'Content-Type': type.includes('charset') ? type : `${type}; charset=utf-8` }
      endResponse(new fetchAPI.Response(request.method === 'HEAD' ? null : body, { status, headers }))
    },
    onResponse({ request, response }) {
      const call = callOf(request)
      const path = new URL(request.url, 'http://localhost').pathname
      const face = path === '/graphql' ? 'graphql' : path.startsWith('/v1') ? 'rest' : 'page'
      const begun = started.get(request)
      if (begun !== undefined)
        requestSeconds.observe({ face, status: response.status }, (performance.now() - begun) / 1000)
      if (call?.caller && call.charged > 0) creditsCharged.inc({ plan: call.caller.plan }, call.charged)
    },
  }
}

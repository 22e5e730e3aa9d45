import { createYoga } from 'graphql-yoga'
import { beforeAll } from 'vitest'
import { restPlugin } from '../../../rest-compat/plugin.ts'
import { serveRoutes } from '../../../rest-compat/served-route.ts'
import { admissionPlugin, deferredAdmissionPlugin } from '../../../src/account/admission/admission.plugin.ts'
import { ensureAdmitted } from '../../../src/account/admission/admission.ts'
import { callOf } from '../../../src/account/admission/call.ts'
import { CostMeter } from '../../../src/account/metering/meter.ts'
import type { Context } from '../../../src/core/graphql/context.ts'
import { preflightPlugin, responsePlugin } from '../../../src/core/http/response.plugin.ts'
import { clock, type TestApp } from '../../setup/app.ts'
import type { Fresh } from '../../setup/route-call.ts'
import { notebookRoutes, notebookSchema } from './notebook.ts'

/** The throw-away routes as they are served. */
export const servedNotebook = serveRoutes(notebookRoutes, notebookSchema)

/** The service's own plugins around the throw-away domain; keys and plans are those of `app`. */
export function useNotebookApp(app: TestApp): TestApp {
  const contextOf = (request: Request): Context => {
    const call = callOf(request)
    if (!call?.caller) throw new Error('An operation was started without a caller.')
    const { caller, requestId, dataSets, budget } = call
    return {
      accountId: caller.accountId,
      admittedCaller: () => ensureAdmitted(call),
      meter: new CostMeter(),
      budget,
      clock,
      requestId,
      dataSets,
    }
  }
  const yoga = createYoga<object, Context>({
    schema: notebookSchema,
    landingPage: false,
    cors: false,
    logging: false,
    plugins: [
      deferredAdmissionPlugin(),
      responsePlugin(),
      admissionPlugin(clock, { billing: 'day', callSecondsMax: 30, callsPerAddressMax: 1_000 }),
      preflightPlugin(),
      restPlugin(servedNotebook, notebookSchema, contextOf),
    ],
  })
  let unlimited = ''
  beforeAll(async () => {
    unlimited = await app.key()
  })
  return {
    ...app,
    async fetch(path, { key = unlimited, ...init } = {}) {
      const headers = new Headers(init.headers)
      if (key !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`)
      return yoga.fetch(`http://test${path}`, { ...init, headers })
    },
  }
}

async function addNote(app: TestApp, key: string | undefined, title = 'fresh'): Promise<number> {
  const response = await app.fetch('/v1/notes', {
    method: 'POST',
    ...(key === undefined ? {} : { key }),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title, tags: ['=cmd()', 'b'], entries: [{ quantity: 1, date: '2026-11-03' }] }),
  })
  return (await response.json()).note_id
}

const fresh: Fresh = async (app, key) => ({ note_id: await addNote(app, key) })

/** The examples of these speak of a note made for the call. */
export const FRESH_NOTES: Readonly<Record<string, Fresh>> = {
  // A key of its own has no notes yet.
  'GET /v1/notes': async (app, key) => {
    if (key !== undefined) await addNote(app, key)
    return {}
  },
  'GET /v1/notes/{note_id}': fresh,
  'PATCH /v1/notes/{note_id}': fresh,
  'DELETE /v1/notes/{note_id}': fresh,
}

/** Stores notes to page through, with cells that a spreadsheet would run. */
export async function storeNotes(app: TestApp): Promise<void> {
  for (const title of ['=1+1', '+cmd', '-5', '@x', 'a "quoted", title', 'two\r\nlines', 'plain'])
    await addNote(app, undefined, title)
}

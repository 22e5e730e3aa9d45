import { createYoga, type YogaServerInstance } from 'graphql-yoga'
import { openApiDocument } from '../rest-compat/openapi.ts'
import { restPlugin } from '../rest-compat/plugin.ts'
import { routes } from '../rest-compat/routes.ts'
import { callOf } from './account/call.ts'
import { enter } from './account/entry.ts'
import { exitPlugin, gatePlugin } from './account/gate.plugin.ts'
import { meteringPlugin } from './account/metering.plugin.ts'
import { type Clock, systemClock } from './core/clock.ts'
import { config } from './core/config.ts'
import type { Context } from './core/context.ts'
import { executionPlugin } from './core/execution.plugin.ts'
import { graphqlRequestPlugin } from './core/graphql-request.plugin.ts'
import { log } from './core/log.ts'
import { Meter } from './core/meter.ts'
import { maskFault } from './core/present-error.ts'
import { preflightPlugin, responsePlugin } from './core/response.plugin.ts'
import { pagesPlugin } from './pages/pages.plugin.ts'
import { schema } from './schema.ts'

/** What can differ between the service and its tests. */
export interface AppOptions {
  readonly clock?: Clock
  readonly billingPeriod?: 'day' | 'month'
  /** Key of the demo account, prefilled in GraphiQL. */
  readonly demoKey?: string | null
}

/** Puts the service together: a fetch handler with GraphQL on /graphql, REST on /v1 and the open pages. */
export function createApp(options: AppOptions = {}): YogaServerInstance<object, Context> {
  const clock = options.clock ?? systemClock
  const contextOf = (request: Request): Context => {
    const call = callOf(request)
    if (!call?.caller) throw new Error('An operation was started without a caller.')
    const { caller, requestId, dataSets } = call
    return { accountId: caller.accountId, entered: () => enter(call), meter: new Meter(), clock, requestId, dataSets }
  }
  const yoga: YogaServerInstance<object, Context> = createYoga<object, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    // The front caps bodies while they arrive; Yoga's own guard costs half the throughput.
    maxRequestBodySize: false,
    multipart: false,
    batching: false,
    cors: false,
    logging: false,
    // The execution plugin keeps its own, bounded by count and length.
    parserAndValidationCache: false,
    // The pages plugin serves it, with the other pages.
    graphiql: false,
    maskedErrors: { maskError: (error) => maskFault(error, undefined) },
    context: ({ request }) => contextOf(request),
    plugins: [
      exitPlugin(),
      responsePlugin(),
      pagesPlugin({ reference: () => openApiDocument(routes, schema), demoKey: options.demoKey ?? null }),
      gatePlugin(clock, options.billingPeriod ?? config.billingPeriod),
      preflightPlugin(),
      restPlugin(routes, schema, contextOf),
      graphqlRequestPlugin(),
      executionPlugin(),
      meteringPlugin(),
    ],
  })
  log.debug('app created')
  return yoga
}

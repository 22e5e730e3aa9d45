import { createYoga, type YogaServerInstance } from 'graphql-yoga'
import { openApiDocument } from '../rest-compat/openapi/openapi.ts'
import { restPlugin } from '../rest-compat/plugin.ts'
import { routes } from '../rest-compat/routes.ts'
import { serveRoutes } from '../rest-compat/served-route.ts'
import { admissionPlugin, deferredAdmissionPlugin } from './account/admission/admission.plugin.ts'
import { ensureAdmitted } from './account/admission/admission.ts'
import { callOf } from './account/admission/call.ts'
import { CostMeter } from './account/metering/meter.ts'
import { meteringPlugin } from './account/metering/metering.plugin.ts'
import { config } from './core/config.ts'
import type { Context } from './core/graphql/context.ts'
import { executionPlugin } from './core/graphql/execution.plugin.ts'
import { graphqlRequestPlugin } from './core/graphql/graphql-request.plugin.ts'
import { maskFault } from './core/graphql/present-error.ts'
import { preflightPlugin, responsePlugin } from './core/http/response.plugin.ts'
import { log } from './core/log.ts'
import { type Clock, systemClock } from './core/time/clock.ts'
import { pagesPlugin } from './pages/pages.plugin.ts'
import { schema } from './schema.ts'

/** What can differ between the service and its tests. */
export interface AppOptions {
  readonly clock?: Clock
  readonly billingPeriod?: 'day' | 'month'
  /** Key of the demo account, prefilled in GraphiQL. */
  readonly demoKey?: string | null
  /** Whether the service listens on a loopback address only. */
  readonly local?: boolean
  /** How long one call may take. */
  readonly callSecondsMax?: number
  /** Bearer token of /metrics. */
  readonly metricsToken?: string | null
}

/** Puts the service together: a fetch handler with GraphQL on /graphql, REST on /v1 and the open pages. */
export function createApp(options: AppOptions = {}): YogaServerInstance<object, Context> {
  const clock = options.clock ?? systemClock
  const served = serveRoutes(routes, schema)
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
    // So are the health paths; Yoga would answer 200 to every address that ends in this, and none contains a blank.
    healthCheckEndpoint: ' ',
    maskedErrors: { maskError: (error) => maskFault(error, undefined) },
    context: ({ request }) => contextOf(request),
    plugins: [
      deferredAdmissionPlugin(),
      responsePlugin(),
      pagesPlugin({
        reference: () => openApiDocument(served, schema),
        demoKey: options.demoKey ?? null,
        local: options.local ?? true,
        metricsToken: options.metricsToken ?? null,
        clock,
      }),
      admissionPlugin(clock, {
        billing: options.billingPeriod ?? config.billingPeriod,
        callSecondsMax: options.callSecondsMax ?? config.callSecondsMax,
        callsPerAddressMax: config.connectionsPerAddressMax,
      }),
      preflightPlugin(),
      restPlugin(served, schema, contextOf),
      graphqlRequestPlugin(),
      executionPlugin(),
      meteringPlugin(),
    ],
  })
  log.debug('app created')
  return yoga
}

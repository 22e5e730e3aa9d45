import { join } from 'node:path'
import { z } from 'zod'

/** The address of another service; paths are added to it. */
const upstreamUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
  .refine((url) => !/[?#@]/.test(url), 'must be without user name, password, query and fragment')

/** Anything else cannot stand in a request, and the error of fetch would show it. */
const upstreamKey = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters without spaces')

const port = z.coerce.number().int().min(0).max(65_535)

/** Every environment variable the service reads, with its default. `.env.example` documents each; a test compares the two. */
export const environmentSchema = z.object({
  PORT: port.default(4000).describe('Port of the HTTP server; 0 picks a free one.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the HTTP server binds to.'),
  DATA_DIR: z.string().min(1).default('./.data').describe('Folder of the embedded PostgreSQL and of local state.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// or postgresql:// URL' })
    .optional()
    .describe('An own PostgreSQL (13 or newer) instead of the embedded one.'),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(8)
    .describe('Connections one process opens at most.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe line that is logged.'),
  BILLING_PERIOD: z.enum(['day', 'month']).default('day').describe('Period after which used credits reset.'),
  REQUEST_BODY_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(20_000)
    .max(100_000_000)
    .default(1_000_000)
    .describe('Largest request body; more is answered 413.'),
  CALL_SECONDS_MAX: z.coerce
    .number()
    .min(0.1)
    .max(600)
    .default(30)
    .describe('How long one call may take; more is stopped and answered 504.'),
  CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(1_000)
    .describe('Connections that may be open at once; more are answered 503 and closed.'),
  CONNECTIONS_PER_ADDRESS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(256)
    .describe('Those of one address; behind a proxy all of them come from its address.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 visible ASCII characters without spaces')
    .optional()
    .describe(
      'Bearer token /metrics asks for; without one it answers this machine only, where HOST is a loopback address.',
    ),
  SHUTDOWN_GRACE_SECONDS: z.coerce
    .number()
    .min(0)
    .max(600)
    .default(15)
    .describe('How long requests under way may take after SIGTERM.'),
  DEMO: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether the very first start loads invented news, marked as such, to try the service out with.'),
  ALLOW_PRIVATE_FEEDS: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Whether feeds are fetched from loopback, private and other addresses that are not public.'),
  SEC_CONTACT: z
    .string()
    // It stands in a header.
    .regex(/^[\x20-\x7e]{3,200}$/, 'must be 3 to 200 printable ASCII characters')
    .optional()
    .describe('Whom the SEC can write to about your requests; without it nothing is fetched from there.'),
  SEC_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .refine((url) => !/[?#@]/.test(url), 'must be without user name, password, query and fragment')
    .default('https://data.sec.gov')
    .describe('Where companyfacts are fetched from.'),
  SEC_TICKERS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .refine((url) => !/[#@]/.test(url), 'must be without user name, password and fragment')
    .default('https://www.sec.gov/files/company_tickers.json')
    .describe('Where the list of companies with their tickers is fetched from.'),
  COT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .refine((url) => !/[?#@]/.test(url), 'must be without user name, password, query and fragment')
    .default('https://publicreporting.cftc.gov/resource/6dca-aqww.json')
    .describe("Where the CFTC's legacy Commitments of Traders reports are fetched from (Socrata)."),
  OPTIONS_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .refine((url) => !/[?#@]/.test(url), 'must be without user name, password, query and fragment')
    .default('https://cdn.cboe.com/api/global/delayed_quotes/options')
    .describe('Where chains of options are fetched from.'),
  OPTION_CHAINS: z
    .enum(['latest', 'all'])
    .default('latest')
    .describe('Which contracts of options are kept: those of the latest day, or of every day.'),
  FRED_BASE_URL: upstreamUrl
    .default('https://api.stlouisfed.org/fred')
    .describe('Where US macro series are fetched from, once FRED_API_KEY is set.'),
  FRED_API_KEY: upstreamKey
    .optional()
    .describe('Key of the St. Louis Fed, free of charge; without it what is stored is served.'),
  WORLD_BANK_BASE_URL: upstreamUrl
    .optional()
    .describe('Where development indicators are fetched from; unset = what is stored is served.'),
  TRADESTATS_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .refine((url) => !/[?#@]/.test(url), 'must be without user name, password, query and fragment')
    .default('https://comtradeapi.un.org/data/v1')
    .describe("Where trade statistics are fetched from, with each caller's own key."),
  TRADESTATS_ROWS_MAX: z.coerce
    .number()
    .int()
    .min(2)
    .max(250_000)
    .default(100_000)
    .describe('Rows one answer of it holds at most; a full one is asked for again in parts.'),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .max(1_000)
    .optional()
    .describe('Encrypts the keys callers link; without one a secret is generated in DATA_DIR.'),
  SECRET_KEY_FORMER: z
    .string()
    .min(32, 'must have at least 32 characters')
    .max(1_000)
    .optional()
    .describe('The secret used before: what it encrypted is read with it and encrypted anew.'),
  MODEL_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .refine((url) => !/[?#@]/.test(url), 'must be without user name, password, query and fragment')
    .optional()
    .describe('OpenAI-compatible endpoint that judges news besides the rules; unset = rules only.'),
  MODEL_API_KEY: z
    .string()
    // Anything else cannot stand in a header, and the error of fetch would show it.
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')
    .optional()
    .describe('Key sent to it as a bearer token.'),
  MODEL_NAME: z.string().max(200).optional().describe('Model asked for; needed with MODEL_BASE_URL.'),
  MODEL_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(600_000)
    .default(20_000)
    .describe('How long one article may wait for the model, repeats included; then the rules alone decide.'),
  MODEL_RETRIES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe('How often a request is repeated after a failure that may pass.'),
  MODEL_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(256)
    .default(4)
    .describe('Requests one process has open at the model at most.'),
  MODEL_TOKENS_PER_DAY_MAX: z.coerce
    .number()
    .int()
    .min(10_000)
    .max(1_000_000_000_000)
    .default(1_000_000)
    .describe('Tokens, asked and answered, that all processes on this DATA_DIR spend in a UTC day at most.'),
})

/** Where the SEC's data are fetched from, and on whose behalf. */
export interface SecSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly tickersUrl: string
  /** Stands in the User-Agent; null when nobody is named, and nothing may be fetched. */
  readonly contact: string | null
}

/** Where chains of options come from, and what is kept of them. */
interface OptionSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Whether the contracts of every day are kept, not only of the latest. */
  readonly keepsAllChains: boolean
}

/** Where macro data are fetched from; null = not at all. */
interface MacroSettings {
  readonly fred: { readonly baseUrl: string; readonly apiKey: string } | null
  readonly worldBank: { readonly baseUrl: string } | null
}

/** How trade statistics are reached. */
interface TradestatsSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly rowsMax: number
}

/** How the optional model is reached, and within which bounds. */
export interface ModelSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly name: string
  readonly timeoutMs: number
  readonly retriesMax: number
  readonly concurrency: number
  readonly tokensPerDayMax: number
  /** Folder of the record of tokens spent. */
  readonly ledgerFolder: string
}

/** Parsed environment, grouped by what uses it. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly databasePoolSize: number
  readonly logLevel: string
  readonly billingPeriod: 'day' | 'month'
  readonly requestBodyBytesMax: number
  /** How long one call may take. */
  readonly callSecondsMax: number
  readonly connectionsMax: number
  readonly connectionsPerAddressMax: number
  /** Bearer token of /metrics; null when there is none. */
  readonly metricsToken: string | null
  readonly shutdownGraceSeconds: number
  /** Whether feeds may be fetched from addresses that are not public. */
  readonly allowPrivateFeeds: boolean
  /** Whether a first start without any news loads the demo. */
  readonly demo: boolean
  readonly sec: SecSettings
  /** Address of the CFTC's data set of legacy reports. */
  readonly cotUrl: string
  readonly options: OptionSettings
  readonly macro: MacroSettings
  readonly tradestats: TradestatsSettings
  /** Encrypts linked keys; null when a generated secret does. */
  readonly secretKey: string | null
  readonly formerSecretKey: string | null
  /** Null when news is judged by the rules only. */
  readonly model: ModelSettings | null
}

/** Reads an environment; throws one error that lists every wrong value. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(present)
  const missing = missingBeside(present)
  if (!parsed.success || missing.length > 0) {
    const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
    const problems = [...wrong, ...missing]
    const [only, ...more] = problems
    throw new ConfigError(
      more.length === 0
        ? `The environment has a wrong value: ${only}`
        : `The environment has wrong values:\n  ${problems.join('\n  ')}`,
    )
  }
  const env = parsed.data
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    logLevel: env.LOG_LEVEL,
    billingPeriod: env.BILLING_PERIOD,
    requestBodyBytesMax: env.REQUEST_BODY_BYTES_MAX,
    callSecondsMax: env.CALL_SECONDS_MAX,
    connectionsMax: env.CONNECTIONS_MAX,
    connectionsPerAddressMax: env.CONNECTIONS_PER_ADDRESS_MAX,
    metricsToken: env.METRICS_TOKEN ?? null,
    allowPrivateFeeds: env.ALLOW_PRIVATE_FEEDS === 'true',
    shutdownGraceSeconds: env.SHUTDOWN_GRACE_SECONDS,
    demo: env.DEMO === 'on',
    sec: {
      baseUrl: env.SEC_BASE_URL.replace(/\/+$/, ''),
      tickersUrl: env.SEC_TICKERS_URL,
      contact: env.SEC_CONTACT ?? null,
    },
    cotUrl: env.COT_URL,
    options: {
      baseUrl: env.OPTIONS_BASE_URL.replace(/\/+$/, ''),
      keepsAllChains: env.OPTION_CHAINS === 'all',
    },
    macro: macroSettings(env),
    tradestats: { baseUrl: env.TRADESTATS_BASE_URL.replace(/\/+$/, ''), rowsMax: env.TRADESTATS_ROWS_MAX },
    secretKey: env.SECRET_KEY ?? null,
    formerSecretKey: env.SECRET_KEY_FORMER ?? null,
    model: modelSettings(env),
  }
}

/** What a variable needs beside it and does not have. */
function missingBeside(present: Record<string, string | undefined>): string[] {
  const { MODEL_BASE_URL: url, MODEL_API_KEY: key, MODEL_NAME: name } = present
  return [
    ...(key !== undefined && url === undefined ? ['MODEL_API_KEY: is set, but MODEL_BASE_URL is not'] : []),
    ...(url !== undefined && name === undefined ? ['MODEL_NAME: must be set when MODEL_BASE_URL is'] : []),
  ]
}

function macroSettings(env: z.output<typeof environmentSchema>): MacroSettings {
  const { FRED_BASE_URL: fred, FRED_API_KEY: key, WORLD_BANK_BASE_URL: worldBank } = env
  return {
    fred: key === undefined ? null : { baseUrl: fred.replace(/\/+$/, ''), apiKey: key },
    worldBank: worldBank === undefined ? null : { baseUrl: worldBank.replace(/\/+$/, '') },
  }
}

function modelSettings(env: z.output<typeof environmentSchema>): ModelSettings | null {
  if (env.MODEL_BASE_URL === undefined || env.MODEL_NAME === undefined) return null
  return {
    baseUrl: env.MODEL_BASE_URL.replace(/\/+$/, ''),
    apiKey: env.MODEL_API_KEY ?? null,
    name: env.MODEL_NAME,
    timeoutMs: env.MODEL_TIMEOUT_MS,
    retriesMax: env.MODEL_RETRIES_MAX,
    concurrency: env.MODEL_CONCURRENCY,
    tokensPerDayMax: env.MODEL_TOKENS_PER_DAY_MAX,
    ledgerFolder: join(env.DATA_DIR, 'model-tokens'),
  }
}

/** A wrong environment; its message is meant for the operator as it stands. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** The configuration of this process. */
export const config: Config = configOrExit()

/** Whether `npm start` started this process. */
export const startedByNpm = process.env['npm_lifecycle_event'] === 'start'

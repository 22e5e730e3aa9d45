import { join } from 'node:path'
import type { z } from 'zod'
import { type Environment, environmentSchema } from './environment.ts'

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
    const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${ruleOf(issue)}`) ?? []
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
      baseUrl: env.SEC_BASE_URL,
      tickersUrl: env.SEC_TICKERS_URL,
      contact: env.SEC_CONTACT ?? null,
    },
    cotUrl: env.COT_URL,
    options: {
      baseUrl: env.OPTIONS_BASE_URL,
      keepsAllChains: env.OPTION_CHAINS === 'all',
    },
    macro: macroSettings(env),
    tradestats: { baseUrl: env.TRADESTATS_BASE_URL, rowsMax: env.TRADESTATS_ROWS_MAX },
    secretKey: env.SECRET_KEY ?? null,
    formerSecretKey: env.SECRET_KEY_FORMER ?? null,
    model: modelSettings(env),
  }
}

const EITHER = new Intl.ListFormat('en', { type: 'disjunction', style: 'long' })

/** The rule that a value breaks, in words; the value itself may be a secret, and the operator has it. */
function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`
    case 'too_small':
      return issue.origin === 'string' ? issue.message : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    case 'invalid_value':
      return `must be ${EITHER.format(issue.values.map(String))}`
    default:
      return issue.message
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

function macroSettings(env: Environment): MacroSettings {
  const { FRED_BASE_URL: fred, FRED_API_KEY: key, WORLD_BANK_BASE_URL: worldBank } = env
  return {
    fred: key === undefined ? null : { baseUrl: fred, apiKey: key },
    worldBank: worldBank === undefined ? null : { baseUrl: worldBank },
  }
}

function modelSettings(env: Environment): ModelSettings | null {
  if (env.MODEL_BASE_URL === undefined || env.MODEL_NAME === undefined) return null
  return {
    baseUrl: env.MODEL_BASE_URL,
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

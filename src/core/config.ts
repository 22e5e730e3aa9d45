import { z } from 'zod'

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
  SHUTDOWN_GRACE_SECONDS: z.coerce
    .number()
    .min(0)
    .max(600)
    .default(15)
    .describe('How long requests under way may take after SIGTERM.'),
})

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
  readonly shutdownGraceSeconds: number
}

/** Reads an environment; throws one error that lists every wrong value. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(present)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
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
    shutdownGraceSeconds: env.SHUTDOWN_GRACE_SECONDS,
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

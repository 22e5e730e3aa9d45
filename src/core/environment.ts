import { z } from 'zod'

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })

/** An address that is asked with a query of ours. */
const upstreamUrl = httpUrl.refine(
  (url) => !/[?#@]/.test(url),
  'must be without user name, password, query and fragment',
)

/** An address that paths are added to: without a slash at its end. */
const upstreamBase = upstreamUrl.transform((url) => url.replace(/\/+$/, ''))

/** Anything else cannot stand in a header or address, and the error of fetch would show it. */
const visibleAscii = (lengthMin: number, lengthMax: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[\\x21-\\x7e]{${lengthMin},${lengthMax}}$`),
      `must be ${lengthMin} to ${lengthMax} visible ASCII characters without spaces`,
    )

const secret = z.string().min(32, 'must have at least 32 characters').max(1_000)

const number = (min: number, max: number) => z.coerce.number().min(min).max(max)
const integer = (min: number, max: number) => number(min, max).int()

/** Every environment variable the service reads, with its default. `.env.example` says what each means; a test compares the two. */
export const environmentSchema = z.object({
  PORT: integer(0, 65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// or postgresql:// URL' }).optional(),
  DATABASE_POOL_SIZE: integer(2, 200).default(8),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  BILLING_PERIOD: z.enum(['day', 'month']).default('day'),

  REQUEST_BODY_BYTES_MAX: integer(20_000, 100_000_000).default(1_000_000),
  CALL_SECONDS_MAX: number(0.1, 600).default(30),
  CONNECTIONS_MAX: integer(1, 100_000).default(1_000),
  CONNECTIONS_PER_ADDRESS_MAX: integer(1, 100_000).default(256),
  METRICS_TOKEN: visibleAscii(16, 200).optional(),
  SHUTDOWN_GRACE_SECONDS: number(0, 600).default(15),

  DEMO: z.enum(['on', 'off']).default('on'),
  ALLOW_PRIVATE_FEEDS: z.enum(['true', 'false']).default('false'),

  // It stands in a header.
  SEC_CONTACT: z
    .string()
    .regex(/^[\x20-\x7e]{3,200}$/, 'must be 3 to 200 printable ASCII characters')
    .optional(),
  SEC_BASE_URL: upstreamBase.default('https://data.sec.gov'),
  SEC_TICKERS_URL: httpUrl
    .refine((url) => !/[#@]/.test(url), 'must be without user name, password and fragment')
    .default('https://www.sec.gov/files/company_tickers.json'),
  COT_URL: upstreamUrl.default('https://publicreporting.cftc.gov/resource/6dca-aqww.json'),
  OPTIONS_BASE_URL: upstreamBase.default('https://cdn.cboe.com/api/global/delayed_quotes/options'),
  OPTION_CHAINS: z.enum(['latest', 'all']).default('latest'),
  FRED_BASE_URL: upstreamBase.default('https://api.stlouisfed.org/fred'),
  FRED_API_KEY: visibleAscii(1, 200).optional(),
  WORLD_BANK_BASE_URL: upstreamBase.optional(),
  TRADESTATS_BASE_URL: upstreamBase.default('https://comtradeapi.un.org/data/v1'),
  TRADESTATS_ROWS_MAX: integer(2, 250_000).default(100_000),

  SECRET_KEY: secret.optional(),
  SECRET_KEY_FORMER: secret.optional(),

  MODEL_BASE_URL: upstreamBase.optional(),
  MODEL_API_KEY: visibleAscii(1, 10_000).optional(),
  MODEL_NAME: z.string().max(200).optional(),
  MODEL_TIMEOUT_MS: integer(100, 600_000).default(20_000),
  MODEL_RETRIES_MAX: integer(0, 10).default(2),
  MODEL_CONCURRENCY: integer(1, 256).default(4),
  MODEL_TOKENS_PER_DAY_MAX: integer(10_000, 1_000_000_000_000).default(1_000_000),
})

/** The environment with its values checked and its defaults filled in. */
export type Environment = z.output<typeof environmentSchema>

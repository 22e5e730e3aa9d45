import { pino } from 'pino'
import { config } from './config.ts'

/** Structured log on standard error; standard output belongs to commands and to the start banner. Keys never reach it. */
export const log = pino(
  {
    level: config.logLevel,
    redact: ['authorization', '*.authorization', 'headers.authorization'],
    serializers: { err: withoutClient },
  },
  pino.destination({ dest: 2, sync: false }),
)

/** An error as it is logged; the driver hangs its whole connection on some, pages of it. */
function withoutClient(error: Error): object {
  const { client: _, ...logged } = pino.stdSerializers.err(error)
  return logged
}

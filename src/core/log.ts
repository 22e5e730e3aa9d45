import { type DestinationStream, pino } from 'pino'
import { config } from './config.ts'

/** A structured log in which no key appears. */
export function createLog(level: string, to: DestinationStream) {
  return pino(
    {
      level,
      redact: ['authorization', '*.authorization', 'headers.authorization'],
      serializers: { err: withoutClient },
    },
    to,
  )
}

/** The log, on standard error; standard output belongs to commands and to the start banner. */
export const log = createLog(config.logLevel, pino.destination({ dest: 2, sync: false }))

/** An error as it is logged; the driver hangs its whole connection on some, pages of it. */
function withoutClient(error: Error): object {
  const { client: _, ...logged } = pino.stdSerializers.err(error)
  return logged
}

import { pino } from 'pino'
import { config } from './config.ts'

/** Structured log on standard error; standard output belongs to commands and to the start banner. Keys never reach it. */
export const log = pino(
  { level: config.logLevel, redact: ['authorization', '*.authorization', 'headers.authorization'] },
  pino.destination({ dest: 2, sync: false }),
)

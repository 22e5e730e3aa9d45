import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { CONNECTION_SETTINGS, endConnection } from '../../core/database/connection.ts'
import { FiredCache } from './fired-cache.ts'
import { readSegment, writeFrameFile } from './frame-file.ts'
import type { FromWorker, TaskName, Tasks, ToWorker, WorkerStart } from './frame-message.ts'
import { screenSlots } from './screen-slots.ts'
import { viewSegment } from './segment.pure.ts'
import { addBars, forgetGathered, loadSeries, readSurvey } from './series.store.ts'
import type { FrameBars } from './slot-series.pure.ts'

const port = parentPort
if (!port) throw new Error('frame.worker.ts runs as a worker.')

const { connectionString, worker, workers, cacheBytesMax }: WorkerStart = workerData
const cache = new FiredCache(cacheBytesMax)

/** Screens give way to whoever waits for a short answer. Linux counts each thread's niceness by itself, others that of the process. */
const NICENESS = 10
if (process.platform === 'linux') setPriority(0, NICENESS)
let frame: FrameBars | null = null

function shown(): FrameBars {
  if (!frame) throw new Error('There is no frame yet.')
  return frame
}

/** How long an unused connection is kept. */
const IDLE_MS = 10_000
let client: Promise<pg.Client> | null = null
let idle: NodeJS.Timeout | undefined
let inUse: Promise<unknown> = Promise.resolve()

/** Does `work` on this worker's connection, one after the other; a connection that failed is not used again. */
function onConnection<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const done = inUse.then(async () => {
    clearTimeout(idle)
    client ??= connectClient()
    try {
      const result = await work(await client)
      idle = setTimeout(letGo, IDLE_MS).unref()
      return result
    } catch (error) {
      letGo()
      throw error
    }
  })
  inUse = done.catch(() => {})
  return done
}

function letGo(): void {
  client?.then(endConnection).catch(() => {})
  client = null
  forgetGathered()
}

async function connectClient(): Promise<pg.Client> {
  const made = new pg.Client({
    ...CONNECTION_SETTINGS,
    connectionString,
    application_name: `market-impact screener frame, worker ${worker}`,
  })
  // A connection that breaks between two statements has nobody else who listens: the next statement fails and says so.
  made.on('error', () => {})
  await made.connect()
  return made
}

const DO: { readonly [Name in TaskName]: (ask: Tasks[Name]['ask']) => Promise<Tasks[Name]['answer']> } = {
  survey: () => onConnection(readSurvey),
  load: ({ listingIds, barsMax }) => onConnection((client) => loadSeries(client, listingIds, barsMax)),
  added: (slots) => onConnection((client) => addBars(client, shown(), slots)),
  restore: readSegment,
  save: async ({ path, state }) => {
    await writeFrameFile(path, state)
    return null
  },
  screen: async (task) => screenSlots(shown(), task, { worker, workers }, cache),
}

async function answer(message: Exclude<ToWorker, { state: unknown }>): Promise<Tasks[TaskName]['answer']> {
  switch (message.task) {
    case 'survey':
      return DO.survey(message.ask)
    case 'load':
      return DO.load(message.ask)
    case 'added':
      return DO.added(message.ask)
    case 'restore':
      return DO.restore(message.ask)
    case 'save':
      return DO.save(message.ask)
    case 'screen':
      return DO.screen(message.ask)
  }
}

/** Memory that is handed over with an answer instead of being copied: that of the tables of matches, which are made for one question. */
function memoryOf(answer: Tasks[TaskName]['answer']): ArrayBuffer[] {
  if (answer === null || !('anchors' in answer)) return []
  return [answer.slots.buffer, answer.anchors.buffer, answer.barsAgo.buffer]
}

port.on('message', (message: ToWorker) => {
  if ('state' in message) {
    const { directory, buffers, splits } = message.state
    frame = { directory, segments: buffers.map((buffer) => buffer && viewSegment(buffer)), splits }
    return
  }
  answer(message).then(
    (result) => port.postMessage({ id: message.id, answer: result } satisfies FromWorker, memoryOf(result)),
    (error: unknown) => {
      const problem = error instanceof Error ? (error.stack ?? error.message) : String(error)
      port.postMessage({ id: message.id, problem } satisfies FromWorker)
    },
  )
})

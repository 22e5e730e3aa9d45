import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'

const TICK_MS = 2

/** Loaded into a service (`node --import`): tells on the port LOOP_WATCH_PORT how long its event loop was held at most since the last question. */
function watch(port: number): void {
  let [longestMs, longestCpuMs] = [0, 0]
  let [lastMs, lastCpu] = [performance.now(), process.threadCpuUsage()]
  const tick = () => {
    const [nowMs, spent] = [performance.now(), process.threadCpuUsage(lastCpu)]
    longestMs = Math.max(longestMs, nowMs - lastMs - TICK_MS)
    longestCpuMs = Math.max(longestCpuMs, (spent.user + spent.system) / 1_000)
    lastMs = nowMs
    lastCpu = process.threadCpuUsage()
  }
  setInterval(tick, TICK_MS).unref()
  const server = createServer((_, response) => {
    tick()
    response.end(JSON.stringify({ longestMs, longestCpuMs }))
    longestMs = 0
    longestCpuMs = 0
  })
  server.listen(port, '127.0.0.1').unref()
}

const port = Number(process.env.LOOP_WATCH_PORT)
if (isMainThread && port > 0) watch(port)

import { benchBars } from './bars.ts'
import { benchBrief } from './brief.ts'
import { benchEnrich } from './enrich.ts'
import { benchGrowth } from './growth.ts'
import { benchIngest } from './ingest.ts'
import { benchRead } from './read.ts'
import { benchResolver } from './resolve-peers.ts'

/** `npm run bench -- [name]`: every benchmark prints a ratio against a named peer measured in the same run. */
const benches: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  read: benchRead,
  ingest: benchIngest,
  bars: benchBars,
  enrich: benchEnrich,
  resolve: benchResolver,
  brief: benchBrief,
  growth: benchGrowth,
}

const [name, ...args] = process.argv.slice(2)
const chosen = name === undefined ? Object.values(benches) : benches[name] ? [benches[name]] : []
if (chosen.length === 0) {
  process.stderr.write(`There is no benchmark "${name}". Benchmarks: ${Object.keys(benches).join(', ')}\n`)
  process.exitCode = 2
}
for (const bench of chosen) await bench(args)

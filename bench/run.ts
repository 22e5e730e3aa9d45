import { benchBars } from './bars.ts'
import { benchBrief } from './brief.ts'
import { benchCot } from './cot.ts'
import { benchEnrich } from './enrich.ts'
import { benchFire } from './fire.ts'
import { benchFundamental } from './fundamental.ts'
import { benchGrowth } from './growth.ts'
import { benchImpacts } from './impacts.ts'
import { benchIndicators } from './indicators/indicators.ts'
import { benchIngest } from './ingest.ts'
import { benchLoop } from './loop.ts'
import { benchMacro } from './macro.ts'
import { benchMeaning } from './meaning.ts'
import { benchOptions } from './options.ts'
import { benchPortfolio } from './portfolio.ts'
import { benchRead } from './read.ts'
import { benchResolver } from './resolve-peers.ts'
import { benchScreen } from './screen.ts'
import { benchSign } from './sign.ts'
import { benchThemes } from './themes.ts'
import { benchVolume } from './volume.ts'

/** `npm run bench -- [name]`: every benchmark prints a ratio to a named baseline measured in the same run. */
const benches: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  read: benchRead,
  ingest: benchIngest,
  bars: benchBars,
  enrich: benchEnrich,
  meaning: benchMeaning,
  impacts: benchImpacts,
  resolve: benchResolver,
  brief: benchBrief,
  fundamental: benchFundamental,
  growth: benchGrowth,
  indicators: benchIndicators,
  portfolio: benchPortfolio,
  screen: benchScreen,
  sign: benchSign,
  cot: benchCot,
  options: benchOptions,
  macro: benchMacro,
  themes: benchThemes,
  volume: benchVolume,
  fire: benchFire,
  loop: benchLoop,
}

const [name, ...args] = process.argv.slice(2)
const chosen = name === undefined ? Object.values(benches) : benches[name] ? [benches[name]] : []
if (chosen.length === 0) {
  process.stderr.write(`There is no benchmark "${name}". Benchmarks: ${Object.keys(benches).join(', ')}\n`)
  process.exitCode = 2
}
for (const bench of chosen) await bench(args)

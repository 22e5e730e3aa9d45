import { type LineMemory, readLines } from '../technical/line/lines.pure.ts'
import {
  BARS_PER_YEAR,
  type LineKey,
  type LineReader,
  type PriceBars,
  type ScreenTimeframe,
} from '../technical/line-key.pure.ts'

/** A line whose value depends on its last bars only: how many, and by how many bars its blocks of sums are long. */
interface Window {
  readonly bars: number
  readonly block: number
}

/** Windows begin anew at every block: bars before a block are left out without changing a single bit of what follows its first one. */
const WINDOWS: Readonly<Partial<Record<LineKey, Window>>> = {
  sma10: { bars: 10, block: 10 },
  sma20: { bars: 20, block: 20 },
  sma50: { bars: 50, block: 50 },
  sma100: { bars: 100, block: 100 },
  sma200: { bars: 200, block: 200 },
  bb_mid: { bars: 20, block: 20 },
  bb_upper: { bars: 20, block: 20 },
  bb_lower: { bars: 20, block: 20 },
  bb_width: { bars: 20, block: 20 },
  bb_width_rank: { bars: 146, block: 20 },
  ttm_squeeze_depth: { bars: 21, block: 20 },
  ttm_momentum: { bars: 40, block: 20 },
  volume_before: { bars: 21, block: 20 },
  ichi_tenkan: { bars: 80, block: 1 },
  ichi_kijun: { bars: 80, block: 1 },
  ichi_senkou_a: { bars: 80, block: 1 },
  ichi_senkou_b: { bars: 80, block: 1 },
}

function windowOf(key: LineKey, timeframe: ScreenTimeframe): Window | undefined {
  const year = BARS_PER_YEAR[timeframe]
  if (key === 'high_52w' || key === 'low_52w') return { bars: year, block: 1 }
  if (isVolatility(key)) return { bars: 31 + year, block: 30 }
  return WINDOWS[key]
}

/** These begin anew after a price that is not above zero, wherever that was. */
function isVolatility(key: LineKey): boolean {
  return key === 'realized_vol_30d' || key === 'realized_vol_pct_1yr'
}

/** Reads the bars from an index on. */
export type BarsFrom = (first: number) => PriceBars

/** Memory of the lines of one series; the next series that is read with it takes it over. */
export type TailMemory = LineMemory[]

/**
 * Reader of the last `tail` values of the lines of `length` bars, each value the same as in the line over all bars: lines that forget
 * are computed from the bars they remember. The bars have no gaps in their prices.
 */
export function readTails(
  barsFrom: BarsFrom,
  length: number,
  timeframe: ScreenTimeframe,
  tail: number,
  memory: TailMemory | null = null,
): { readonly bars: PriceBars; readonly lines: LineReader } {
  const from = Math.max(0, length - tail)
  const bars = barsFrom(from)
  const readers = new Map<number, LineReader>()
  const readerFrom = (first: number) => {
    const known = readers.get(first)
    if (known) return known
    const place = readers.size
    if (memory) memory[place] ??= new Map()
    const reader = readLines(first === from ? bars : barsFrom(first), timeframe, memory?.[place], true)
    readers.set(first, reader)
    return reader
  }
  return {
    bars,
    lines: (key) => {
      if (key === 'close') return bars.close
      const window = isVolatility(key) && !barsFrom(0).close.every(isAboveZero) ? undefined : windowOf(key, timeframe)
      const first = window ? Math.max(0, Math.floor((from - window.bars) / window.block) * window.block) : 0
      return readerFrom(first)(key).subarray(from - first)
    },
  }
}

function isAboveZero(price: number): boolean {
  return price > 0
}

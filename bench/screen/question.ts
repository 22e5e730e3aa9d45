import type { ChainQuestion, Frame } from '../../src/screen/frame/frame.ts'
import type { FrameSignal } from '../../src/screen/frame/screen-task.pure.ts'

/** A pattern with the SQL that says the same: a condition on columns of the bars of one listing in the window `w`. */
export interface SqlSignal {
  readonly signal: FrameSignal
  /** Columns that the condition reads, computed in the window; `n` is the number of the bar. */
  readonly columns: string
  readonly condition: string
}

const daily = (
  pattern: FrameSignal['pattern'],
  a: FrameSignal['a'] = null,
  b: FrameSignal['b'] = null,
): FrameSignal => ({
  pattern,
  a,
  b,
  forBars: 1,
  windowBars: 20,
  timeframe: 1,
})

const mean = (bars: number) =>
  `CASE WHEN n >= ${bars} THEN avg(close) OVER (PARTITION BY slot ORDER BY day ROWS BETWEEN ${bars - 1} PRECEDING AND CURRENT ROW) END`
const deviation = 'stddev_pop(close) OVER (PARTITION BY slot ORDER BY day ROWS BETWEEN 19 PRECEDING AND CURRENT ROW)'
const yearly = (extreme: 'max(high)' | 'min(low)') =>
  `CASE WHEN n >= 252 THEN ${extreme} OVER (PARTITION BY slot ORDER BY day ROWS BETWEEN 251 PRECEDING AND CURRENT ROW) END`

const AVERAGES = [10, 20, 50, 100, 200] as const

/** Every signal of the benchmark that SQL can say. */
function sqlSignals(): SqlSignal[] {
  const signals: SqlSignal[] = []
  for (const [place, fast] of AVERAGES.entries()) {
    const columns = `close AS a, ${mean(fast)} AS b`
    signals.push({ signal: daily('above', 'close', `sma${fast}`), columns, condition: 'a > b' })
    signals.push({ signal: daily('crossover_up', 'close', `sma${fast}`), columns, condition: 'a > b AND a0 <= b0' })
    signals.push({ signal: daily('crossover_dn', 'close', `sma${fast}`), columns, condition: 'a < b AND a0 >= b0' })
    for (const slow of AVERAGES.slice(place + 1)) {
      const pair = `${mean(fast)} AS a, ${mean(slow)} AS b`
      signals.push({
        signal: daily('crossover_up', `sma${fast}`, `sma${slow}`),
        columns: pair,
        condition: 'a > b AND a0 <= b0',
      })
      signals.push({
        signal: daily('crossover_dn', `sma${fast}`, `sma${slow}`),
        columns: pair,
        condition: 'a < b AND a0 >= b0',
      })
    }
  }
  const band = (sign: string) => `close AS a, ${mean(20)} ${sign} 2 * ${deviation} AS b`
  signals.push({ signal: daily('above', 'close', 'bb_upper'), columns: band('+'), condition: 'a > b' })
  signals.push({ signal: daily('below', 'close', 'bb_lower'), columns: band('-'), condition: 'a < b' })
  signals.push({
    signal: daily('crossover_up', 'close', 'bb_lower'),
    columns: band('-'),
    condition: 'a > b AND a0 <= b0',
  })
  signals.push({
    signal: daily('crossover_dn', 'close', 'bb_upper'),
    columns: band('+'),
    condition: 'a < b AND a0 >= b0',
  })
  const high = `close AS a, ${yearly('max(high)')} AS b`
  const low = `close AS a, ${yearly('min(low)')} AS b`
  signals.push({ signal: daily('at_52w_high'), columns: high, condition: 'a >= b * 0.995' })
  signals.push({ signal: daily('at_52w_low'), columns: low, condition: 'a <= b * 1.005' })
  signals.push({ signal: daily('near_52w_high', null, 0.07), columns: high, condition: 'a >= b * (1 - 0.07)' })
  signals.push({ signal: daily('off_high', null, 0.35), columns: high, condition: 'a <= b * (1 - 0.35)' })
  const traded = `volume AS a, CASE WHEN n > 20 AND count(volume) OVER before = 20 THEN avg(volume) OVER before END AS b`
  signals.push({ signal: daily('vol_spike'), columns: traded, condition: 'a > 0 AND a >= 2 * b' })
  signals.push({ signal: daily('vol_dryup'), columns: traded, condition: 'b > 0 AND a <= 0.5 * b' })
  return signals
}

/** Some signals in an order that only looks random. */
export function randomSignals(count: number): SqlSignal[] {
  const signals = sqlSignals()
  return Array.from({ length: count }, (_, index) => signals[(index * 17 + 5) % signals.length]).flatMap(
    (one) => one ?? [],
  )
}

/** Whether a pattern fired on one of the last bars of any listing. */
export function singleQuestion(frame: Frame, signal: FrameSignal, today: number): ChainQuestion {
  return {
    timeframe: 1,
    signals: [signal],
    steps: [{ anchors: [{ signal: 0, windowBars: 20 }], quals: [] }],
    candidates: everySlot(frame),
    today,
    asOf: null,
  }
}

/** Oversold, then a turn of MACD, then back above EMA50 on high volume in a rising week. Levels are shifted by `shift`. */
export function chainQuestion(frame: Frame, today: number, shift = 0): ChainQuestion {
  const signals: FrameSignal[] = [
    { ...daily('oversold', 'rsi14', 35 + shift), forBars: null },
    daily('crossover_up', 'macd', 'macd_signal'),
    daily('crossover_up', 'close', 'ema50'),
    daily('vol_spike'),
    { ...daily('above', 'rsi14', 40 + shift), timeframe: 2 },
  ]
  return {
    timeframe: 1,
    signals,
    steps: [
      { anchors: [{ signal: 0, windowBars: 20 }], quals: [] },
      { anchors: [{ signal: 1, windowBars: 20 }], quals: [] },
      {
        anchors: [{ signal: 2, windowBars: 20 }],
        quals: [
          { any: [3], within: 5 },
          { any: [4], within: 5 },
        ],
      },
    ],
    candidates: everySlot(frame),
    today,
    asOf: null,
  }
}

function everySlot(frame: Frame): Uint32Array {
  return new Uint32Array(Math.ceil(frame.size / 32)).fill(0xff_ff_ff_ff)
}

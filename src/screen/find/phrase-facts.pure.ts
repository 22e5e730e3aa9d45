import { OVERBOUGHT, OVERSOLD } from '../technical/detection/detect.pure.ts'
import { isAverage, isOscillator, type PhraseSlots } from './phrase-slots.pure.ts'

/** Lines of which a pair is compared with each other or a level, not with the price. */
const OWN_SCALE = /^(?:macd|realized)/

/** What a phrase says, by the names that the rules of signal-rules.csv use. */
export interface PhraseFacts {
  /** What the phrase has, or does not have: lines of the price, numbers, bars. */
  readonly flags: Readonly<Record<string, boolean>>
  /** How many of something it names, and levels. */
  readonly numbers: Readonly<Record<string, number | undefined>>
  /** What can be put into a signal, and what the price is said to do. */
  readonly texts: Readonly<Record<string, string | undefined>>
}

/** Takes the facts out of a phrase. */
export function factsOf(slots: PhraseSlots): PhraseFacts {
  const { lines, levels, fraction, bars } = slots
  const oscillator = lines.find(isOscillator)
  const averages = lines.filter(isAverage)
  const [level] = levels
  const pair = pairOf(slots)
  const extremes = extremesOf(oscillator)
  const named = Object.fromEntries(lines.map((line) => [line, true]))
  return {
    flags: {
      ...named,
      oscillator: oscillator !== undefined,
      volatility_line: lines.some((line) => line.startsWith('realized')),
      ichimoku_line: lines.some((line) => line.startsWith('ichi')),
      price_only: lines.every((line) => line === 'close'),
      fraction: fraction !== null,
      bars: bars !== null,
    },
    numbers: {
      lines: lines.length,
      averages: averages.length,
      levels: levels.length,
      level,
      ...(hasExtremes(oscillator) ? extremes : {}),
    },
    texts: {
      oscillator,
      momentum: oscillator ?? lines.find((line) => line === 'macd') ?? 'rsi14',
      volatility_line: lines.find((line) => line.startsWith('realized')),
      average1: averages[0],
      average2: averages[1],
      left: pair?.a,
      right: pair?.b,
      line: lines[0],
      level: textOf(level),
      overbought: String(extremes.overbought),
      oversold: String(extremes.oversold),
      range: rangeOf(levels),
      fraction: textOf(fraction ?? undefined),
      price_extreme: priceExtreme(slots.text),
    },
  }
}

function textOf(number: number | undefined): string | undefined {
  return number === undefined ? undefined : String(number)
}

function hasExtremes(line: string | undefined): line is keyof typeof OVERBOUGHT {
  return line !== undefined && Object.hasOwn(OVERBOUGHT, line)
}

/** The levels at which an oscillator counts as overbought and oversold; those of RSI where it has none. */
function extremesOf(line: string | undefined) {
  const key = hasExtremes(line) ? line : 'rsi14'
  return { overbought: OVERBOUGHT[key], oversold: OVERSOLD[key] }
}

function rangeOf(levels: readonly number[]): string | undefined {
  const [one, other] = levels.map(Math.abs)
  return one === undefined || other === undefined ? undefined : `${Math.min(one, other)}-${Math.max(one, other)}`
}

/** What is compared: two lines, a line and a level, or the price and a line. */
function pairOf({ lines, levels }: PhraseSlots): { readonly a: string; readonly b: string } | null {
  const [first, second] = lines.filter((line) => line !== 'close')
  const level = textOf(levels[0])
  if (first === undefined) return lines.includes('close') && level !== undefined ? { a: 'close', b: level } : null
  if (first === 'macd_signal' && second === undefined) return { a: 'macd', b: 'macd_signal' }
  const isPriced = !isOscillator(first) && !first.startsWith('macd')
  if (lines.includes('close') && isPriced) return { a: 'close', b: first }
  if (second !== undefined) return { a: first, b: second }
  if (isOscillator(first) || OWN_SCALE.test(first)) return level === undefined ? null : { a: first, b: level }
  return { a: 'close', b: first }
}

const EXTREME = /\b(higher|lower) (?:\w+ )?(high|low)s?\b/g
const OSCILLATOR = /\b(?:rsi|macd|stoch\w*|oscillator|adx|momentum)\b/
/** Characters from the first extreme within which the oscillator it is of is named. */
const BESIDE = 14

/** What the price does in a divergence told by its highs and lows: lower_low in "price makes a lower low while RSI makes a higher low". */
function priceExtreme(text: string): string | undefined {
  const [first, second] = [...text.matchAll(EXTREME)].map(({ 1: way, 2: end, index }) => ({ way, end, index }))
  const named = OSCILLATOR.exec(text)
  if (!first || !second || !named || first.end !== second.end || first.way === second.way) return undefined
  const isOfPrice = named.index < first.index && /\b(?:price|stock)\b/.test(text.slice(0, first.index))
  const isFirst = named.index < Math.min(second.index, first.index + BESIDE) && !isOfPrice
  const ofPrice = isFirst ? second : first
  return `${ofPrice.way}_${ofPrice.end}`
}

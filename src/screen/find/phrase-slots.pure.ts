import type { OperandKey } from '../technical/line-key.pure.ts'

/** What a phrase names, taken apart. */
export interface PhraseSlots {
  /** The phrase in lower case, words apart by single blanks. */
  readonly text: string
  /** Lines in the order they are named, each once; averages by any period. */
  readonly lines: readonly string[]
  /** 1 = days, 2 = weeks, 3 = months. */
  readonly timeframe: 1 | 2 | 3
  /** A percentage, as a fraction. */
  readonly fraction: number | null
  /** Numbers that are neither periods nor bars nor percentages. */
  readonly levels: readonly number[]
  /** Bars that something lasts or is measured over. */
  readonly bars: number | null
}

/** A way to name a line. */
interface LineName {
  readonly line: OperandKey
  readonly words: RegExp
}

const LINES: readonly LineName[] = [
  { line: 'macd_signal', words: /\bmacd signal(?: line)?\b|\bsignal line\b|\bits signal\b|\bthe signal\b/g },
  { line: 'macd', words: /\bmacd(?: line| histogram)?\b/g },
  { line: 'stoch_d', words: /\b(?:slow )?stoch(?:astics?)? (?:%d|d|signal)\b|%d\b/g },
  { line: 'stoch_k', words: /\b(?:slow )?stoch(?:astics?)?(?: oscillator)?(?: (?:%k|k)\b)?|%k\b/g },
  { line: 'rsi14', words: /\brsi(?: ?\(?14\)?)?\b|\brelative strength(?: index)?\b/g },
  {
    line: 'plus_di',
    words: /\+ ?di\b|\bplus di\b|\bpositive (?:di|directional)(?: (?:indicator|line|movement))?\b|\bdi plus\b|\bdi\+/g,
  },
  {
    line: 'minus_di',
    words:
      /(?<![a-z])- ?di\b|\bminus di\b|\bnegative (?:di|directional)(?: (?:indicator|line|movement))?\b|\bdi minus\b|\bdi-/g,
  },
  { line: 'adx', words: /\badx\b|\baverage directional(?: index)?\b/g },
  {
    line: 'bb_upper',
    words:
      /\b(?:upper|top) (?:bollinger )?bands?\b|\b(?:upper|top) (?:bb|bollinger)\b|\bbollinger (?:upper|top)(?: band)?\b|\bbb upper\b/g,
  },
  {
    line: 'bb_lower',
    words:
      /\b(?:lower|bottom) (?:bollinger )?bands?\b|\b(?:lower|bottom) (?:bb|bollinger)\b|\bbollinger (?:lower|bottom)(?: band)?\b|\bbb lower\b/g,
  },
  {
    line: 'bb_mid',
    words:
      /\b(?:middle|mid|center|centre) (?:bollinger )?(?:band|line)\b|\bbollinger (?:mid|middle|mid ?line)(?: band)?\b|\bmid ?band\b/g,
  },
  { line: 'ichi_tenkan', words: /\btenkan(?: sen)?\b|\bconversion line\b/g },
  { line: 'ichi_kijun', words: /\bkijun(?: sen)?\b|\bbase line\b|\bbaseline\b/g },
  {
    line: 'ichi_senkou_a',
    words: /\b(?:senkou|leading)? ?span a\b|\bsenkou a\b|\bcloud top\b|\btop of the (?:cloud|kumo)\b/g,
  },
  {
    line: 'ichi_senkou_b',
    words: /\b(?:senkou|leading)? ?span b\b|\bsenkou b\b|\bcloud bottom\b|\bbottom of the (?:cloud|kumo)\b/g,
  },
  { line: 'realized_vol_pct_1yr', words: /\bvol(?:atility)? percentile\b|\bvol(?:atility)? rank\b/g },
  { line: 'realized_vol_30d', words: /\b(?:30 day )?(?:reali[sz]ed|historical) vol(?:atility)?\b/g },
  {
    line: 'close',
    words: /\b(?:the )?(?:price|close|closes|closing price|share price|stock|shares|it)\b(?! (?:to|in on))/g,
  },
]

const AVERAGE =
  '(ema|sma|dma|ma|hma|wma|tema|vwma|exponential moving averages?|exponential averages?|exponential ma|simple moving averages?|moving averages?|mas|emas|smas|averages?)'
const UNIT = '(?:[ -]?(?:days?|d|weeks?|w|months?|periods?|bars?))?'
const PAIR = new RegExp(
  String.raw`\b(\d{1,3})${UNIT} ?(?:and|\/|&|x|vs|versus|with|over|-) ?(?:the )?(\d{1,3})${UNIT} ?${AVERAGE}\b`,
  'g',
)
const PERIOD_FIRST = new RegExp(String.raw`\b(\d{1,3})${UNIT} ?${AVERAGE}\b`, 'g')
const PERIOD_LAST = new RegExp(String.raw`\b${AVERAGE} ?\(?(\d{1,3})\)?`, 'g')
/** "the 200 day", with nothing said of what is averaged. */
const BARE_DAYS =
  /\b(?:the |its )?(5|8|9|10|20|21|30|50|100|150|200)[ -]?(?:days?|d|weeks?)\b(?! (?:high|low|in a row|straight|running|or more|return|gain|change))/g
/** "moving averages ... 50 and 200", the periods apart from the word. */
const BARE_PAIR = /\b(\d{1,3}) ?(?:and|\/|&|x|vs) ?(\d{1,3})\b/g

interface Named {
  readonly at: number
  readonly line: string
}

/** Takes a phrase apart. */
export function slotsOf(phrase: string): PhraseSlots {
  const text = normalise(phrase)
  const timeframe = timeframeIn(text)
  const fraction = fractionIn(text)
  let rest = text.replaceAll(/\b\d+(?:\.\d+)? ?(?:%|percent\b|pct\b)/g, (found) => ' '.repeat(found.length))
  rest = rest.replaceAll(/\b(?:52w|52 weeks?|12 months?|1 year|one year)\b/g, (found) => ' '.repeat(found.length))
  const bars = barsIn(rest, timeframe)
  rest = rest.replaceAll(BARS, (found) => ' '.repeat(found.length))
  const named: Named[] = []
  const take = (words: RegExp, lineOf: (groups: readonly (string | undefined)[]) => readonly string[]) => {
    rest = rest.replaceAll(words, (...found) => {
      const [whole, ...groups] = found.slice(0, -2).map((one) => (typeof one === 'string' ? one : undefined))
      const at = Number(found.at(-2))
      for (const [index, line] of lineOf(groups).entries()) named.push({ at: at + index / 10, line })
      return ' '.repeat(whole?.length ?? 0)
    })
  }
  const family = familyIn(text)
  take(PAIR, ([first, second, kind]) => [`${familyOf(kind)}${first}`, `${familyOf(kind)}${second}`])
  take(PERIOD_FIRST, ([period, kind]) => [`${familyOf(kind)}${period}`])
  take(PERIOD_LAST, ([kind, period]) => [`${familyOf(kind)}${period}`])
  for (const { line, words } of LINES) if (line !== 'close') take(words, () => [line])
  if (named.length === 0 && /\b(?:average|ma|ema|sma|dma)s?\b/.test(text))
    take(BARE_PAIR, ([first, second]) => [`${family}${first}`, `${family}${second}`])
  take(BARE_DAYS, ([period]) => [`${family}${period}`])
  take(LINES.at(-1)?.words ?? /$^/g, () => ['close'])
  const lines = [...new Set(named.sort((one, other) => one.at - other.at).map(({ line }) => line))]
  const levels = [...rest.matchAll(/(?<![\w.])-?\d+(?:\.\d+)?\b/g)].map(([number]) => Number(number))
  return { text, lines, timeframe, fraction, levels: /\bzero\b/.test(rest) ? [...levels, 0] : levels, bars }
}

function normalise(phrase: string): string {
  return phrase
    .toLowerCase()
    .replaceAll(/[“”"'’`]/g, '')
    .replaceAll(/[‐‑–—]/g, '-')
    .replaceAll(/(?<=[a-z0-9])-(?=[a-z])|(?<=[a-z])-(?=\d)/g, ' ')
    .replaceAll(/\bcrossovers?\b/g, 'cross')
    .replaceAll(/\bbollingers?(?: bands?)?\b/g, (found) => found.replace('bollingers', 'bollinger'))
    .replaceAll(/[,;:!?()]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function timeframeIn(text: string): 1 | 2 | 3 {
  if (
    /\bmonthly\b|\bmonth (?:chart|bars?|candles?|timeframe)\b|\b\d+ ?months? (?:ma|ema|sma|moving average|average)/.test(
      text,
    )
  )
    return 3
  if (
    /\bweekly\b|\bweek (?:chart|bars?|candles?|timeframe)\b|\b(?!52)\d+ ?weeks? (?:ma|ema|sma|exponential|simple|moving average|average)|\b1w\b/.test(
      text,
    )
  )
    return 2
  return 1
}

function fractionIn(text: string): number | null {
  const [, number] = /\b(\d+(?:\.\d+)?) ?(?:%|percent\b|pct\b)/.exec(text) ?? []
  return number === undefined ? null : Number(number) / 100
}

const WORDS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, ten: 10 }
const COUNT = String.raw`(\d{1,3}|two|three|four|five|six|seven|ten)`
const SPAN = '(days?|sessions?|bars?|candles?|weeks?|months?|closes)'
const BARS = new RegExp(
  [
    String.raw`\b(?:for|over|in|during|within)(?: at least)?(?: the)?(?: last| past)? ${COUNT} (?:straight |consecutive |trading )?${SPAN}\b`,
    String.raw`\b(?:last|past) ${COUNT} (?:trading )?${SPAN}\b`,
    String.raw`\b${COUNT} (?:(?:straight|consecutive|up|down|rising|falling|green|red|higher) )+(?:${SPAN})?`,
    String.raw`\b${COUNT} ${SPAN} (?:in a row|straight|running|or more)\b`,
    String.raw`\b(?:over|in|for|during) (?:the )?(?:last |past )?(?:a |one )?(week|month|quarter)\b`,
  ].join('|'),
  'g',
)
const DAYS_IN: Readonly<Record<string, number>> = { week: 5, month: 21, quarter: 63 }

function barsIn(text: string, timeframe: 1 | 2 | 3): number | null {
  const [found] = text.matchAll(BARS)
  if (!found) return null
  const groups = found.slice(1).filter((group) => group !== undefined)
  const count = groups.find((group) => /^\d+$/.test(group) || Object.hasOwn(WORDS, group))
  const unit = groups.find((group) => /^[a-z]/.test(group) && !Object.hasOwn(WORDS, group))?.replace(/s$/, '') ?? 'day'
  const number = count === undefined ? 1 : (WORDS[count] ?? Number(count))
  return Math.max(1, number * (timeframe === 1 ? (DAYS_IN[unit] ?? 1) : 1))
}

function familyOf(kind: string | undefined): string {
  const word = kind ?? ''
  if (/^(?:hma|wma|tema|vwma)$/.test(word)) return word
  return /^(?:ema|exponential)/.test(word) ? 'ema' : 'sma'
}

function familyIn(text: string): string {
  return /\bemas?\b|\bexponential\b/.test(text) ? 'ema' : 'sma'
}

/** Whether a line is an average of the price. */
export function isAverage(line: string): boolean {
  return /^(?:ema|sma|hma|wma|tema|vwma)\d/.test(line)
}

/** Whether a line moves on a scale of its own, not the price's. */
export function isOscillator(line: string): boolean {
  return ['rsi14', 'stoch_k', 'stoch_d', 'adx', 'plus_di', 'minus_di'].includes(line)
}

import type { Tokens } from './direction-token.math.ts'

/** Words that round a sum: "up to $2 billion", "an additional €300 million". */
const ROUNDED = new Set(
  'a an about additional almost another around as at extra further least more most much nearly over roughly some than to up'.split(
    ' ',
  ),
)
const ROUNDED_MOST = 4
const CURRENCY_BEFORE = new Set('a c hk nt r rm rs s us usd eur gbp inr jpy aed sar chf sek nok dkk pln thb'.split(' '))
const CURRENCY_AFTER = new Set(
  'baht crore dirham dirhams dong euro euros franc francs kroner kronor lira pesos pounds rand real reais riyals ringgit rouble roubles ruble rubles rupees rupiah won yen yuan zloty'.split(
    ' ',
  ),
)

const MEASURES = new Set('mw gw mwh gwh kw megawatt megawatts gigawatt gigawatts tonne tonnes ton tons'.split(' '))

/** Where a sum of money or a measure of size that stands at a token ends, its rounding and currency words included; null when none does. */
export function sumEnd({ words, kinds, units }: Tokens, at: number): number | null {
  let number = at
  while (number < at + ROUNDED_MOST && kinds[number] === 'word' && ROUNDED.has(words[number] ?? '')) number++
  if (kinds[number] === 'word' && CURRENCY_BEFORE.has(words[number] ?? '')) number++
  if (kinds[number] !== 'number') return null
  // "A $1 billion-plus stake".
  const end = words[number + 1] === 'plus' ? number + 2 : number + 1
  const named = CURRENCY_AFTER.has(words[end] ?? '') || MEASURES.has(words[end] ?? '')
  if (units[number] !== 'money' && !named) return null
  return named ? end + 1 : end
}

import { wordSet } from '../../text/word-set.pure.ts'
import type { Tokens } from './token.pure.ts'

/** Words before an approximate amount: "up to $2 billion", "an additional €300 million". */
const APPROXIMATORS = wordSet(
  'a an about additional almost another around as at extra further least more most much nearly over roughly some than to up',
)
const MAX_APPROXIMATORS = 4
const CURRENCY_BEFORE = wordSet('a c hk nt r rm rs s us usd eur gbp inr jpy aed sar chf sek nok dkk pln thb')
const CURRENCY_AFTER = wordSet(
  'baht crore dirham dirhams dong euro euros franc francs kroner kronor lira pesos pounds rand real reais riyals ringgit rouble roubles ruble rubles rupees rupiah won yen yuan zloty',
)

const SIZE_UNITS = wordSet('mw gw mwh gwh kw megawatt megawatts gigawatt gigawatts tonne tonnes ton tons')

/** The token after an amount of money or a size that begins at a token, its approximators and currency words included; null where none begins. */
export function findAmountEnd({ words, kinds, units }: Tokens, at: number): number | null {
  let number = at
  while (number < at + MAX_APPROXIMATORS && kinds[number] === 'word' && APPROXIMATORS.has(words[number])) number++
  if (kinds[number] === 'word' && CURRENCY_BEFORE.has(words[number])) number++
  if (kinds[number] !== 'number') return null
  // "A $1 billion-plus stake".
  const end = words[number + 1] === 'plus' ? number + 2 : number + 1
  const hasUnit = CURRENCY_AFTER.has(words[end]) || SIZE_UNITS.has(words[end])
  if (units[number] !== 'money' && !hasUnit) return null
  return hasUnit ? end + 1 : end
}

import { rememberOne } from '../../core/once.pure.ts'
import { spellAbbreviations } from '../text/abbreviation.pure.ts'
import { capitalise } from '../text/capitalise.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import type { SummaryLanguage, SummaryLexicon } from '../vocabulary/summary-lexicon.pure.ts'
import type { SummaryAmount, SummaryFacts } from '../vocabulary/verdict.pure.ts'
import { compileTemplate } from './template.pure.ts'

/** Writes the sentence of a story from its facts; `nameOf` names an asset in the language. */
export type SummaryWriter = (
  facts: SummaryFacts,
  language: SummaryLanguage,
  nameOf: (assetId: number) => string,
) => string

/** Prepares the templates of one-sentence summaries. */
export function createSummaryWriter({ templates, names }: SummaryLexicon): SummaryWriter {
  const byKey = new Map(
    templates.map(({ key, en, th, ja }) => [
      key,
      { en: compileTemplate(en), th: compileTemplate(th), ja: compileTemplate(ja) },
    ]),
  )
  const ofCompany = new Set(templates.filter(({ en }) => en.includes('{who}')).map(({ key }) => key))

  return (facts, language, nameOf) => {
    const part = (key: string, values: Readonly<Record<string, string | undefined>> = {}) =>
      byKey.get(key)?.[language]((slot) => values[slot]) ?? ''
    const known = (kind: string, key: string | undefined, english = key) =>
      key === undefined ? undefined : names.get(`${kind}/${key}`)?.[language] || english
    const countryName = (code = '') =>
      code === '' ? undefined : names.get(`country/${code}`)?.[language] || nameRegion(code, language)
    const asset = (id: number | undefined) => (id === undefined ? undefined : nameOf(id))
    const good = known('good', facts.good, spellAbbreviations(facts.good ?? ''))
    const country = countryName(facts.country)
    const clause = part(facts.key, {
      who: asset(facts.who),
      good,
      goods: good ?? part('part/goods'),
      where: known('place', facts.place) ?? country,
      country,
      currency: country && known('currency', facts.country, part('part/currency', { country })),
      from: countryName(facts.from),
      bidder: asset(facts.bidder),
      target: asset(facts.target),
    })
    const way = facts.key.endsWith('/less') ? 'less' : 'more'
    const stated = facts.isFeared === true ? part(`part/feared/${way}`, { clause }) : clause
    const { amount } = facts
    const size =
      amount === undefined || !isOf(facts.key, amount)
        ? ''
        : part('part/amount', { amount: part(`unit/${amount.unit}`, { n: writeNumber(amount, language) }) })
    const list = (ids: readonly number[]) => {
      const [a, b] = ids.map((id) => (id === facts.who && ofCompany.has(facts.key) ? part('part/self') : nameOf(id)))
      return b === undefined ? a : part('part/pair', { a, b })
    }
    const aspect = facts.aspect === undefined ? undefined : part(`aspect/${facts.aspect}`)
    const [up, down] = [list(facts.up), list(facts.down)]
    const gains = up === undefined ? 'unclear' : 'up'
    const tail = down === undefined ? gains : up === undefined ? 'down' : 'both'
    const forWhom = tail === 'unclear' && PRICE_MOVE.test(facts.key) ? '' : part(`part/${tail}`, { up, down, aspect })
    const sentence = `${stated}${size}${forWhom}${part('part/end')}`
    return language === 'th' ? spaceScripts(sentence) : capitalise(sentence)
  }
}

/** What says by itself whom it is good for. */
export const PRICE_MOVE = /^(?:asset|story\/(?:move|peak|low)|type\/price_action_technical)\//

const WITHOUT_AMOUNT = /^(?:topic|story\/(?:ceo|cfo|chair|acting-post|rating))\//
const OF_LABOUR = /^story\/(?:layoffs|hiring|strike)\//

/** False for an amount that belongs to something else than what the sentence tells. */
function isOf(key: string, { unit }: SummaryAmount): boolean {
  if (PRICE_MOVE.test(key)) return unit === 'percent' || unit === 'points'
  return !WITHOUT_AMOUNT.test(key) && (unit !== 'jobs' || OF_LABOUR.test(key))
}

const regionsIn = rememberOne((language: SummaryLanguage) => new Intl.DisplayNames(language, { type: 'region' }))

function nameRegion(code: string, language: SummaryLanguage): string {
  return /^[A-Z]{2}$/.test(code) ? (regionsIn(language).of(code) ?? code) : capitalise(code.toLowerCase())
}

/** Units of amounts that are no sums of money. */
const COUNTED = wordSet('percent points jobs vehicles')
const countsIn = rememberOne((language: string) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }))
const sumsIn = rememberOne(
  (language: string) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 1, notation: 'compact', compactDisplay: 'long' }),
)

/** Sums of money in the words of the language: 2.1 billion, 21億. */
function writeNumber({ unit, value }: SummaryAmount, language: SummaryLanguage): string {
  return (COUNTED.has(unit) ? countsIn : sumsIn)(language).format(value)
}

/** Thai runs words together, but sets Latin names and figures apart. */
function spaceScripts(text: string): string {
  return text
    .replace(/([\u0e00-\u0e7f])(?=[A-Za-z0-9$])/g, '$1 ')
    .replace(/([A-Za-z0-9%)&])(?=[\u0e00-\u0e7f])/g, '$1 ')
    .replace(/ {2,}/g, ' ')
}

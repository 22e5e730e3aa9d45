import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import { companiesIn, segmentsIn, splitCompanyClauses, tickersOf } from './company-clause.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { applyChain } from './operator-chain.pure.ts'
import { OPERATORS } from './word-class.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Most companies of an industry that a state burdens or supports. */
const MAX_MAKERS = 12
const MAX_SUPPLIERS = 4

/** Reads that a state takes more or less from an industry or company at home, or gives it more or less: a windfall tax, a credit for electric cars. */
export function readLevy(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  for (const clause of splitCompanyClauses(marks, title)) {
    const found = clause.marks.find((mark) => mark.asset === null && (hasClass(mark, 'levy') || hasClass(mark, 'aid')))
    if (found === undefined) continue
    const isOther = (mark: Mark) =>
      mark !== found && (['tax', 'sanction', 'case', 'inflow', 'flow'] as const).some((one) => hasClass(mark, one))
    if (marks.some(isOther) || REASON.has(title.words[found.from - 1] ?? '')) return null
    const sign = readSign(found, clause.marks, title)
    if (sign === null) continue
    const named = companiesIn(marks).filter((name) => isBearer(name, found, title))
    const goods = [...new Set([...found.goods, ...segmentsIn(marks, null)])]
    const trade = marks.flatMap((mark) => mark.goods).filter((good) => good.commodities.length > 0)
    const all = goods.length > 0 ? goods : trade
    const bearers = tickersOf(named)
    if (all.length === 0 && bearers.length === 0) return null
    // Whom a visa lets in works for companies abroad.
    const isOfVisas = /visa|1b/.test(title.words.slice(found.from, found.to).join(' '))
    const countries = isOfVisas ? [] : marks.flatMap(({ country }) => (country?.code === 'OPEC' ? [] : (country ?? [])))
    const codes = countries.flatMap(({ code, members }) => [code, ...members])
    const isHome = ({ country }: KnownAsset) => codes.length === 0 || codes.includes(country ?? '')
    const makers = market.makersOf(all).filter(({ asset }) => isHome(asset))
    const [largest] = makers
    const near = codes.length === 0 || largest === undefined ? [] : market.peersOf(largest.asset)
    const peers = market.assetsOf(near).filter(({ asset }) => isHome(asset) && asset.gics === largest?.asset.gics)
    const struck = [...new Set([...makers, ...peers].map(({ asset }) => asset.ticker))]
    if (bearers.length === 0 && struck.length === 0) return null
    return createEvent({
      kind: 'levy',
      sign,
      goods: all,
      cast: {
        struck: bearers,
        maker_elsewhere: bearers.length > 0 ? [] : struck.slice(0, MAX_MAKERS),
        supplier: bearers.length > 0 ? [] : findShared(makers.slice(0, 4).map((one) => market.neighboursOf(one.asset, 'supplier'))),
      },
    })
  }
  return null
}

/** Tickers that stand in several lists. */
function findShared(lists: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>()
  for (const ticker of lists.flat()) counts.set(ticker, (counts.get(ticker) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > 1).map(([ticker]) => ticker).slice(0, MAX_SUPPLIERS)
}

/** -1: they pay more or get less. Where nothing is said of a levy it is new; of aid, it is given. */
function readSign(found: Mark, marks: readonly Mark[], title: TokenisedText): 1 | -1 | null {
  const base = hasClass(found, 'levy') ? -1 : 1
  const operators = marks.filter(
    (mark) =>
      mark !== found &&
      mark.asset === null &&
      mark.country === null &&
      mark.readings.some((one) => OPERATORS.has(one.class) && one.class !== 'fear' && one.class !== 'need'),
  )
  const before = operators.filter((mark) => mark.to <= found.from)
  const chosen = before.length > 0 ? before : operators.filter((mark) => mark.from >= found.to).slice(0, 2)
  const [first] = chosen
  const last = chosen.at(-1)
  if (first === undefined || last === undefined) return base
  const classes = new Set([...found.readings.map((one) => one.class), ...(base < 0 ? (['tax'] as const) : [])])
  const chain = { kind: 'chain', operators: chosen, from: first.from, to: last.to } as const
  const value = applyChain(chain, { marks: [found], from: found.from, to: found.to, classes }, base, title, base)
  return value < 0 ? -1 : 1
}

/** "Row over digital tax". */
const REASON: ReadonlySet<string> = new Set(['over', 'despite', 'amid', 'after', 'without'])
const ON: ReadonlySet<string> = new Set(['on', 'for', 'to', 'from', 'hits', 'hit', 'burdens', 'of'])
const PAYING: ReadonlySet<string> = new Set(['pay', 'pays', 'face', 'faces', 'get', 'gets', 'win', 'wins', 'lose', 'loses', 'receive', 'receives', 'secure', 'secures', 'bear', 'bears', 'spared', 'granted', 'handed', 'offered'])

/** "Grants to Exxon", "Shell to pay windfall tax". */
function isBearer(name: Mark, found: Mark, { words }: TokenisedText): boolean {
  if (name.from >= found.to) return words.slice(found.to, name.from).some((word) => ON.has(word))
  const between = words.slice(name.to, found.from)
  return between.some((word) => PAYING.has(word)) || between.length <= 1
}

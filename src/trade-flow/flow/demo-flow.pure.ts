import type { Flow, FlowDirection, FlowQuestion } from './flow.pure.ts'

/** A country of the made-up world, with its yearly exports of goods in billions of dollars. */
interface DemoEconomy {
  readonly code: number
  readonly exportsBn: number
  /** How much it buys, compared with others. */
  readonly importsBn: number
}

/** The made-up world. */
export interface DemoWorld {
  readonly economies: readonly DemoEconomy[]
  /** Codes directly below a code of goods or services, '' = the top. */
  readonly children: (type: FlowQuestion['type'], code: string) => readonly string[]
  /** The code above, '' = the top. */
  readonly parent: (type: FlowQuestion['type'], code: string) => string
  /** How much a code is traded, compared with its siblings. */
  readonly weight: (type: FlowQuestion['type'], code: string) => number
}

/** Year the sizes of the economies are of. */
const BASE_YEAR = 2024
const FIRST_YEAR = 2005
/** Services in relation to goods. */
const SERVICES_SHARE = 0.28
/** Dollars a kilogram, around which chapters lie. */
const PRICE_USD_PER_KG = 4
const KILOGRAMS = 8
/** Shares that are remembered. */
const KEPT_MAX = 100_000

/** Answers questions about made-up flows. */
export type DemoSource = (question: FlowQuestion, nowMs: number) => Flow[]

/**
 * Makes flows up, the same for every caller. What a country exports is divided among partners and, level by level, among codes, so that
 * parts add up to wholes; what the partner reports as import is a little more, as freight and insurance come on top.
 */
export function createDemoSource(world: DemoWorld): DemoSource {
  const { economies } = world
  const place = new Map(economies.map(({ code }, at) => [code, at]))
  const partnerShares = economies.map((from) => partnerSharesOf(from, economies))
  const landedCosts = economies.map((from) =>
    economies.map((to) => 1.03 + 0.09 * unit(`landed ${from.code} ${to.code}`)),
  )
  const codeShares = new Map<string, number>()
  const exported = new Map<string, Float64Array>()

  /** What part of a country's exports a code is; the parts of a code add up to it. */
  const codeShare = (type: FlowQuestion['type'], country: number, code: string, year: number): number => {
    if (code === 'TOTAL' || code === '200') return 1
    const key = `${type} ${country} ${code} ${year}`
    const known = codeShares.get(key)
    if (known !== undefined) return known
    const parent = world.parent(type, code)
    const weightOf = (one: string) => world.weight(type, one) * taste(country, one, year)
    const siblings = world.children(type, parent)
    const all = siblings.reduce((sum, one) => sum + weightOf(one), 0)
    const own = siblings.includes(code) ? weightOf(code) / all : 0
    const share = own * (parent === '' ? 1 : codeShare(type, country, parent, year))
    if (codeShares.size >= KEPT_MAX) codeShares.clear()
    codeShares.set(key, share)
    return share
  }

  /** What each country exports of a code in a period. */
  const exportsOf = (type: FlowQuestion['type'], code: string, period: string): Float64Array => {
    const key = `${type} ${code} ${period}`
    const known = exported.get(key)
    if (known) return known
    const year = Number(period.slice(0, 4))
    const part = type === 'services' ? SERVICES_SHARE : 1
    const values = Float64Array.from(economies, ({ code: country, exportsBn }) => {
      const month = period.length === 6 ? monthShare(country, Number(period.slice(4))) : 1
      return exportsBn * 1e9 * part * growth(country, year) * month * codeShare(type, country, code, year)
    })
    if (exported.size >= KEPT_MAX / 100) exported.clear()
    exported.set(key, values)
    return values
  }

  const bilateral = (values: Float64Array, from: number, to: number) =>
    Math.round((values[from] ?? 0) * (partnerShares[from]?.[to] ?? 0))
  const reported = (values: Float64Array, own: number, partner: number, flow: FlowDirection) =>
    flow === 'export'
      ? bilateral(values, own, partner)
      : Math.round(bilateral(values, partner, own) * (landedCosts[partner]?.[own] ?? 1))

  return (question, nowMs) => {
    const codes = question.codes.length === 0 ? ['TOTAL'] : question.codes
    const rows: Flow[] = []
    for (const period of question.periods.filter((one) => isReported(one, nowMs)))
      for (const code of codes) {
        const values = exportsOf(question.type, code, period)
        for (const reporter of question.reporters ?? place.keys()) {
          const own = place.get(reporter)
          if (own === undefined) continue
          for (const flow of question.flows)
            for (const partner of question.partners ?? [0, ...place.keys()]) {
              const other = place.get(partner)
              let valueUsd = 0
              if (other !== undefined) valueUsd = reported(values, own, other, flow)
              else if (partner === 0)
                for (let at = 0; at < economies.length; at++) valueUsd += reported(values, own, at, flow)
              if (valueUsd > 0) rows.push(flowOf(question, { period, reporter, partner, flow, code, valueUsd }, nowMs))
            }
        }
      }
    return rows
  }
}

function partnerSharesOf(from: DemoEconomy, economies: readonly DemoEconomy[]): number[] {
  const weights = economies.map(({ code, importsBn }) =>
    code === from.code
      ? 0
      : importsBn * (0.4 + 1.4 * unit(`pair ${Math.min(from.code, code)} ${Math.max(from.code, code)}`)),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / all)
}

function growth(country: number, year: number): number {
  const trend = 1.01 + 0.07 * unit(`trend ${country}`)
  return trend ** (year - BASE_YEAR) * (1 + 0.14 * (unit(`year ${country} ${year}`) - 0.5))
}

/** What a country makes more or less of than others, from year to year. */
function taste(country: number, code: string, year: number): number {
  const speciality = 0.3 + 2 * unit(`speciality ${country} ${code}`) ** 2
  return speciality * (1 + 0.3 * (unit(`drift ${country} ${code} ${year}`) - 0.5))
}

function monthShare(country: number, month: number): number {
  const weight = (one: number) => 1 + 0.2 * (unit(`month ${country} ${one}`) - 0.5)
  const all = Array.from({ length: 12 }, (_, at) => weight(at + 1)).reduce((sum, one) => sum + one, 0)
  return weight(month) / all
}

/** The last year is out some months after its end, a month after a quarter of a year. */
function isReported(period: string, nowMs: number): boolean {
  const now = new Date(nowMs)
  const year = Number(period.slice(0, 4))
  if (year < FIRST_YEAR) return false
  if (period.length === 4) return year < now.getUTCFullYear()
  return year * 12 + Number(period.slice(4)) <= now.getUTCFullYear() * 12 + now.getUTCMonth() - 2
}

function flowOf(
  question: FlowQuestion,
  row: Omit<Flow, 'netWeightKg' | 'quantity' | 'quantityUnit'>,
  nowMs: number,
): Flow {
  // As in the real database, weights of the newest year are not there yet.
  const isWeighed =
    question.type === 'goods' &&
    row.code !== 'TOTAL' &&
    Number(row.period.slice(0, 4)) < new Date(nowMs).getUTCFullYear() - 1
  const price = PRICE_USD_PER_KG * (0.2 + 3 * unit(`price ${row.code.slice(0, 2)}`) ** 3)
  const kg = isWeighed ? Math.round(row.valueUsd / price) : null
  return { ...row, netWeightKg: kg, quantity: kg, quantityUnit: kg === null ? null : KILOGRAMS }
}

/** A number from 0 up to 1 that a text always gives (FNV-1a with the finaliser of MurmurHash3). */
export function unit(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

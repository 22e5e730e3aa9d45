import type { Page } from '../../core/input/paging.pure.ts'
import type { Asking } from '../key/linked-key.ts'
import { areaOfCode, WORLD_CODE } from './area.source.ts'
import { type Flow, type FlowDirection, groupFlows, sumOf } from './flow.pure.ts'
import { type FlowOrigin, originNotes, originOf, readFlows } from './flow-source.ts'
import { type Period, yearsOf } from './period.pure.ts'
import { cagrPct, comparableYear, growthStreak, type YearlyValues } from './ranking.pure.ts'
import { areaNotes, requireCodes, requireScope } from './trade-input.ts'

/** By what countries are ranked. */
type RankBy = 'value' | 'growth' | 'streak'

/** A country by its trade. */
export interface RankedTrader {
  readonly rank: number
  readonly reporter: string
  readonly name: string
  readonly valueUsd: number
  readonly cagrPct: number | null
  readonly streakYears: number | null
  /** Of the trade of the group. */
  readonly sharePct: number | null
}

/** The countries of a group ranked by their trade. */
export interface TopTraders extends Page<RankedTrader>, FlowOrigin {
  readonly codes: readonly string[]
  readonly flow: FlowDirection
  readonly scope: string
  readonly rankBy: RankBy
  readonly order: 'asc' | 'desc'
  readonly minValueUsd: number
  /** The year values are of; null when nothing is reported. */
  readonly period: string | null
  /** First year of growth; null when ranked by value. */
  readonly since: string | null
}

/** What is asked of countries. */
interface TradersRequest {
  readonly codes?: readonly string[] | undefined
  readonly flow: FlowDirection
  readonly scope: string
  readonly rankBy: RankBy
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly minValueUsd?: number | undefined
  readonly period?: Period | undefined
}

/** Years looked at, and the least value of the newest one (of growth also of the first): small beginnings grow without meaning. */
const YEARS_DEFAULT = { value: 1, growth: 5, streak: 10 } as const
const MIN_VALUE_DEFAULT = { value: 0, growth: 1_000_000, streak: 1_000_000 } as const

interface Measured {
  readonly area: number
  readonly valueUsd: number
  readonly cagr: number | null
  readonly streak: number | null
}

/** Ranks the countries of a group by value, growth or streak of growth. */
export async function readTopTraders(asking: Asking, request: TradersRequest): Promise<TopTraders> {
  const { flow, rankBy, order, limit } = request
  const scope = requireScope('scope', request.scope)
  const codes = requireCodes(request.codes, 'goods')
  const minValueUsd = request.minValueUsd ?? MIN_VALUE_DEFAULT[rankBy]
  const { years, count, fixed } = window(request.period, rankBy, asking.clock.now())
  const answer = await readFlows(asking, {
    type: 'goods',
    freq: 'annual',
    reporters: null,
    partners: [WORLD_CODE],
    codes,
    flows: [flow],
    periods: years,
  })
  const countries = valuesOf(answer.flows)
  const members = countries.filter(
    ({ area }) => scope.members.size === 0 || scope.members.has(areaOfCode(area)?.iso2 ?? ''),
  )
  const year = fixed ?? comparableYear(countries)
  const first = year === null || rankBy === 'value' ? null : year - count + 1
  const measured = year === null ? [] : members.flatMap((country) => measure(country, year, first, rankBy))
  const total = measured.reduce((sum, { valueUsd }) => sum + valueUsd, 0)
  const admitted = measured.filter(
    ({ area, valueUsd }) =>
      valueUsd >= minValueUsd && (rankBy !== 'growth' || firstValue(members, area, first) >= minValueUsd),
  )
  const by = ({ valueUsd, cagr, streak }: Measured) =>
    rankBy === 'value' ? valueUsd : ((rankBy === 'growth' ? cagr : streak) ?? 0)
  const sign = order === 'desc' ? 1 : -1
  const ranked = admitted
    .toSorted((a, b) => sign * (by(b) - by(a)) || b.valueUsd - a.valueUsd || a.area - b.area)
    .map(({ area, valueUsd, cagr, streak }, at) => ({
      rank: at + 1,
      reporter: areaOfCode(area)?.iso2 ?? '',
      name: areaOfCode(area)?.name ?? '',
      valueUsd,
      cagrPct: cagr,
      streakYears: streak,
      sharePct: total > 0 ? (100 * valueUsd) / total : null,
    }))
  const rows = ranked.slice(0, limit)
  const notes = [...originNotes(answer), ...notesOf({ rows, members, measured, year, newest: newestOf(countries) })]
  return {
    rows,
    total: ranked.length,
    limit,
    offset: 0,
    all: false,
    ...(notes.length > 0 ? { notes } : {}),
    ...originOf([answer]),
    codes,
    flow,
    scope: scope.scope,
    rankBy,
    order,
    minValueUsd,
    period: year === null ? null : String(year),
    since: first === null ? null : String(first),
  }
}

/** The years to ask for: those of the window, which ends with a year that is given or the last that can be compared. */
function window(period: Period | undefined, rankBy: RankBy, nowMs: number) {
  const asked = period ?? { kind: 'last', count: YEARS_DEFAULT[rankBy] }
  const count = asked.kind === 'last' ? asked.count : YEARS_DEFAULT[rankBy]
  if (asked.kind !== 'year') return { years: yearsOf({ kind: 'last', count }, nowMs), count, fixed: null }
  const years = Array.from({ length: count }, (_, at) => String(asked.year - count + 1 + at))
  return { years, count, fixed: asked.year }
}

function valuesOf(flows: readonly Flow[]): YearlyValues[] {
  const known = flows.filter(({ reporter }) => areaOfCode(reporter))
  return [...groupFlows(known, ({ reporter }) => reporter)].map(([area, own]) => ({
    area,
    values: new Map(
      [...groupFlows(own, ({ period }) => Number(period))].map(
        ([year, group]) => [year, sumOf(group).valueUsd] as const,
      ),
    ),
  }))
}

/** A country that has reported the year, and for growth the first one too. */
function measure({ area, values }: YearlyValues, year: number, first: number | null, rankBy: RankBy): Measured[] {
  const valueUsd = values.get(year)
  if (valueUsd === undefined) return []
  if (rankBy === 'value' || first === null) return [{ area, valueUsd, cagr: null, streak: null }]
  if (rankBy === 'streak') return [{ area, valueUsd, cagr: null, streak: growthStreak(values, year, first) }]
  const begun = values.get(first)
  const cagr = begun === undefined ? null : cagrPct(begun, valueUsd, year - first)
  return cagr === null ? [] : [{ area, valueUsd, cagr, streak: null }]
}

function firstValue(members: readonly YearlyValues[], area: number, first: number | null): number {
  return (first === null ? undefined : members.find((one) => one.area === area)?.values.get(first)) ?? 0
}

function newestOf(countries: readonly YearlyValues[]): number | null {
  const years = countries.flatMap(({ values }) => [...values.keys()])
  return years.length === 0 ? null : Math.max(...years)
}

function notesOf(facts: {
  readonly rows: readonly RankedTrader[]
  readonly members: readonly YearlyValues[]
  readonly measured: readonly Measured[]
  readonly year: number | null
  readonly newest: number | null
}): string[] {
  const { rows, members, measured, year, newest } = facts
  const missing = members.length - measured.length
  return [
    ...areaNotes(rows.flatMap(({ reporter }) => (reporter === 'TW' ? [{ code: 490 }] : []))),
    ...(year === null ? ['Nothing is reported for this.'] : []),
    ...(year !== null && newest !== null && newest > year
      ? [`Too few countries have reported ${newest} to compare them, so the ranking is of ${year}.`]
      : []),
    ...(year !== null && missing > 0
      ? [`${missing} ${missing === 1 ? 'country has' : 'countries have'} not reported all the years this needs.`]
      : []),
  ]
}

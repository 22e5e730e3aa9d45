import { ApiError } from '../../core/errors.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { wholePage } from '../../core/input/paging.pure.ts'
import type { TradeType } from '../hs/code-list.source.ts'
import type { Asking } from '../key/linked-key.ts'
import { areaOfCode, WORLD_CODE } from './area.source.ts'
import { type Flow, type FlowDirection, type FlowQuestion, groupFlows, opposite, sumOf } from './flow.pure.ts'
import { type FlowOrigin, originNotes, originOf, readFlows } from './flow-source.ts'
import { countOf, monthsOf, type Period, spelledPeriod, yearsOf } from './period.pure.ts'
import { areaNotes, type Partner, requireArea, requireCodes, requirePartner } from './trade-input.ts'

/** Trade in one period. */
export interface TradePoint {
  readonly period: string
  readonly valueUsd: number
  readonly netweightKg: number | null
  readonly qty: number | null
}

/** How far what both sides report lies apart, over the periods both have. */
export interface Discrepancy {
  readonly periods: number
  readonly reportedUsd: number
  readonly mirroredUsd: number
  readonly differenceUsd: number
  readonly differencePct: number | null
}

/** Trade of a country with a partner over time. */
export interface TradeSeries extends Page<TradePoint>, FlowOrigin {
  readonly reporter: string
  readonly reporterName: string
  readonly partner: string
  readonly partnerName: string
  readonly flow: FlowDirection
  readonly freq: 'annual' | 'monthly'
  readonly type: TradeType
  readonly codes: readonly string[]
  readonly mirror: boolean
  readonly discrepancy: Discrepancy | null
}

/** What is asked of a series. */
interface SeriesRequest {
  readonly reporter: string
  readonly codes?: readonly string[] | undefined
  readonly partner: string
  readonly flow: FlowDirection
  readonly freq: 'annual' | 'monthly'
  readonly period?: Period | undefined
  readonly mirror: boolean
  readonly type: TradeType
}

const PERIODS_DEFAULT = { annual: 10, monthly: 12 } as const

/** Reads a bilateral series; mirrored, from what the partner reports. */
export async function readTradeSeries(asking: Asking, request: SeriesRequest): Promise<TradeSeries> {
  const { flow, freq, mirror, type } = request
  const reporter = requireArea('reporter', request.reporter)
  const partner = requirePartner('partner', request.partner)
  if (partner.code === reporter.code)
    throw new ApiError('invalid_parameter', '"partner" must be another country than "reporter".', { param: 'partner' })
  const codes = requireCodes(request.codes, type)
  const period = request.period ?? { kind: 'last', count: PERIODS_DEFAULT[freq] }
  const nowMs = asking.clock.now()
  const periods = freq === 'annual' ? yearsOf(period, nowMs) : monthsOf(period, nowMs)
  const common = { type, freq, codes, periods }
  const own: FlowQuestion = { ...common, reporters: [reporter.code], partners: [partner.code], flows: [flow] }
  const answers = [await readFlows(asking, own)]
  if (mirror) answers.push(await readFlows(asking, mirrored(own, partner)))
  const points = answers.map(({ flows }) => pointsOf(flows.filter(({ reporter: code }) => areaOfCode(code))))
  const shown = points.at(-1) ?? []
  const count = countOf(period)
  const rows = (count === null ? shown : shown.slice(-count)).map((point) => ({
    ...point,
    period: spelledPeriod(point.period),
  }))
  const origin = originOf(answers)
  const notes = [
    ...areaNotes([reporter, partner]),
    ...originNotes(origin),
    ...(mirror && partner.code === WORLD_CODE
      ? ['Mirrored from every country that reports; those that have not reported a period yet are missing from it.']
      : []),
    ...(rows.length === 0 ? ['Nothing is reported for this; mirror=true reads what the partner reports.'] : []),
  ]
  return {
    ...wholePage(rows),
    ...(notes.length > 0 ? { notes } : {}),
    ...origin,
    reporter: reporter.iso2,
    reporterName: reporter.name,
    partner: partner.iso2,
    partnerName: partner.name,
    flow,
    freq,
    type,
    codes,
    mirror,
    discrepancy: mirror ? discrepancyOf(points[0] ?? [], shown, rows) : null,
  }
}

/** The same trade as the other side reports it. */
function mirrored(own: FlowQuestion, partner: Partner): FlowQuestion {
  return {
    ...own,
    reporters: partner.code === WORLD_CODE ? null : own.partners,
    partners: own.reporters,
    flows: own.flows.map(opposite),
  }
}

function pointsOf(flows: readonly Flow[]): TradePoint[] {
  return [...groupFlows(flows, ({ period }) => period)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, group]) => {
      const { valueUsd, netWeightKg, quantity } = sumOf(group)
      return { period, valueUsd, netweightKg: netWeightKg, qty: quantity }
    })
}

function discrepancyOf(
  reported: readonly TradePoint[],
  mirror: readonly TradePoint[],
  shown: readonly TradePoint[],
): Discrepancy {
  const periods = new Set(shown.map(({ period }) => period))
  const mirrorOf = new Map(mirror.map(({ period, valueUsd }) => [period, valueUsd]))
  const both = reported.flatMap(({ period, valueUsd }) => {
    const other = mirrorOf.get(period)
    return other === undefined || !periods.has(spelledPeriod(period)) ? [] : [{ valueUsd, other }]
  })
  const reportedUsd = both.reduce((sum, { valueUsd }) => sum + valueUsd, 0)
  const mirroredUsd = both.reduce((sum, { other }) => sum + other, 0)
  const differenceUsd = mirroredUsd - reportedUsd
  return {
    periods: both.length,
    reportedUsd,
    mirroredUsd,
    differenceUsd,
    differencePct: reportedUsd === 0 ? null : (100 * differenceUsd) / reportedUsd,
  }
}

import type { Page } from '../../core/input/paging.pure.ts'
import type { Asking } from '../key/linked-key.ts'
import { areaOfCode, WORLD_CODE } from './area.source.ts'
import { type FlowDirection, type FlowQuestion, groupFlows, sumOf } from './flow.pure.ts'
import { type FlowOrigin, originNotes, originOf, readFlows } from './flow-source.ts'
import { type Period, yearsOf } from './period.pure.ts'
import { areaNotes, requireArea, requireCodes } from './trade-input.ts'

/** A partner by what is traded with it. */
export interface RankedPartner {
  readonly rank: number
  readonly partner: string
  readonly partnerName: string
  readonly valueUsd: number
  /** Of the trade with all countries. */
  readonly sharePct: number | null
}

/** The largest partners of a country in a year. */
export interface TradePartners extends Page<RankedPartner>, FlowOrigin {
  readonly reporter: string
  readonly reporterName: string
  readonly flow: FlowDirection
  readonly codes: readonly string[]
  readonly totalValueUsd: number | null
  /** The year; null when nothing is reported. */
  readonly period: string | null
}

/** What is asked of partners. */
interface PartnersRequest {
  readonly reporter: string
  readonly codes?: readonly string[] | undefined
  readonly flow: FlowDirection
  readonly period: Period
  readonly limit: number
}

/** Trade with areas that are no countries is told of from this share of the whole on. */
const UNNAMED_PCT_MIN = 0.5

/** Ranks the partners of a country by value. */
export async function readTradePartners(asking: Asking, request: PartnersRequest): Promise<TradePartners> {
  const { flow, limit } = request
  const reporter = requireArea('reporter', request.reporter)
  const codes = requireCodes(request.codes, 'goods')
  const common = { type: 'goods', freq: 'annual', reporters: [reporter.code], codes, flows: [flow] } as const
  const totals = await readFlows(asking, {
    ...common,
    partners: [WORLD_CODE],
    periods: yearsOf(request.period, asking.clock.now()),
  })
  const year = totals.flows
    .map(({ period }) => period)
    .toSorted()
    .at(-1)
  const facts = { reporter: reporter.iso2, reporterName: reporter.name, flow, codes, period: year ?? null }
  const page = { limit, offset: 0, all: false }
  if (year === undefined) {
    const notes = [...areaNotes([reporter]), ...originNotes(totals), 'Nothing is reported for this.']
    return { ...facts, ...page, rows: [], total: 0, totalValueUsd: null, notes, ...originOf([totals]) }
  }
  const question: FlowQuestion = { ...common, partners: null, periods: [year] }
  const answer = await readFlows(asking, question)
  const totalValueUsd = sumOf(totals.flows.filter(({ period }) => period === year)).valueUsd
  const byPartner = [...groupFlows(answer.flows, ({ partner }) => partner)].map(([partner, flows]) => ({
    partner,
    valueUsd: sumOf(flows).valueUsd,
  }))
  const ranked = byPartner
    .flatMap(({ partner, valueUsd }) => {
      const area = areaOfCode(partner)
      return area ? [{ area, valueUsd }] : []
    })
    .toSorted((a, b) => b.valueUsd - a.valueUsd || a.area.code - b.area.code)
    .map(({ area, valueUsd }, at) => ({
      rank: at + 1,
      partner: area.iso2,
      partnerName: area.name,
      valueUsd,
      sharePct: totalValueUsd > 0 ? (100 * valueUsd) / totalValueUsd : null,
    }))
  const rows = ranked.slice(0, limit)
  const unnamed = byPartner
    .filter(({ partner }) => partner !== WORLD_CODE && !areaOfCode(partner))
    .reduce((sum, { valueUsd }) => sum + valueUsd, 0)
  const unnamedPct = totalValueUsd > 0 ? (100 * unnamed) / totalValueUsd : 0
  const origin = originOf([totals, answer])
  const notes = [
    ...originNotes(origin),
    ...areaNotes([reporter, ...rows.flatMap(({ partner }) => (partner === 'TW' ? [{ code: 490 }] : []))]),
    ...(unnamedPct >= UNNAMED_PCT_MIN
      ? [`${unnamedPct.toFixed(1)} % of it is with areas that are not specified, which are not ranked.`]
      : []),
  ]
  return {
    ...facts,
    ...page,
    rows,
    total: ranked.length,
    totalValueUsd,
    ...(notes.length > 0 ? { notes } : {}),
    ...origin,
  }
}

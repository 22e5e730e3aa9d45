import { ApiError } from '../../core/errors.ts'
import { type Page, wholePage } from '../../core/input/paging.pure.ts'
import type { Asking } from '../key/linked-key.ts'
import { groupFlows, sumOf } from './flow.pure.ts'
import { type FlowOrigin, originNotes, originOf, readFlows } from './flow-source.ts'
import { countOf, type Period, yearsOf } from './period.pure.ts'
import { areaNotes, requireArea, requireCodes, requirePartner } from './trade-input.ts'

/** Exports, imports and their difference in a year; null where a side is not reported. */
export interface BalanceRow {
  readonly year: number
  readonly exportsUsd: number | null
  readonly importsUsd: number | null
  readonly balanceUsd: number | null
}

/** The trade balance of a country with a partner. */
export interface TradeBalance extends Page<BalanceRow>, FlowOrigin {
  readonly reporter: string
  readonly reporterName: string
  readonly partner: string
  readonly partnerName: string
  readonly codes: readonly string[]
}

/** What is asked of a balance. */
interface BalanceRequest {
  readonly reporter: string
  readonly partner: string
  readonly codes?: readonly string[] | undefined
  readonly period: Period
}

/** Reads exports minus imports; the latest year is the last one that has both. */
export async function readTradeBalance(asking: Asking, request: BalanceRequest): Promise<TradeBalance> {
  const { period } = request
  const reporter = requireArea('reporter', request.reporter)
  const partner = requirePartner('partner', request.partner)
  if (partner.code === reporter.code)
    throw new ApiError('invalid_parameter', '"partner" must be another country than "reporter".', { param: 'partner' })
  const codes = requireCodes(request.codes, 'goods')
  const answer = await readFlows(asking, {
    type: 'goods',
    freq: 'annual',
    reporters: [reporter.code],
    partners: [partner.code],
    codes,
    flows: ['export', 'import'],
    periods: yearsOf(period, asking.clock.now()),
  })
  const years = [...groupFlows(answer.flows, ({ period: year }) => year)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([year, flows]): BalanceRow => {
      const [exportsUsd, importsUsd] = (['export', 'import'] as const).map((direction) => {
        const own = flows.filter(({ flow }) => flow === direction)
        return own.length === 0 ? null : sumOf(own).valueUsd
      })
      const [sold, bought] = [exportsUsd ?? null, importsUsd ?? null]
      const balanceUsd = sold === null || bought === null ? null : sold - bought
      return { year: Number(year), exportsUsd: sold, importsUsd: bought, balanceUsd }
    })
  const count = countOf(period)
  const complete = years.filter(({ balanceUsd }) => balanceUsd !== null)
  const rows =
    period.kind === 'latest' && complete.length > 0 ? complete.slice(-1) : count ? years.slice(-count) : years
  const notes = [
    ...areaNotes([reporter, partner]),
    ...originNotes(answer),
    ...(rows.length === 0 ? ['Nothing is reported for this.'] : []),
  ]
  return {
    ...wholePage(rows),
    ...(notes.length > 0 ? { notes } : {}),
    ...originOf([answer]),
    reporter: reporter.iso2,
    reporterName: reporter.name,
    partner: partner.iso2,
    partnerName: partner.name,
    codes,
  }
}

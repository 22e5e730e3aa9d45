import { isoOfDay } from '../../src/core/time/day.pure.ts'
import { FIGURES, type Figure, type Report } from '../../src/positioning/report.pure.ts'

/** A report in balance: commercials hold what the other two groups leave on each side. */
export function reportOf(
  code: string,
  day: number,
  {
    largeNet = 0,
    smallNet = 0,
    openInterest = 100_000,
  }: { largeNet?: number; smallNet?: number; openInterest?: number },
): Report {
  const [largeLong, smallLong, largeSpread] = [40_000 + largeNet, 5_000 + smallNet, 10_000]
  const [largeShort, smallShort] = [40_000, 5_000]
  return {
    ...{ code, day, combined: false, openInterest, largeLong, largeShort, largeSpread, smallLong, smallShort },
    commercialLong: openInterest - largeLong - largeSpread - smallLong,
    commercialShort: openInterest - largeShort - largeSpread - smallShort,
  }
}

/** Days of weekly reports that end with `lastDay`, oldest first. */
export function weeksUntil(lastDay: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => lastDay - 7 * (count - 1 - index))
}

/** Names of the columns in the CFTC's annual text, in its order, with those around them that are not read. */
const TEXT_COLUMNS: readonly (readonly [name: string, figure: Figure | null])[] = [
  ['Market and Exchange Names', null],
  ['As of Date in Form YYMMDD', null],
  ['As of Date in Form YYYY-MM-DD', null],
  ['CFTC Contract Market Code', null],
  ['CFTC Market Code in Initials', null],
  ['Open Interest (All)', 'openInterest'],
  ['Noncommercial Positions-Long (All)', 'largeLong'],
  ['Noncommercial Positions-Short (All)', 'largeShort'],
  ['Noncommercial Positions-Spreading (All)', 'largeSpread'],
  ['Commercial Positions-Long (All)', 'commercialLong'],
  ['Commercial Positions-Short (All)', 'commercialShort'],
  [' Total Reportable Positions-Long (All)', null],
  ['Nonreportable Positions-Long (All)', 'smallLong'],
  ['Nonreportable Positions-Short (All)', 'smallShort'],
  ['Open Interest (Old)', null],
  ['Noncommercial Positions-Long (Old)', null],
  ['Contract Units', null],
]

/** Reports as the CFTC's annual text has them: quoted names, numbers padded with blanks. */
export function annualText(reports: readonly Report[], market = 'GOLD - COMMODITY EXCHANGE INC.'): string {
  const header = TEXT_COLUMNS.map(([name]) => `"${name}"`).join(',')
  const lines = reports.map((report) => {
    const iso = isoOfDay(report.day)
    const texts = [`"${market}"`, iso.slice(2).replaceAll('-', ''), iso, report.code, 'CMX ']
    return TEXT_COLUMNS.map(([, figure], place) =>
      figure === null ? (texts[place] ?? '       0') : String(report[figure]).padStart(8),
    ).join(',')
  })
  return `${[header, ...lines].join('\n')}\n`
}

/** Names of the Socrata data set, misspelt where upstream misspells them. */
const JSON_NAMES: Readonly<Record<Figure, string>> = {
  openInterest: 'open_interest_all',
  largeLong: 'noncomm_positions_long_all',
  largeShort: 'noncomm_positions_short_all',
  largeSpread: 'noncomm_postions_spread_all',
  commercialLong: 'comm_positions_long_all',
  commercialShort: 'comm_positions_short_all',
  smallLong: 'nonrept_positions_long_all',
  smallShort: 'nonrept_positions_short_all',
}

/** Reports as the CFTC's Socrata data sets have them: every value is text. */
export function socrataRows(reports: readonly Report[]): Record<string, string>[] {
  return reports.map((report) => ({
    id: `${report.day}${report.code}`,
    market_and_exchange_names: 'SOME MARKET - SOME EXCHANGE',
    report_date_as_yyyy_mm_dd: `${isoOfDay(report.day)}T00:00:00.000`,
    cftc_contract_market_code: report.code,
    ...Object.fromEntries(FIGURES.map((figure) => [JSON_NAMES[figure], String(report[figure])])),
    noncomm_positions_spread: '1',
    futonly_or_combined: report.combined ? 'Combined' : 'FutOnly',
  }))
}

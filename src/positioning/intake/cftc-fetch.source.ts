import { Unreadable } from '../../core/file/bytes.source.ts'
import { getBytes, wholeBody } from '../../core/upstream/get-bytes.source.ts'
import { createUpstream } from '../../core/upstream/upstream.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'

/** A year has some 17,000 reports, 400 bytes each in the columns that are asked for. */
const PAGE_ROWS = 50_000
const PAGE_BYTES_MAX = 200_000_000
const TIMEOUT_MS = 120_000
const ATTEMPTS = 4

/** The columns of the Socrata data set that are read; "postions" is upstream's spelling. */
const COLUMNS = [
  'cftc_contract_market_code',
  'market_and_exchange_names',
  'report_date_as_yyyy_mm_dd',
  'futonly_or_combined',
  'open_interest_all',
  'noncomm_positions_long_all',
  'noncomm_positions_short_all',
  'noncomm_postions_spread_all',
  'comm_positions_long_all',
  'comm_positions_short_all',
  'nonrept_positions_long_all',
  'nonrept_positions_short_all',
]

/** The CFTC's reports over HTTP. */
export interface CftcClient {
  /** JSON arrays of the reports of a year: a page of it, and the next one while a page was full. Throws `Unreadable`. */
  page(year: number, offset: number): Promise<AsyncIterable<Uint8Array>>
  readonly pageRows: number
}

/** Opens the CFTC's data set of legacy reports at its Socrata address. */
export function openCftc(url: string, pageRows = PAGE_ROWS): CftcClient {
  const upstream = createUpstream({ name: 'the CFTC', timeoutMs: TIMEOUT_MS, attempts: ATTEMPTS, atOnce: 1 })
  return {
    pageRows,
    async page(year, offset) {
      const query = new URLSearchParams({
        $select: COLUMNS.join(','),
        $where: `report_date_as_yyyy_mm_dd between '${year}-01-01T00:00:00' and '${year}-12-31T23:59:59'`,
        $order: 'report_date_as_yyyy_mm_dd,cftc_contract_market_code',
        $limit: String(pageRows),
        $offset: String(offset),
      })
      try {
        const question = { url: `${url}?${query}`, shown: url, refusalOf }
        const body = await upstream.call((signal) => getBytes(question, signal))
        return wholeBody(body, url, PAGE_BYTES_MAX)
      } catch (error) {
        if (error instanceof UpstreamFailure) throw new Unreadable(error.message)
        throw error
      }
    },
  }
}

function refusalOf(_: number, told: string): UpstreamFailure {
  return new UpstreamFailure('refused', `${told}. COT_URL must be the address of the CFTC's legacy reports.`)
}

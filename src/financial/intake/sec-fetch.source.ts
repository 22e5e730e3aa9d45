import type { SecSettings } from '../../core/config.ts'
import { Unreadable } from '../../core/file/bytes.source.ts'
import { getBytes, wholeBody } from '../../core/upstream/get-bytes.source.ts'
import { createUpstream } from '../../core/upstream/upstream.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'

/** The SEC allows ten requests a second (sec.gov, "Accessing EDGAR Data", fair access); more are blocked for minutes. */
const GAP_MS = 100
const TIMEOUT_MS = 120_000
const ATTEMPTS = 4
/** The largest companyfacts have 50 MB. */
const BYTES_MAX = 400_000_000

/** The SEC's data over HTTP, at the pace it asks for. */
export interface SecClient {
  /** All facts a company reported. Throws `Unreadable`. */
  companyFacts(cik: number): Promise<AsyncIterable<Uint8Array>>
  /** The SEC's list of companies with their tickers. Throws `Unreadable`. */
  companyTickers(): Promise<AsyncIterable<Uint8Array>>
}

/** Opens the SEC's data; `contact` is what the SEC wants to find in the User-Agent. */
export function openSec({ baseUrl, tickersUrl }: SecSettings, contact: string): SecClient {
  const upstream = createUpstream({
    name: 'the SEC',
    timeoutMs: TIMEOUT_MS,
    attempts: ATTEMPTS,
    atOnce: 2,
    gapMs: GAP_MS,
  })
  const get = async (url: string, missing: string): Promise<AsyncIterable<Uint8Array>> => {
    const refusalOf = (status: number, told: string) =>
      status === 404
        ? new Unreadable(missing)
        : new UpstreamFailure('refused', `${told}${status === 403 ? ': it refuses SEC_CONTACT or this address' : ''}.`)
    try {
      const body = await upstream.call((signal) => getBytes({ url, contact, refusalOf }, signal))
      return wholeBody(body, url, BYTES_MAX)
    } catch (error) {
      if (error instanceof UpstreamFailure) throw new Unreadable(error.message)
      throw error
    }
  }
  return {
    companyFacts: (cik) =>
      get(
        `${baseUrl}/api/xbrl/companyfacts/CIK${String(cik).padStart(10, '0')}.json`,
        `The SEC has no facts of a company with the CIK ${cik}.`,
      ),
    companyTickers: () => get(tickersUrl, `There is no list of companies at ${tickersUrl}.`),
  }
}

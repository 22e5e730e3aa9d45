import { JSONParser } from '@streamparser/json'
import { z } from 'zod'
import { gunzipped, Unreadable } from '../../core/file/bytes.source.ts'
import { dayOfIso } from '../../core/time/day.pure.ts'
import { NEEDED_TAGS, TAXONOMIES } from './concept-tag.source.ts'
import { spanOf } from './figure.pure.ts'

/** One fact as a filing gave it. Days count from 1970-01-01. */
export interface Fact {
  /** The end itself for figures of one day. */
  readonly startDay: number
  readonly endDay: number
  readonly value: number
  readonly filedDay: number
  /** Accession number of the filing. */
  readonly filing: string
}

/** A filing, as its facts show it. */
interface Filing {
  /** The last day that it reports flows of. */
  readonly endDay: number
  /** The last day of a year in an annual report, with the number the filing gives that year; null in other filings. */
  readonly year: { readonly endDay: number; readonly fiscalYear: number } | null
}

/** Facts by unit (`USD`, `USD/shares`, `shares`), of the tags that concepts are read from, without those that repeat an earlier filing. */
export interface CompanyFacts {
  readonly cik: number
  readonly name: string
  /** By `taxonomy:Tag`, then by unit. */
  readonly facts: ReadonlyMap<string, ReadonlyMap<string, readonly Fact[]>>
  /** By accession number. */
  readonly filings: ReadonlyMap<string, Filing>
  /** Facts left out for what they say of themselves: no date, no number. */
  readonly unusable: number
}

const day = z.string().transform((text, context) => {
  const at = dayOfIso(text)
  if (at !== null) return at
  context.addIssue('must be a date')
  return z.NEVER
})

const fact = z
  .object({
    start: day.nullish(),
    end: day,
    val: z.number(),
    accn: z.string(),
    fy: z.number().int().nullish(),
    fp: z.string().nullish(),
    form: z.string(),
    filed: day,
  })
  .refine(({ start, end }) => typeof start !== 'number' || start <= end)
  .transform(
    ({ start, end, val, accn, fy, fp, form, filed }): FiledFact => ({
      startDay: start ?? end,
      endDay: end,
      value: val,
      filing: accn,
      fiscalYear: fp === 'FY' ? (fy ?? null) : null,
      isQuarterly: form.startsWith('10-Q'),
      filedDay: filed,
    }),
  )

/** A fact with what its filing says of itself: the fiscal year is that of the filing, not of the fact. */
interface FiledFact extends Fact {
  readonly fiscalYear: number | null
  readonly isQuarterly: boolean
}

const tagFacts = z.object({ units: z.record(z.string(), z.array(z.unknown())) })
const cikNumber = z.coerce.number().int().min(1).max(9_999_999_999)

/** Longest that one tag of a company, or anything else between two values, may be; a company's longest have half a megabyte. */
const PIECE_BYTES_MAX = 16 * 1024 * 1024
const DAMAGED = 'The JSON is damaged or cut off'

/** Companyfacts of one company, and what a file of another kind says about companies. */
export type SecDocument =
  | { readonly kind: 'facts'; readonly facts: CompanyFacts }
  | { readonly kind: 'submissions'; readonly cik: number; readonly tickers: readonly string[] }

/**
 * Reads a JSON document of the SEC: companyfacts, of which no more than one tag is held at a time beside the facts that are needed, or
 * submissions, of which only the tickers are taken. Throws `Unreadable` when it is neither, damaged or cut off.
 */
export async function readSecDocument(bytes: AsyncIterable<Uint8Array>): Promise<SecDocument> {
  const facts = new Map<string, Map<string, Fact[]>>()
  const filings = new FilingList()
  let [unusable, sinceValue, cik, name] = [0, 0, null as number | null, null as string | null]
  let tickers: string[] | null = null
  let hasFacts = false
  const parser = new JSONParser({
    // A path to all facts would hold all of them.
    paths: ['$.cik', '$.entityName', '$.tickers', '$.facts.*.*'],
    keepStack: false,
  })
  parser.onValue = ({ key, value, stack }) => {
    sinceValue = 0
    if (stack.length === 1) {
      if (key === 'cik') cik = cikNumber.safeParse(value).data ?? null
      else if (key === 'entityName') name = typeof value === 'string' ? value.trim().slice(0, 200) : null
      else if (key === 'tickers') tickers = z.array(z.string().max(20)).safeParse(value).data ?? null
      return
    }
    hasFacts = true
    const taxonomy = String(stack.at(-1)?.key)
    const tag = `${taxonomy}:${String(key)}`
    if (!TAXONOMIES.some((known) => known === taxonomy) || !NEEDED_TAGS.has(tag)) return
    const units = tagFacts.safeParse(value).data?.units
    if (!units) {
      unusable++
      return
    }
    const byUnit = new Map<string, Fact[]>()
    for (const [unit, list] of Object.entries(units)) {
      const parsed = list.flatMap((one) => fact.safeParse(one).data ?? [])
      unusable += list.length - parsed.length
      if (taxonomy !== 'dei') filings.learn(parsed)
      const kept = withoutRepeats(parsed, filings)
      if (kept.length > 0) byUnit.set(unit, kept)
    }
    if (byUnit.size > 0) facts.set(tag, byUnit)
  }
  await parseAll(parser, bytes, (length) => {
    sinceValue += length
    // Nothing of what follows the tickers in submissions is a value that is waited for.
    if (sinceValue > PIECE_BYTES_MAX && tickers === null)
      throw new Unreadable(`A value of the JSON is longer than ${PIECE_BYTES_MAX} bytes.`)
  })
  if (cik !== null && hasFacts)
    return { kind: 'facts', facts: { cik, name: name ?? '', facts, filings: filings.byNumber, unusable } }
  if (cik !== null && tickers !== null) return { kind: 'submissions', cik, tickers }
  throw new Unreadable('This is no companyfacts of the SEC: it has no "cik" with "facts".')
}

/** The filings that facts come from. */
class FilingList {
  readonly byNumber = new Map<string, Filing>()
  readonly #names = new Map<string, string>()

  /** Notes which periods the filings of some facts report. */
  learn(facts: readonly FiledFact[]): void {
    for (const { startDay, endDay, filing, fiscalYear } of facts) {
      if (startDay === endDay) continue
      const known = this.byNumber.get(filing)
      const isYear = fiscalYear !== null && spanOf({ startDay, endDay }) === 'year'
      const year =
        isYear && endDay > (known?.year?.endDay ?? Number.NEGATIVE_INFINITY)
          ? { endDay, fiscalYear }
          : (known?.year ?? null)
      if (!known || endDay > known.endDay || year !== known.year)
        this.byNumber.set(this.nameOf(filing), { endDay: Math.max(endDay, known?.endDay ?? endDay), year })
    }
  }

  /** One and the same text for a filing that thousands of facts name. */
  nameOf(filing: string): string {
    const known = this.#names.get(filing)
    if (known !== undefined) return known
    this.#names.set(filing, filing)
    return filing
  }
}

/** The facts that say something new, oldest filing first; the last twelve months that utilities show in every quarter are left out. */
function withoutRepeats(facts: readonly FiledFact[], filings: FilingList): Fact[] {
  const last = new Map<string, number>()
  return facts
    .toSorted((one, other) => one.filedDay - other.filedDay)
    .flatMap(({ startDay, endDay, value, filedDay, filing, isQuarterly }) => {
      const period = `${startDay} ${endDay}`
      if (last.get(period) === value || (isQuarterly && spanOf({ startDay, endDay }) === 'year')) return []
      last.set(period, value)
      return [{ startDay, endDay, value, filedDay, filing: filings.nameOf(filing) }]
    })
}

async function parseAll(
  parser: JSONParser,
  bytes: AsyncIterable<Uint8Array>,
  count: (length: number) => void,
): Promise<void> {
  try {
    for await (const chunk of gunzipped(bytes)) {
      count(chunk.length)
      parser.write(chunk)
    }
    if (!parser.isEnded) parser.end()
  } catch (error) {
    if (error instanceof Unreadable || (error instanceof Error && 'syscall' in error)) throw error
    throw new Unreadable(`${DAMAGED}: ${shortReason(error)}`)
  }
  if (!parser.isEnded) throw new Unreadable(`${DAMAGED}.`)
}

function shortReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return `${text.replaceAll(/\s+/g, ' ').slice(0, 120).replace(/\.$/, '')}.`
}

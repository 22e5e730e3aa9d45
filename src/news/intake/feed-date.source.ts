const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Minutes east of UTC by the zone abbreviations feeds use (RFC 822 section 5, and those of the exchanges' cities). */
const ZONES: Readonly<Record<string, number>> = {
  ...{
    gmt: 0,
    utc: 0,
    ut: 0,
    z: 0,
    est: -300,
    edt: -240,
    cst: -360,
    cdt: -300,
    mst: -420,
    mdt: -360,
    pst: -480,
    pdt: -420,
  },
  ...{ wet: 0, west: 60, bst: 60, cet: 60, cest: 120, mez: 60, mesz: 120, eet: 120, eest: 180, msk: 180 },
  ...{
    ist: 330,
    ict: 420,
    wib: 420,
    hkt: 480,
    sgt: 480,
    myt: 480,
    awst: 480,
    jst: 540,
    kst: 540,
    aest: 600,
    aedt: 660,
  },
  ...{ nzst: 720, nzdt: 780 },
}

const ISO =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:(?:[Tt]|\s+)(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?|[A-Za-z]{2,4})?)?$/
const RFC_822 =
  /^(?:[A-Za-z]{2,9}\.?,?\s+)?(\d{1,2})[\s-]+([A-Za-z]{3,9})\.?[\s-]+(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?\s*([+-]\d{2}:?\d{2}|[A-Za-z]{1,4})?(?:\s*\([^)]*\))?)?$/

function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined) return 0
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!offset) return ZONES[zone.toLowerCase()] ?? Number.NaN
  const hours = Number(offset[2])
  const minutes = Number(offset[3] ?? 0)
  return hours > 15 || minutes > 59 ? Number.NaN : (offset[1] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

function instant(parts: readonly (string | undefined)[], month: number, year: number, day: number): number {
  const [hour = 0, minute = 0, second = 0] = parts.slice(0, 3).map((part) => Number(part ?? 0))
  const milli = Math.trunc(Number(`0.${parts[3] ?? '0'}`) * 1_000)
  const dayLength = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > dayLength || minute > 59 || second > 60) return Number.NaN
  if (hour > 24 || (hour === 24 && minute + second > 0)) return Number.NaN
  return Date.UTC(year, month - 1, day, hour, minute, second, milli) - zoneMinutes(parts[4]) * 60_000
}

/** Below this a number counts seconds, from here milliseconds (it is 5138 in seconds, March 1973 in milliseconds). */
const MILLIS_FROM = 1e11

/**
 * Milliseconds since the epoch of a publication time: RFC 822 (with or without weekday and zone), ISO 8601 (with or without
 * zone; UTC where it names none), epoch seconds or milliseconds. NaN when it is none of these or not in the calendar.
 */
export function publishedMillis(value: string | number): number {
  if (typeof value === 'number') return Math.abs(value) < MILLIS_FROM ? value * 1_000 : value
  const text = value.trim()
  if (text.length > 80) return Number.NaN
  const iso = ISO.exec(text)
  if (iso) return instant(iso.slice(4), Number(iso[2]), Number(iso[1]), Number(iso[3]))
  if (/^-?\d{9,14}(\.\d+)?$/.test(text)) return publishedMillis(Number(text))
  const mail = RFC_822.exec(text)
  if (!mail) return Number.NaN
  const month = MONTHS.indexOf((mail[2] ?? '').slice(0, 3).toLowerCase()) + 1
  const year = Number(mail[3])
  // RFC 2822 section 4.3: two-digit years below 50 are of this century.
  const century = (mail[3] ?? '').length === 4 ? 0 : year < 50 ? 2_000 : 1_900
  return instant(mail.slice(4), month, year + century, Number(mail[1]))
}

const FUTURE_MS = 48 * 3_600_000

/** A value quoted and shortened for a message. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`
}

/** Publication time as a date, null when none is given, or the reason why it cannot be: unreadable, before 1970, more than 48 h ahead of `now`. */
export function publishedDate(
  value: string | number | null | undefined,
  now: number,
): Date | null | { reason: string } {
  if (value === null || value === undefined) return null
  const at = new Date(publishedMillis(value))
  const millis = at.getTime()
  if (Number.isNaN(millis))
    return { reason: `The publication time ${quoted(value)} is not an RFC 822 or ISO 8601 time or epoch.` }
  if (millis < 0) return { reason: `The publication time ${quoted(value)} is before 1970.` }
  if (millis > now + FUTURE_MS)
    return { reason: `The publication time ${quoted(value)} is more than 48 hours in the future.` }
  return at
}

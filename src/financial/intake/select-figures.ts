import { STATEMENT_FIELDS } from '../concept/concept.source.ts'
import type { CompanyFacts, Fact } from './company-facts.source.ts'
import { type Industry, TAG_RULES, type TagRule } from './concept-tag.source.ts'
import type { Figure } from './figure.pure.ts'

/** A value of one period as of the day of a filing. */
interface Version {
  readonly filedDay: number
  readonly value: number
}

/** A tag's periods with the versions of each, oldest filing first. */
type Timeline = ReadonlyMap<string, readonly Version[]>

/**
 * The figures of a company, with their history: of alternative tags the first by priority that has the period. Facts in other
 * currencies than the one most are in (convenience translations) are left out, and so are twelve months that do not end a fiscal year.
 */
export function selectFigures(company: CompanyFacts, industry: Industry | null): Figure[] {
  const currency = currencyOf(company)
  const timelines = new Map<string, Timeline>()
  const timelineOf = (tag: string, unit: string): Timeline => {
    const key = `${tag} ${unit}`
    const known = timelines.get(key)
    if (known) return known
    const made = buildTimeline(company.facts.get(tag)?.get(unit) ?? [], tag.startsWith('dei:') ? company.filings : null)
    timelines.set(key, made)
    return made
  }
  const figures = new Map<string, Figure[]>()
  for (const rule of TAG_RULES) {
    const concept = STATEMENT_FIELDS[rule.concept]
    if (!concept || (rule.industry !== null && rule.industry !== industry)) continue
    if (concept.industry !== null && concept.industry !== industry) continue
    const unit = concept.unit === 'shares' ? 'shares' : concept.unit === 'per_share' ? `${currency}/shares` : currency
    const isBalance = concept.combine === 'last'
    for (const [period, versions] of evaluate(rule, (tag) => timelineOf(tag, unit))) {
      const [startDay = 0, endDay = 0] = period.split(' ').map(Number)
      const subject = `${rule.concept} ${period}`
      if ((startDay === endDay) !== isBalance || figures.has(subject)) continue
      const { concept: position, expression: tag } = rule
      figures.set(
        subject,
        versions.map(({ filedDay, value }) => ({
          concept: position,
          startDay,
          endDay,
          filedDay,
          tag,
          currency,
          value,
        })),
      )
    }
  }
  return [...figures.values()].flat()
}

/** The currency of most facts. */
function currencyOf({ facts }: CompanyFacts): string {
  const counts = new Map<string, number>()
  for (const units of facts.values()) {
    for (const [unit, list] of units) {
      if (/^[A-Z]{3}$/.test(unit)) counts.set(unit, (counts.get(unit) ?? 0) + list.length)
    }
  }
  return [...counts].reduce<[string, number]>((most, one) => (one[1] > most[1] ? one : most), ['USD', 0])[0]
}

/** A tag's facts by period; figures of a cover page are of a later day, but belong to the period of their filing. */
function buildTimeline(facts: readonly Fact[], filings: CompanyFacts['filings'] | null): Timeline {
  const periods = new Map<string, Version[]>()
  for (const { startDay, endDay, value, filing, filedDay } of facts) {
    const end = filings ? filings.get(filing)?.endDay : endDay
    if (end === undefined || !Number.isFinite(value)) continue
    const key = `${filings ? end : startDay} ${end}`
    const versions = periods.get(key) ?? []
    periods.set(key, versions)
    // Of two facts of one day the later one counts.
    if (versions.at(-1)?.filedDay === filedDay) versions.pop()
    versions.push({ filedDay, value })
  }
  return periods
}

/** The periods for which a rule gives a value, each with its versions; a filing that repeats the value adds none. */
function* evaluate(
  { terms, sign }: TagRule,
  timelineOf: (tag: string) => Timeline,
): Generator<[period: string, versions: Version[]]> {
  const addends = terms.map(({ tags, optional }) => ({ optional, timelines: tags.map(timelineOf) }))
  const first = addends.find(({ optional }) => !optional) ?? addends[0]
  const periods = new Set(first?.timelines.flatMap((timeline) => [...timeline.keys()]))
  for (const period of periods) {
    const parts = addends.flatMap(({ optional, timelines }) => {
      const versions = timelines.find((timeline) => timeline.has(period))?.get(period)
      return versions ? [versions] : optional ? [] : [null]
    })
    const known = parts.filter((versions) => versions !== null)
    if (known.length < parts.length) continue
    const versions: Version[] = []
    for (const filedDay of [...new Set(known.flat().map((version) => version.filedDay))].sort((a, b) => a - b)) {
      const values = known.map((list) => list.findLast((version) => version.filedDay <= filedDay)?.value)
      const value = sign * values.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0) + 0
      if (!Number.isNaN(value) && versions.at(-1)?.value !== value) versions.push({ filedDay, value })
    }
    if (versions.length > 0) yield [period, versions]
  }
}

/** Fiscal years by their last day, as the annual reports of a company name them: votes, since single filings err. */
export function fiscalYearsOf({ filings }: CompanyFacts): Map<number, number> {
  return new Map([...filings.values()].flatMap(({ year }) => (year ? [[year.endDay, year.fiscalYear] as const] : [])))
}

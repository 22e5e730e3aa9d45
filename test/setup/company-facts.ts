/** A filing of an invented company, with its facts by tag: what it reports of one period. */
export interface FiledFacts {
  readonly form: '10-K' | '10-Q' | '10-K/A'
  readonly filed: string
  /** Fiscal year and period of the filing. */
  readonly fy: number
  readonly fp: 'FY' | 'Q1' | 'Q2' | 'Q3'
  /** `tag`, or `dei:tag`, with values by period: `end` or `start..end`. */
  readonly facts: Readonly<Record<string, Readonly<Record<string, number>>>>
}

const PER_SHARE = /PerShare/
const SHARES = /Shares(Outstanding|Issued)|NumberOf/

/** Companyfacts in the SEC's shape. */
export function companyFacts(cik: number, entityName: string, filings: readonly FiledFacts[]): string {
  const facts: Record<string, Record<string, { label: string; units: Record<string, object[]> }>> = {}
  filings.forEach(({ form, filed, fy, fp, facts: reported }, index) => {
    for (const [name, values] of Object.entries(reported)) {
      const [tag = '', taxonomy = 'us-gaap'] = name.split(':').reverse()
      const unit = PER_SHARE.test(tag) ? 'USD/shares' : SHARES.test(tag) ? 'shares' : 'USD'
      facts[taxonomy] ??= {}
      facts[taxonomy][tag] ??= { label: tag, units: {} }
      const list = facts[taxonomy][tag].units[unit] ?? []
      facts[taxonomy][tag].units[unit] = list
      for (const [period, val] of Object.entries(values)) {
        const [first = '', end] = period.split('..')
        const span = end === undefined ? { end: first } : { start: first, end }
        list.push({ ...span, val, accn: `0000000000-00-${index}`, fy, fp, form, filed })
      }
    }
  })
  return JSON.stringify({ cik, entityName, facts })
}

/** A year and a half of a company whose fiscal year ends on the last Saturday of September. */
export function twoYears(): FiledFacts[] {
  return [
    {
      form: '10-Q',
      filed: '2023-02-03',
      fy: 2023,
      fp: 'Q1',
      facts: {
        Revenues: { '2022-09-25..2022-12-31': 300 },
        NetIncomeLoss: { '2022-09-25..2022-12-31': 30 },
        NetCashProvidedByUsedInOperatingActivities: { '2022-09-25..2022-12-31': 40 },
        Assets: { '2022-12-31': 1_000 },
        StockholdersEquity: { '2022-12-31': 400 },
      },
    },
    {
      form: '10-Q',
      filed: '2023-05-05',
      fy: 2023,
      fp: 'Q2',
      facts: {
        Revenues: { '2023-01-01..2023-04-01': 200, '2022-09-25..2023-04-01': 500 },
        NetIncomeLoss: { '2023-01-01..2023-04-01': 20, '2022-09-25..2023-04-01': 50 },
        NetCashProvidedByUsedInOperatingActivities: { '2022-09-25..2023-04-01': 65 },
        PaymentsToAcquirePropertyPlantAndEquipment: { '2022-09-25..2023-04-01': 11 },
      },
    },
    {
      form: '10-Q',
      filed: '2023-08-04',
      fy: 2023,
      fp: 'Q3',
      facts: {
        Revenues: { '2023-04-02..2023-07-01': 210, '2022-09-25..2023-07-01': 710 },
        NetIncomeLoss: { '2023-04-02..2023-07-01': 21, '2022-09-25..2023-07-01': 71 },
        NetCashProvidedByUsedInOperatingActivities: { '2022-09-25..2023-07-01': 95 },
        PaymentsToAcquirePropertyPlantAndEquipment: { '2022-09-25..2023-07-01': 18 },
      },
    },
    {
      form: '10-K',
      filed: '2023-11-03',
      fy: 2023,
      fp: 'FY',
      facts: {
        Revenues: { '2022-09-25..2023-09-30': 1_000 },
        NetIncomeLoss: { '2022-09-25..2023-09-30': 97 },
        NetCashProvidedByUsedInOperatingActivities: { '2022-09-25..2023-09-30': 120 },
        PaymentsToAcquirePropertyPlantAndEquipment: { '2022-09-25..2023-09-30': 25 },
        EarningsPerShareDiluted: { '2022-09-25..2023-09-30': 0.97 },
        WeightedAverageNumberOfDilutedSharesOutstanding: { '2022-09-25..2023-09-30': 100 },
        Assets: { '2022-09-24': 900, '2023-09-30': 1_100 },
        StockholdersEquity: { '2022-09-24': 350, '2023-09-30': 450 },
        'dei:EntityCommonStockSharesOutstanding': { '2023-10-20': 99 },
      },
    },
  ]
}

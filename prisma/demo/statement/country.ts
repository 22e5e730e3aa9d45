/** What a country means for a company's statements. */
export interface Country {
  readonly currency: string
  /** Combined statutory tax rate on company profits (OECD Corporate Tax Statistics, 2024; PwC Tax Summaries where not a member). */
  readonly taxRate: number
  /** Interest on debt of good quality, a year. */
  readonly interest: number
}

const COUNTRIES: Readonly<Record<string, Country>> = {
  US: { currency: 'USD', taxRate: 0.22, interest: 0.047 },
  JP: { currency: 'JPY', taxRate: 0.297, interest: 0.012 },
  CN: { currency: 'CNY', taxRate: 0.22, interest: 0.033 },
  HK: { currency: 'HKD', taxRate: 0.165, interest: 0.045 },
  TW: { currency: 'TWD', taxRate: 0.2, interest: 0.022 },
  KR: { currency: 'KRW', taxRate: 0.264, interest: 0.04 },
  IN: { currency: 'INR', taxRate: 0.252, interest: 0.08 },
  TH: { currency: 'THB', taxRate: 0.2, interest: 0.032 },
  SG: { currency: 'SGD', taxRate: 0.17, interest: 0.034 },
  MY: { currency: 'MYR', taxRate: 0.24, interest: 0.044 },
  ID: { currency: 'IDR', taxRate: 0.22, interest: 0.075 },
  AU: { currency: 'AUD', taxRate: 0.3, interest: 0.055 },
  NZ: { currency: 'NZD', taxRate: 0.28, interest: 0.055 },
  CA: { currency: 'CAD', taxRate: 0.262, interest: 0.047 },
  MX: { currency: 'MXN', taxRate: 0.3, interest: 0.095 },
  BR: { currency: 'BRL', taxRate: 0.3, interest: 0.12 },
  CL: { currency: 'USD', taxRate: 0.27, interest: 0.055 },
  UY: { currency: 'USD', taxRate: 0.25, interest: 0.06 },
  GB: { currency: 'GBP', taxRate: 0.25, interest: 0.052 },
  GG: { currency: 'GBP', taxRate: 0.02, interest: 0.05 },
  JE: { currency: 'GBP', taxRate: 0.1, interest: 0.05 },
  IE: { currency: 'EUR', taxRate: 0.15, interest: 0.037 },
  DE: { currency: 'EUR', taxRate: 0.299, interest: 0.035 },
  FR: { currency: 'EUR', taxRate: 0.258, interest: 0.036 },
  NL: { currency: 'EUR', taxRate: 0.258, interest: 0.035 },
  BE: { currency: 'EUR', taxRate: 0.25, interest: 0.036 },
  LU: { currency: 'EUR', taxRate: 0.239, interest: 0.036 },
  IT: { currency: 'EUR', taxRate: 0.278, interest: 0.042 },
  ES: { currency: 'EUR', taxRate: 0.25, interest: 0.038 },
  FI: { currency: 'EUR', taxRate: 0.2, interest: 0.036 },
  AT: { currency: 'EUR', taxRate: 0.23, interest: 0.037 },
  CH: { currency: 'CHF', taxRate: 0.18, interest: 0.018 },
  SE: { currency: 'SEK', taxRate: 0.206, interest: 0.036 },
  NO: { currency: 'NOK', taxRate: 0.22, interest: 0.052 },
  DK: { currency: 'DKK', taxRate: 0.22, interest: 0.036 },
  PL: { currency: 'PLN', taxRate: 0.19, interest: 0.065 },
  HU: { currency: 'EUR', taxRate: 0.09, interest: 0.055 },
  IL: { currency: 'ILS', taxRate: 0.23, interest: 0.055 },
  TR: { currency: 'TRY', taxRate: 0.25, interest: 0.38 },
  PT: { currency: 'EUR', taxRate: 0.305, interest: 0.037 },
  AE: { currency: 'AED', taxRate: 0.09, interest: 0.052 },
  QA: { currency: 'QAR', taxRate: 0.1, interest: 0.054 },
  KW: { currency: 'KWD', taxRate: 0.15, interest: 0.05 },
  SA: { currency: 'SAR', taxRate: 0.2, interest: 0.058 },
  ZA: { currency: 'ZAR', taxRate: 0.27, interest: 0.1 },
  GE: { currency: 'GBP', taxRate: 0.15, interest: 0.08 },
}

/** The country's rules; those of the United States, in the currency of the listing, where it is not known. */
export function countryOf(code: string | null, listingCurrency: string): Country {
  const known = COUNTRIES[code ?? '']
  if (known) return known
  return { currency: listingCurrency, taxRate: 0.22, interest: 0.05 }
}

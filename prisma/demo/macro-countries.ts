import { z } from 'zod'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'
import { slumpAt, smoothNoise } from './macro-random.ts'
import { deriveSeed } from './random-process.ts'

const number = z.coerce.number()
const countryRow = z.object({
  country: z.string().length(3),
  currency: z.string().length(3),
  population_millions: number,
  population_growth_pct: number,
  gdp_per_capita_usd: number,
  growth_pct: number,
  inflation_pct: number,
  unemployment_pct: number,
  debt_pct: number,
  exports_pct: number,
  imports_pct: number,
  life_years: number,
  births_per_woman: number,
  urban_pct: number,
  co2_tonnes: number,
  gini: number,
  over_65_pct: number,
})

/** Countries with made-up values, about where they are. */
export const DEMO_COUNTRIES = readShippedRows(new URL('macro-countries.csv', import.meta.url), countryRow)

/** Values of a country by indicator, from the first year on. */
export type DemoIndicators = ReadonlyMap<string, readonly number[]>

/** First year of made-up indicators. */
export const DEMO_FIRST_YEAR = 1990

/**
 * Makes up the indicators of a country so that they fit each other: output is population times output per head, its uses add up to it,
 * balances are differences. `perUsd` is what a dollar costs at the end.
 */
export function generateDemoIndicators(
  country: (typeof DEMO_COUNTRIES)[number],
  { seed, lastYear, perUsd }: { readonly seed: number; readonly lastYear: number; readonly perUsd: number | null },
): DemoIndicators {
  const length = lastYear - DEMO_FIRST_YEAR + 1
  const wander = (name: string) => smoothNoise(deriveSeed(seed, `${country.country} ${name}`), length)
  const years = Array.from({ length }, (_, place) => DEMO_FIRST_YEAR + place)
  const noise = wander('growth')
  const prices = wander('prices')
  const ago = (place: number) => length - 1 - place
  const slump = (place: number) => slumpAt((years[place] ?? 0) + 0.5)
  /** About `latest`, moving by `step` a year, with noise and what a slump adds. */
  const about = (
    name: string,
    latest: number,
    step: number,
    size: number,
    inSlump: number,
    least: number,
    most = 1e12,
  ) => {
    const own = wander(name)
    return years.map((_, place) =>
      Math.min(most, Math.max(least, latest - step * ago(place) + size * (own[place] ?? 0) + inSlump * slump(place))),
    )
  }
  const growth = years.map((_, place) => country.growth_pct + 1.1 * (noise[place] ?? 0) - 6 * slump(place))
  const inflation = years.map((_, place) =>
    Math.max(-1.5, country.inflation_pct * (1 + 0.25 * (prices[place] ?? 0)) - 0.8 * slump(place)),
  )
  const backwards = (latest: number, rates: readonly number[]) => {
    const levels = Array.from({ length }, () => latest)
    for (let place = length - 2; place >= 0; place--)
      levels[place] = (levels[place + 1] ?? 0) / (1 + (rates[place + 1] ?? 0) / 100)
    return levels
  }
  const populationGrowth = years.map((_, place) => country.population_growth_pct + 0.02 * ago(place))
  const population = backwards(country.population_millions * 1e6, populationGrowth)
  const each = (compute: (place: number) => number) => years.map((_, place) => compute(place))
  const real = backwards(country.gdp_per_capita_usd * country.population_millions * 1e6, growth)
  // Prices in dollars rise by those of the dollar on average.
  const nominal = each((place) => (real[place] ?? 0) * 1.022 ** -ago(place))
  const at = (values: readonly number[], place: number) => values[place] ?? 0
  const base = years.indexOf(2015)
  const realAt2015 = each((place) => (at(real, place) * at(nominal, base)) / at(real, base))
  const exports = about('exports', country.exports_pct, country.exports_pct * 0.006, country.exports_pct * 0.03, -2, 3)
  const imports = about('imports', country.imports_pct, country.imports_pct * 0.006, country.imports_pct * 0.03, -2, 3)
  const investment = about('investment', 23, 0, 1, -2.5, 12, 45)
  const government = about('government', 17, 0, 0.6, 1.2, 8, 28)
  const consumption = each(
    (place) => 100 - at(investment, place) - at(government, place) - at(exports, place) + at(imports, place),
  )
  const isRich = country.gdp_per_capita_usd > 20_000
  const farms = about('farms', isRich ? 1.8 : 30 / Math.log(country.gdp_per_capita_usd / 100), -0.08, 0.2, 0, 0.1, 45)
  const industry = about('industry', 27, -0.1, 0.6, -0.5, 8, 60)
  const unemployment = about(
    'unemployment',
    country.unemployment_pct,
    0,
    country.unemployment_pct * 0.08,
    country.unemployment_pct * 0.35,
    0.4,
    45,
  )
  const taxes = about('taxes', isRich ? 22 : 15, 0.03, 0.4, -0.6, 4, 45)
  const spending = about('spending', isRich ? 30 : 21, 0.05, 0.6, 3, 8, 65)
  const others = about('other revenue', isRich ? 5 : 4, 0, 0.2, 0, 0.5, 20)
  const cpi = backwards(100, inflation)
  const cpiAt2010 = at(cpi, years.indexOf(2010))
  const co2 = about(
    'co2',
    country.co2_tonnes,
    isRich ? -country.co2_tonnes * 0.008 : country.co2_tonnes * 0.012,
    country.co2_tonnes * 0.02,
    -0.2,
    0.05,
  )
  const urban = about('urban', country.urban_pct, (100 - country.urban_pct) * 0.008, 0, 0, 10, 100)
  const internet = each(
    (place) => (isRich ? 97 : 82) / (1 + Math.exp(-((at(years, place) - (isRich ? 2004 : 2013)) / 3.2))),
  )
  const share = (values: readonly number[]) => each((place) => (at(values, place) / 100) * at(nominal, place))
  const minus = (a: readonly number[], b: readonly number[]) => each((place) => at(a, place) - at(b, place))
  const indicators: Record<string, readonly number[]> = {
    'NY.GDP.MKTP.CD': nominal,
    'NY.GDP.MKTP.KD': realAt2015,
    'NY.GDP.MKTP.KD.ZG': growth,
    'NY.GDP.PCAP.CD': each((place) => at(nominal, place) / at(population, place)),
    'NY.GDP.PCAP.KD': each((place) => at(realAt2015, place) / at(population, place)),
    'NY.GDP.PCAP.KD.ZG': each(
      (place) => 100 * ((1 + at(growth, place) / 100) / (1 + at(populationGrowth, place) / 100) - 1),
    ),
    'SP.POP.TOTL': population.map(Math.round),
    'SP.POP.GROW': populationGrowth,
    'FP.CPI.TOTL.ZG': inflation,
    'FP.CPI.TOTL': each((place) => (100 * at(cpi, place)) / cpiAt2010),
    'NY.GDP.DEFL.KD.ZG': inflation.map((value) => value * 0.94 + 0.1),
    'SL.UEM.TOTL.ZS': unemployment,
    'SL.UEM.1524.ZS': unemployment.map((value) => Math.min(70, value * 2.3)),
    'SL.TLF.CACT.ZS': about('participation', 61, -0.03, 0.3, -0.5, 35, 85),
    'GC.DOD.TOTL.GD.ZS': about('debt', country.debt_pct, country.debt_pct * 0.016, 1.5, 3, 4),
    'GC.TAX.TOTL.GD.ZS': taxes,
    'GC.XPN.TOTL.GD.ZS': spending,
    'GC.NLD.TOTL.GD.ZS': each((place) => at(taxes, place) + at(others, place) - at(spending, place)),
    'NE.EXP.GNFS.ZS': exports,
    'NE.IMP.GNFS.ZS': imports,
    'NE.TRD.GNFS.ZS': each((place) => at(exports, place) + at(imports, place)),
    'NE.RSB.GNFS.ZS': minus(exports, imports),
    'NE.EXP.GNFS.CD': share(exports),
    'NE.IMP.GNFS.CD': share(imports),
    'NE.RSB.GNFS.CD': share(minus(exports, imports)),
    'BN.CAB.XOKA.GD.ZS': minus(exports, imports).map((value) => value * 0.85 - 0.3),
    'BX.KLT.DINV.WD.GD.ZS': about('fdi', 2.6, 0, 0.6, -0.7, -4, 20),
    'NE.GDI.TOTL.ZS': investment,
    'NE.CON.GOVT.ZS': government,
    'NE.CON.PRVT.ZS': consumption,
    'NV.AGR.TOTL.ZS': farms,
    'NV.IND.TOTL.ZS': industry,
    'NV.SRV.TOTL.ZS': each((place) => 100 - at(farms, place) - at(industry, place)),
    'SP.DYN.LE00.IN': about('life', country.life_years, isRich ? 0.18 : 0.3, 0.1, -0.2, 35, 90),
    'SP.DYN.TFRT.IN': about('births', country.births_per_woman, isRich ? -0.008 : -0.05, 0.02, 0, 0.6, 8),
    'SP.URB.TOTL.IN.ZS': urban,
    'SP.RUR.TOTL.ZS': urban.map((value) => 100 - value),
    'SP.POP.65UP.TO.ZS': about('old', country.over_65_pct, country.over_65_pct * 0.012, 0, 0, 1, 45),
    'EN.GHG.CO2.PC.CE.AR5': co2,
    'EN.GHG.CO2.MT.CE.AR5': each((place) => (at(co2, place) * at(population, place)) / 1e6),
    'SI.POV.GINI': about('gini', country.gini, 0, 0.4, 0, 22, 66),
    'SH.XPD.CHEX.GD.ZS': about('health', isRich ? 10 : 5.5, 0.07, 0.15, 0.4, 1.5, 20),
    'MS.MIL.XPND.GD.ZS': about('military', 2, -0.01, 0.15, 0, 0.2, 10),
    'IT.NET.USER.ZS': internet,
    ...(perUsd === null
      ? {}
      : {
          'PA.NUS.FCRF':
            country.currency === 'USD'
              ? years.map(() => 1)
              : each((place) => (perUsd * (at(cpi, place) / at(cpi, length - 1))) / 1.022 ** -ago(place)),
        }),
  }
  return new Map(
    Object.entries(indicators).map(([name, values]) => [name, values.map((value) => Number(value.toPrecision(8)))]),
  )
}

import type { Chain } from '../chain/chain.pure.ts'
import type { DayFigures } from '../history/figure.pure.ts'
import { gammaExposureOf, maxPainOf, totalsOf } from './positions.pure.ts'
import { breaksArbitrage, type Carry, type ExpirySmile, smilesOf, volatilitiesOf } from './smile.pure.ts'
import { volatilityAtDays } from './term.pure.ts'

/** Days within which the next weekly expiry is looked for. */
const WEEKLY_DAYS_MAX = 14

/** The figures of a chain's day. `spot` is the price of the underlying that day, `carry` what discounting takes. */
export function computeDayFigures(chain: Chain, spot: number, carry: Carry): DayFigures {
  const volatilities = volatilitiesOf(chain, spot, carry)
  for (let index = 0; index < chain.length; index++)
    if (breaksArbitrage(chain, index, spot, carry)) volatilities[index] = Number.NaN
  const smiles = smilesOf(chain, volatilities, spot, carry)
  const weekly = smiles.find(({ days, atTheMoney }) => days <= WEEKLY_DAYS_MAX && !Number.isNaN(atTheMoney))
  const volatility = (days: number) => volatilityAtDays(termOf(smiles, 'atTheMoney'), days)
  const [puts, calls] = [termOf(smiles, 'put25'), termOf(smiles, 'call25')]
  const skew = (days: number) => volatilityAtDays(puts, days) - volatilityAtDays(calls, days)
  return {
    spot,
    ivWeekly: weekly?.atTheMoney ?? Number.NaN,
    iv30: volatility(30),
    iv90: volatility(90),
    skewWeekly: weekly ? weekly.put25 - weekly.call25 : Number.NaN,
    skew30: skew(30),
    skew90: skew(90),
    weeklyDays: weekly?.days ?? Number.NaN,
    ...totalsOf(chain),
    maxPain: maxPainOf(chain),
    gammaExposure: gammaExposureOf(chain, volatilities, spot, carry),
  }
}

function termOf(smiles: readonly ExpirySmile[], key: 'atTheMoney' | 'put25' | 'call25') {
  return smiles.map((smile) => ({ days: smile.days, volatility: smile[key] }))
}

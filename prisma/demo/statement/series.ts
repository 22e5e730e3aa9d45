import type { Normal } from '../random-process.ts'

/** Figures of a company by quarter: index 0 is the opening before the first quarter, where flows are 0. */
export type Series = number[]

/** The figure at a quarter; 0 outside. */
export function at(series: Series, quarter: number): number {
  return series[quarter] ?? 0
}

/** A series without any figure yet. Plain arrays: typed ones of this length take several times as long to make. */
export function zeros(length: number): Series {
  return new Array<number>(length).fill(0)
}

/** A series by quarter. */
export function build(length: number, figureOf: (quarter: number) => number): Series {
  const series = zeros(length)
  for (let quarter = 0; quarter < length; quarter++) series[quarter] = figureOf(quarter)
  return series
}

/** What flows in each quarter, in whole units; nothing before the first balance. */
export function buildFlow(length: number, figureOf: (quarter: number) => number): Series {
  return build(length, (quarter) => (quarter === 0 ? 0 : Math.round(figureOf(quarter))))
}

/** Sum of series of the same length. */
export function plus(first: Series, ...more: readonly Series[]): Series {
  const sum = first.slice()
  for (const series of more) {
    for (let quarter = 0; quarter < sum.length; quarter++) sum[quarter] = at(sum, quarter) + at(series, quarter)
  }
  return sum
}

/** `from` less all others. */
export function minus(from: Series, ...others: readonly Series[]): Series {
  const rest = from.slice()
  for (const series of others) {
    for (let quarter = 0; quarter < rest.length; quarter++) rest[quarter] = at(rest, quarter) - at(series, quarter)
  }
  return rest
}

/** A series with the sign turned. */
export function negative(series: Series): Series {
  return series.map((one) => -one)
}

/** What a balance changed by in each quarter. */
export function change(balance: Series): Series {
  return build(balance.length, (quarter) => (quarter === 0 ? 0 : at(balance, quarter) - at(balance, quarter - 1)))
}

/** The balance that opens at `opening` and moves by the sum of flows. */
export function accumulate(opening: number, ...flows: readonly Series[]): Series {
  const balance = plus(...(flows as [Series, ...Series[]]))
  balance[0] = opening
  for (let quarter = 1; quarter < balance.length; quarter++)
    balance[quarter] = at(balance, quarter) + at(balance, quarter - 1)
  return balance
}

/** A part of a series, in whole units. */
export function part(series: Series, share: number): Series {
  return series.map((one) => Math.round(one * share))
}

/** Factors around 1 that drift back to it (autoregressive, coefficient 0.8); `deviation` is their standard deviation. */
export function wobble(normal: Normal, length: number, deviation: number): Series {
  let log = deviation * normal.next()
  return build(length, () => {
    log = 0.8 * log + 0.6 * deviation * normal.next()
    return Math.exp(log)
  })
}

/** Plant that follows a target and wears off over some years, with what is spent on it: never less than a third of the wear. */
export function rollPlant(
  target: Series,
  years: number,
): { readonly plant: Series; readonly wear: Series; readonly capex: Series } {
  const plant = target.map((one) => Math.round(one))
  const [wear, capex] = [zeros(target.length), zeros(target.length)]
  for (let quarter = 1; quarter < target.length; quarter++) {
    const before = at(plant, quarter - 1)
    wear[quarter] = Math.round(before / years / 4)
    capex[quarter] = Math.round(Math.max(0.35 * at(wear, quarter), at(target, quarter) - before + at(wear, quarter)))
    plant[quarter] = before - at(wear, quarter) + at(capex, quarter)
  }
  return { plant, wear, capex }
}

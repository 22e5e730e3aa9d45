/** What a word or letter after a number multiplies it by. */
export const SCALES: Readonly<Record<string, number>> = {
  ...{ k: 1e3, thousand: 1e3, lakh: 1e5, crore: 1e7, cr: 1e7 },
  ...{ m: 1e6, mn: 1e6, mln: 1e6, mio: 1e6, million: 1e6 },
  ...{ b: 1e9, bn: 1e9, bln: 1e9, billion: 1e9 },
  ...{ tn: 1e12, trln: 1e12, trillion: 1e12 },
}

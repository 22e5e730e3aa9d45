import { haveSameConcept, readKind, readStage } from './event-code.pure.ts'

/** How the events of two headlines compare, in numbers of events. */
export interface EventComparison {
  /** Shared events that happen once within days: results, layoffs, a new chief. */
  readonly once: number
  /** Shared events of a kind that happens often. */
  readonly often: number
  /** Shared moves of a price. */
  readonly moves: number
  /** Shared economic series of a country. */
  readonly country: number
  /** One concept at two stages (begun and ended, beaten and missed), or two different series. */
  readonly isContradiction: boolean
  /** The same of a post: whoever joins one company leaves another. */
  readonly isSuccession: boolean
  /** Events, other than moves of a price, in the first or in the second headline only. */
  readonly onlyA: number
  readonly onlyB: number
}

/** Compares the events of two headlines. */
export function compareEvents(a: readonly number[], b: readonly number[]): EventComparison {
  const count = { once: 0, often: 0, moves: 0, country: 0, onlyA: 0, onlyB: 0, onlyACountry: 0 }
  let isContradiction = false
  let isSuccession = false
  for (const code of a) {
    const other = b.find((one) => haveSameConcept(one, code))
    const kind = readKind(code)
    if (other === undefined) {
      if (kind !== 'move') count.onlyA++
      if (kind === 'country') count.onlyACountry++
    } else if (readStage(code) !== readStage(other) && readStage(code) !== 0 && readStage(other) !== 0) {
      if (kind === 'post') isSuccession = true
      else isContradiction = true
    } else if (kind === 'move') count.moves++
    else if (kind === 'country') count.country++
    else if (kind === 'once' || kind === 'post') count.once++
    else count.often++
  }
  for (const code of b) {
    if (a.some((one) => haveSameConcept(one, code))) continue
    if (readKind(code) !== 'move') count.onlyB++
    if (readKind(code) === 'country' && count.onlyACountry > 0 && count.country === 0) isContradiction = true
  }
  return { ...count, isContradiction, isSuccession }
}

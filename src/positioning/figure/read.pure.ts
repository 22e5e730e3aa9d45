import type { Contract } from '../contract.pure.ts'
import { EXTREME_REPORTS_MIN, type GroupFigures } from './figure.pure.ts'

const WHOLE = new Intl.NumberFormat('en-US')
const TENTH = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/**
 * What the positions of the large speculators mean, in one sentence: how large, since when, how unusual, and which move of the listing
 * they bet on.
 */
export function readPosition(contract: Contract, large: GroupFigures, reportCount: number): string {
  const { net, netPctOi, percentile } = large
  if (net === 0) return `Large speculators hold as many contracts of ${contract.name} long as short.`
  const share = netPctOi === null ? '' : `, ${TENTH.format(Math.abs(netPctOi))} % of the open interest`
  const size = `Large speculators are net ${sideOf(net)} ${WHOLE.format(Math.abs(net))} contracts of ${contract.name}${share}`
  const rank = percentile === null ? '' : `, at percentile ${percentile} of the last ${reportCount} reports`
  return `${size}${describeChange(large)}${rank}: ${describeBet(contract, large, reportCount)}.`
}

function sideOf(net: number): 'long' | 'short' {
  return net > 0 ? 'long' : 'short'
}

function describeChange({ net, change1w }: GroupFigures): string {
  if (change1w === null) return ''
  const before = net - change1w
  if (before * net < 0) return `, after net ${sideOf(before)} ${WHOLE.format(Math.abs(before))} a week before`
  const growth = Math.abs(net) - Math.abs(before)
  if (growth === 0) return ', as a week before'
  return `, ${WHOLE.format(Math.abs(growth))} ${growth > 0 ? 'more' : 'fewer'} than a week before`
}

function describeBet(contract: Contract, { net, extreme }: GroupFigures, reportCount: number): string {
  const rises = net > 0 !== contract.inverse
  const what = contract.assetClass === 'rates' ? `the rate ${contract.ticker}` : contract.ticker
  const bet = `bet that ${what} ${rises ? 'rises' : 'falls'}`
  if (extreme === null) {
    return reportCount < EXTREME_REPORTS_MIN
      ? `a ${bet}; there are too few reports to call it unusual`
      : `a ${bet}, of a size that is not unusual`
  }
  return extreme === `most_${sideOf(net)}`
    ? `an unusually large ${bet}, which can be undone quickly`
    : `an unusually small ${bet}`
}

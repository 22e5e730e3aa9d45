import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { CausePhrase } from './cause.pure.ts'
import type { FrontierNode } from './propagate.pure.ts'
import type { RippleSource } from './seed.pure.ts'

/** The name the press uses for an asset. */
export function readPressName(asset: KnownAsset): string {
  return asset.shortNames[0] ?? asset.name
}

/**
 * Prepares the phrases. The returned function says what passes along a path, from the reached asset back to the named one: "ASML gets
 * more orders from TSMC (lithography machines), which gets more orders from Nvidia, which sells more."
 */
export function createRationale(phrases: readonly CausePhrase[]): (node: FrontierNode) => string {
  const phraseOf = indexPhrases(phrases)
  return (reached) => {
    let sentence = readPressName(reached.asset)
    let node = reached
    while (node.via !== null) {
      const { previous, rule, note } = node.via
      const pattern = agree(readPressName(node.asset), node.sign > 0 ? rule.good : rule.bad)
      const phrase = pattern.replace('{from}', readPressName(previous.asset))
      sentence += ` ${phrase}${note === '' ? '' : ` (${note})`}, which`
      node = previous
    }
    return `${sentence} ${agree(readPressName(node.asset), phraseOf(node.cause ?? 'other', node.sign))}.`
  }
}

/** The returned function says what happened to a named asset, and in which words: `Seven & i earns more: "Raises Profit Outlook".` */
export function createNamedRationale(phrases: readonly CausePhrase[]): (source: RippleSource) => string {
  const phraseOf = indexPhrases(phrases)
  return ({ asset, verdict: { direction, because }, cause }) => {
    const name = readPressName(asset)
    if (direction === 'ambiguous') {
      return because === ''
        ? `${name} is named without a word on whether it gains or loses.`
        : `${name} is named, and the words are no clear sign for it: "${because}".`
    }
    const sign = direction === 'pos' ? 1 : -1
    return `${name} ${agree(name, phraseOf(cause, sign))}${because === '' ? '' : `: "${because}"`}.`
  }
}

/** Names of assets that are plural: "bund yields". */
const PLURAL = /(?:yields|prices|futures|bills|notes)$/

/** A phrase with its verb in the number of the name. */
function agree(name: string, phrase: string): string {
  return PLURAL.test(name) ? phrase.replace(/^(\w+)s\b/, '$1') : phrase
}

function indexPhrases(phrases: readonly CausePhrase[]): (cause: CausePhrase['cause'], sign: number) => string {
  const byCause = new Map(phrases.map((phrase) => [phrase.cause, phrase]))
  return (cause, sign) => (sign > 0 ? byCause.get(cause)?.good : byCause.get(cause)?.bad) ?? ''
}

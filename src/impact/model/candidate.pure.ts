import type { Aspect, Direction, Enrichment } from '../../enrichment/vocabulary/verdict.pure.ts'

/** Ticker and name of an asset, as sent to the model. */
interface AssetName {
  readonly ticker: string
  readonly name: string
}

/** Finds the names of an asset by its id. */
export type AssetNames = (assetId: number) => AssetName | undefined

/** An asset or given name the model may judge; its answer may hold no other. */
export interface Candidate {
  /** What the model calls it: the ticker, or `entity:N` for the N-th given name the graph does not know. */
  readonly key: string
  readonly name: string
  readonly found: 'named' | 'given' | 'reached'
  /** Names from the named asset to this one; only for `reached`. */
  readonly path: readonly string[]
  readonly direction: Direction
  readonly aspect: Aspect
}

/** Longer lists cost tokens and are judged poorly; what is left out keeps the verdict of the rules. */
const MOST = 32

/** Everything the rules found, named assets first: the only keys an answer may hold. */
export function candidatesOf(rules: Enrichment, assetOf: AssetNames): Candidate[] {
  const named: Candidate[] = []
  const reached: Candidate[] = []
  for (const { assetId, direction, aspect, hop, path } of rules.impacts) {
    const asset = assetOf(assetId)
    if (asset === undefined) continue
    const one = { key: asset.ticker, name: asset.name, direction, aspect }
    if (hop === 0) named.push({ ...one, found: 'named', path: [] })
    else reached.push({ ...one, found: 'reached', path: path.flatMap((id) => assetOf(id)?.name ?? []) })
  }
  const taken = new Set(named.map((one) => one.key))
  rules.entities.forEach(({ name, assetId, direction, aspect }, index) => {
    const key = entityKey(assetId, index, assetOf)
    if (taken.has(key)) return
    taken.add(key)
    named.push({ key, name, direction, aspect, found: 'given', path: [] })
  })
  return [...named, ...reached.filter((one) => !taken.has(one.key))].slice(0, MOST)
}

/** The key under which the verdict on a given name is found. */
export function entityKey(assetId: number | null, index: number, assetOf: AssetNames): string {
  return (assetId === null ? undefined : assetOf(assetId)?.ticker) ?? `entity:${index}`
}

import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { LinkedMention, LinkedText } from '../link/entity-link.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { Verdict } from '../vocabulary/verdict.pure.ts'
import type { Cause } from './cause.pure.ts'

/** A named asset with its verdict: where effects start to spread from. */
export interface Seed {
  readonly asset: KnownAsset
  readonly verdict: Verdict
  /** 0-1: how much the article is about the asset. */
  readonly relevance: number
  /** Why an event moves it; absent where the words beside its name decide. */
  readonly rationale?: string
  /** The share that the network gives its direction. */
  readonly share?: number
}

/** A named asset with what happened to it. */
export interface RippleSource extends Seed {
  readonly cause: Cause
}

/** A seed with the share of such verdicts that are right. */
export interface JudgedSeed extends Seed {
  /** 0-1. */
  readonly confidence: number
}

/** The verdict of an asset without evidence and without tone. */
export const UNCLEAR_VERDICT: Verdict = {
  direction: 'ambiguous',
  score: 0,
  aspect: 'demand',
  because: '',
  grounds: ['read=nothing'],
}

/** True where the network gives a company the opposite of what the words say: then what they tell is no reason for it. */
export function isTurned({ asset, verdict }: Seed, read: readonly Seed[]): boolean {
  if (asset.type !== 'stock' || verdict.grounds?.[0] !== 'read=network') return false
  const words = read.find((one) => one.asset.id === asset.id)?.verdict.direction ?? 'ambiguous'
  return ![words, verdict.direction].includes('ambiguous') && words !== verdict.direction
}

/**
 * A named asset with what happened to it. A commodity has no direction where the words tell of the companies that make it and no event
 * moves its price: "government backs zinc sector", "scales back nickel plans as returns disappoint".
 */
export function toSource<Named extends Seed>(
  seed: Named,
  cause: Cause,
  effects: readonly { readonly asset: Pick<KnownAsset, 'id'> }[],
): Named & RippleSource {
  const { asset, verdict, rationale } = seed
  const isPrice = asset.type !== 'commodity' || verdict.isPriceMove === true || cause !== 'other'
  const isMoved = rationale !== undefined || effects.some((one) => one.asset.id === asset.id)
  const isKept = isPrice || isMoved || verdict.direction === 'ambiguous'
  return { ...seed, cause, verdict: isKept ? verdict : UNCLEAR_VERDICT }
}

const NAME_KIND_FACTOR: Readonly<Record<string, number>> = { person: 0.85, former: 0.95, alias: 0.93 }

/** Takes the linked mentions and their verdicts and gives one seed per asset, most relevant first. */
export function collectSeeds(
  linked: LinkedText,
  verdicts: ReadonlyMap<string, Verdict>,
  applyQuoteConvention: (mention: LinkedMention, verdict: Verdict, title: TokenisedText) => Verdict,
): Seed[] {
  const first = new Map(linked.mentions.toReversed().map((mention) => [mention.asset.id, mention]))
  return [...first.values()]
    .map((mention) => ({
      asset: mention.asset,
      verdict: applyQuoteConvention(mention, verdicts.get(mention.key) ?? UNCLEAR_VERDICT, linked.title),
      relevance: computeRelevance(mention, linked.title.text.length, first.size),
    }))
    .sort((a, b) => b.relevance - a.relevance || a.asset.id - b.asset.id)
}

/** Relevance 0-1: a mention in the title counts more than in the body, early more than late, alone more than among others. */
function computeRelevance(mention: LinkedMention, titleLength: number, count: number): number {
  const position = mention.field === 'title' ? 1 - 0.35 * (mention.start / titleLength) : 0.4
  const competition = 1 / (1 + 0.1 * (count - 1))
  return Math.round(position * competition * (NAME_KIND_FACTOR[mention.kind] ?? 1) * 100) / 100
}

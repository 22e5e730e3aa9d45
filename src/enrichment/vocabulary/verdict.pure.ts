import type { AssetType, Exposure, Role } from '../../catalog/knowledge.pure.ts'
import type { NewsType } from '../classify/news-type.pure.ts'
import { ASPECT, type BRIEF_SOURCE, DIRECTION, STEP_RELATION } from './verdict-enum.pure.ts'

/** The types of what goes into enrichment and what comes out. */

/** The eight business aspects a story can touch. */
export const ASPECTS = ASPECT.tokens
export type Aspect = (typeof ASPECTS)[number]

/** Polarity for one asset: bullish, bearish or unclear. */
export const DIRECTIONS = DIRECTION.tokens
export type Direction = (typeof DIRECTIONS)[number]

/** One article as it arrives. */
export interface ArticleText {
  readonly title: string
  readonly text?: string | undefined
  /** Names to classify even when the graph does not know them. */
  readonly entities?: readonly string[] | undefined
}

/** A span of the title or text that refers to an asset or a given entity. Offsets are UTF-16 units into `field`. */
export interface Mention {
  /** Key of what it refers to: an asset id, or `entity:N` for the N-th given name. */
  readonly key: string
  readonly field: 'title' | 'text'
  readonly start: number
  readonly end: number
  /** Type of the asset, where known: a commodity has no margins and a company no yield. */
  readonly assetType?: AssetType | undefined
}

/** The verdict on one mentioned key. `score` runs -1 (bad) .. 1 (good). */
export interface Verdict {
  readonly direction: Direction
  readonly score: number
  readonly aspect: Aspect
  /** The words that decided, for the rationale: "raises profit outlook". Empty when nothing did. */
  readonly because: string
  /** True where the text says how its price moved. */
  readonly isPriceMove?: boolean
  /** What the direction rests on: tokens `ground=value` of confidence/weights.csv. */
  readonly grounds?: readonly string[]
}

/** The effect of one article on one asset. */
export interface AssetImpact {
  readonly assetId: number
  readonly direction: Direction
  readonly aspect: Aspect
  /** 1 = one company or narrow, 2 = cohort-wide or systemic. */
  readonly magnitude: 1 | 2
  /** True when the article names the company. */
  readonly tagged: boolean
  /** Part in the megatrend the article is about, else in its first one; core ones first. */
  readonly role: Role
  readonly exposure: Exposure
  /** 0-1: how much the article is about this asset. */
  readonly relevance: number
  /** 0-1: the share of such verdicts that are right. */
  readonly confidence: number
  readonly rationale: string
  /** 0 = named, 1.. = reached through the graph. */
  readonly hop: number
  /** Asset ids from the named asset to this one, both included; one element when named. */
  readonly path: readonly number[]
  /** The edges the effect came along, in order; empty when named. */
  readonly steps: readonly ImpactStep[]
}

/** Kinds of an edge that an effect comes along: what the reached asset is to the moved one. */
export const STEP_RELATIONS = STEP_RELATION.tokens
export type StepRelation = (typeof STEP_RELATIONS)[number]

/** An edge that an effect came along. */
export interface ImpactStep {
  /** Asset id, or node id of the megatrend where `relation` is `member`. */
  readonly from: number
  /** Asset id. */
  readonly to: number
  readonly relation: StepRelation
  /** 1 where what is good for the one is good for the other, -1 where it is bad. */
  readonly sign: 1 | -1
  /** 0-1: importance of the edge. */
  readonly weight: number
}

/** A megatrend of an article. */
export interface TrendHit {
  readonly nodeId: number
  /** 0-1. */
  readonly relevance: number
}

/** An amount that a headline tells; `unit` is `percent`, `points`, `jobs` or a currency. */
export interface SummaryAmount {
  readonly unit: string
  readonly value: number
}

/** What the one-sentence summary of a story says, in no language: who, what, how much, for whom. */
export interface SummaryFacts {
  /** Key of the sentence: an event, a piece of company news or a news type. */
  readonly key: string
  /** Asset ids. */
  readonly who?: number | undefined
  readonly bidder?: number | undefined
  readonly target?: number | undefined
  /** First word of the good in goods.csv. */
  readonly good?: string | undefined
  readonly place?: string | undefined
  /** Codes of countries: where it happens or who decides, and whose goods are meant. */
  readonly country?: string | undefined
  readonly from?: string | undefined
  readonly amount?: SummaryAmount | undefined
  /** Only threatened or possible. */
  readonly isFeared?: boolean | undefined
  /** Told where no event was read. */
  readonly aspect?: Aspect | undefined
  /** Ids of those who gain most, and of those who lose most. */
  readonly up: readonly number[]
  readonly down: readonly number[]
}

/** Who wrote a summary. */
export type BriefSource = (typeof BRIEF_SOURCE.tokens)[number]

/** The verdict on a name that was given. */
export interface EntityVerdict extends Verdict {
  readonly name: string
  /** Absent where the graph does not know the name. */
  readonly assetId: number | null
  /** 0-1: the share of such verdicts that are right. */
  readonly confidence: number
}

/** All that enrichment says about one article. */
export interface Enrichment {
  /** One sentence, in English where the rules wrote it. */
  readonly briefText: string
  readonly briefSource: BriefSource
  readonly briefFacts: SummaryFacts
  /** Tokens of contract section 4, most fitting first, at least one. */
  readonly newsTypes: readonly NewsType[]
  /** 1 (low signal) .. 5 (market-moving). */
  readonly impactScore: 1 | 2 | 3 | 4 | 5
  readonly impacts: readonly AssetImpact[]
  readonly megatrends: readonly TrendHit[]
  /** One verdict for each of `ArticleText.entities`, in order; `assetId` when the graph knows the name. */
  readonly entities: readonly EntityVerdict[]
}

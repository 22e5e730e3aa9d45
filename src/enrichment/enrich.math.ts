import { briefOf } from './brief.math.ts'
import { gatherCommonWords } from './common-word.math.ts'
import { indexNames } from './company-name.math.ts'
import { createJudge } from './direction.math.ts'
import type { Lexicons } from './enrich-lexicon.math.ts'
import { createLinker, type LinkedMention, type LinkedText } from './entity-link.math.ts'
import { createGivenNames } from './given-name.math.ts'
import { createImpactScorer } from './impact-score.math.ts'
import type {
  ArticleText,
  AssetImpact,
  Direction,
  Enrichment,
  Knowledge,
  KnownMembership,
  Mention,
  TrendHit,
  Verdict,
} from './knowledge.math.ts'
import { createNewsTyper, type TypedNews } from './news-type.math.ts'
import { PhraseTrie } from './phrase-trie.math.ts'
import { createQuoteSense } from './quote-sense.math.ts'
import { createRipple, type Epicentre, MOST_WAVES, pressName, type Wave } from './ripple.math.ts'
import { createGraph } from './ripple-graph.math.ts'
import { createStorySigner, type NamedSpan, type StorySignature } from './story-signature.math.ts'
import { createThemeWave } from './theme-wave.math.ts'
import { createTrendFinder } from './trend.math.ts'

/** Says, for one article, whom it moves and why. */
export type Enricher = (article: ArticleText) => Enrichment

/** Said of a name that no words of the story decide on: its direction is that of the story's tone. */
const UNSAID: Readonly<Record<Direction, string>> = {
  pos: ', and its tone is good',
  neg: ', and its tone is bad',
  ambiguous: ' without saying clearly whether it gains or loses',
}

/** An article as read once: what it says of assets and what tells its story from others. */
export interface Reading {
  readonly enrichment: Enrichment
  readonly signature: StorySignature
}

/** Key under which the whole headline is judged, for themes and for given names that are not literally in it. */
const WHOLE: Mention = { key: 'whole', field: 'title', start: 0, end: 0 }

const UNCLEAR: Verdict = { direction: 'ambiguous', score: 0, aspect: 'demand', because: '' }

/** The enricher alone, for those who do not group articles into stories. */
export function createEnricher(knowledge: Knowledge, lexicons: Lexicons): Enricher {
  const read = createReader(knowledge, lexicons)
  return (article) => read(article).enrichment
}

/** The key that speaks for a place: a given name where an asset is linked is that asset, not another party beside it. */
function keyAt(mention: Mention, linked: readonly Mention[]): string {
  const overlaps = (one: Mention) => one.field === mention.field && one.start < mention.end && mention.start < one.end
  return linked.find(overlaps)?.key ?? mention.key
}

function distinctPlaces(linked: readonly Mention[], given: readonly Mention[]): Mention[] {
  return [...linked, ...given.filter((mention) => keyAt(mention, linked) === mention.key)]
}

/** Prepares every index once; the returned function is pure and deterministic. */
export function createReader(knowledge: Knowledge, lexicons: Lexicons): (article: ArticleText) => Reading {
  const sign = createStorySigner(lexicons.story)
  const common = gatherCommonWords(knowledge, lexicons.link.commonWords)
  const names = indexNames(knowledge, lexicons.link, common)
  const link = createLinker(knowledge, lexicons.link, common, names)
  const given = createGivenNames(knowledge, names)
  const judge = createJudge(lexicons.direction)
  const typesOf = createNewsTyper(lexicons.newsTypes)
  const scoreOf = createImpactScorer(lexicons.scorePhrases, lexicons.scoreOfTypes)
  const trends = createTrendFinder(knowledge, common)
  const senseOf = createQuoteSense(lexicons.quoteWords)
  const ripple = createRipple(createGraph(knowledge), lexicons.ripple)
  const themeWave = createThemeWave(knowledge)
  const scopes = new PhraseTrie<'industry' | 'systemic'>()
  for (const { phrase, scope } of lexicons.scope) scopes.add(phrase, () => scope)
  const memberships = new Map<number, KnownMembership[]>()
  for (const membership of knowledge.memberships) {
    const list = memberships.get(membership.assetId) ?? []
    list.push(membership)
    memberships.set(membership.assetId, list)
  }

  const furtherLines = Map.groupBy(
    knowledge.relations.filter((relation) => relation.type === 'line'),
    (relation) => relation.sourceId,
  )

  return (article) => {
    const linked = link(article)
    const entities = given(article, linked)
    const verdicts = judge(
      article,
      distinctPlaces(
        linked.mentions,
        entities.map((one) => one.mention),
      ),
    )
    const mood = () => judge(article, [WHOLE]).get(WHOLE.key) ?? UNCLEAR
    const verdictOn = (mention: Mention) => verdicts.get(keyAt(mention, linked.mentions)) ?? mood()
    const epicentres = epicentresOf(linked, verdicts, article.title.length)
    const namedIds = epicentres.map((one) => one.asset.id)
    const hits = trends.find(linked.title, linked.body, namedIds)
    const headline = { ...linked.title, words: linked.titleRest }
    const types = typesOf(headline, linked.body, hintsOf(epicentres), epicentres.length > 0)
    const reach = reachOf(linked, types)
    const waves = ripple(epicentres, reach === 'company' ? 'company' : 'industry')
    if (epicentres.length === 0 || reach !== 'company') {
      waves.push(...themeWave(hits, mood(), new Set(namedIds)))
    }
    const impacts = epicentres.map((one) => named(one, hits, reach))
    for (const wave of strongest(waves)) impacts.push(reached(wave, hits, reach))
    impacts.push(...impacts.flatMap(onFurtherLines))
    const enrichment: Enrichment = {
      briefText: briefOf(article),
      newsTypes: types.map((entry) => entry.type),
      impactScore: scoreOf(headline, linked.body, { types, named: epicentres, systemic: reach === 'systemic' }),
      impacts,
      megatrends: hits,
      entities: entities.map(({ name, assetId, mention }) => ({
        name,
        assetId,
        ...verdictOn(mention),
      })),
    }
    const inTitle = linked.mentions.filter((one) => one.field === 'title').concat(linked.aside)
    const spans = inTitle.sort((a, b) => a.start - b.start).map(spanOf)
    return { enrichment, signature: sign(article.title, article.text, spans) }
  }

  function epicentresOf(linked: LinkedText, verdicts: ReadonlyMap<string, Verdict>, length: number): Epicentre[] {
    const first = new Map<number, LinkedMention>()
    for (const mention of linked.mentions) if (!first.has(mention.asset.id)) first.set(mention.asset.id, mention)
    const count = first.size
    return [...first.values()]
      .map((mention) => ({
        asset: mention.asset,
        verdict: senseOf(mention, verdicts.get(mention.key) ?? UNCLEAR, linked.title),
        relevance: relevanceOf(mention, length, count),
      }))
      .sort((a, b) => b.relevance - a.relevance || a.asset.id - b.asset.id)
  }

  /** The most fitting membership: of a hit trend (or a node in its branch), else the first core one. */
  function membershipOf(assetId: number, hits: readonly TrendHit[]): KnownMembership | null {
    const own = memberships.get(assetId)
    if (own === undefined) return null
    for (const { nodeId } of hits) {
      const direct = own.find((one) => one.nodeId === nodeId)
      if (direct !== undefined) return direct
      const branch = own.find(
        (one) => trends.ancestors(one.nodeId).includes(nodeId) || trends.ancestors(nodeId).includes(one.nodeId),
      )
      if (branch !== undefined) return branch
    }
    return own.find((one) => one.exposure === 'core') ?? null
  }

  function named(one: Epicentre, hits: readonly TrendHit[], reach: Reach): AssetImpact {
    const membership = membershipOf(one.asset.id, hits)
    const { direction, aspect, because } = one.verdict
    const name = pressName(one.asset)
    return {
      assetId: one.asset.id,
      direction,
      aspect,
      magnitude: reach === 'company' ? 1 : 2,
      tagged: true,
      role: membership?.role ?? null,
      exposure: membership?.exposure ?? null,
      relevance: one.relevance,
      rationale: `The story names ${name}${because === '' ? UNSAID[direction] : `: ${because}`}.`,
      hop: 0,
      path: [one.asset.id],
    }
  }

  /** The same effect on the company's other share classes; a shade less relevant, so that the main line leads. */
  function onFurtherLines(impact: AssetImpact): AssetImpact[] {
    return (furtherLines.get(impact.assetId) ?? []).map(({ targetId }) => ({
      ...impact,
      assetId: targetId,
      relevance: Math.round(impact.relevance * 95) / 100,
      path: [...impact.path.slice(0, -1), targetId],
    }))
  }

  function reached(wave: Wave, hits: readonly TrendHit[], reach: Reach): AssetImpact {
    const membership = membershipOf(wave.asset.id, hits)
    return {
      assetId: wave.asset.id,
      direction: wave.direction,
      aspect: wave.aspect,
      magnitude: reach === 'company' ? 1 : 2,
      tagged: false,
      role: membership?.role ?? null,
      exposure: membership?.exposure ?? null,
      relevance: Math.round(Math.min(0.95, wave.strength) * 100) / 100,
      rationale: wave.rationale,
      hop: wave.hop,
      path: wave.path,
    }
  }

  function reachOf(linked: LinkedText, types: readonly TypedNews[]): Reach {
    let reach: Reach = 'company'
    for (const hit of scopes.find(linked.title.words, linked.title.breaks)) {
      if (hit.value === 'systemic') return 'systemic'
      reach = 'industry'
    }
    const top = types[0]?.type
    if (top === 'macro_economic' || top === 'geopolitics') {
      return linked.mentions.some((mention) => mention.asset.type === 'stock') ? 'industry' : 'systemic'
    }
    return top === 'industry_thematic' ? 'industry' : reach
  }
}

type Reach = 'company' | 'industry' | 'systemic'

function spanOf({ asset, start, end, kind }: LinkedMention): NamedSpan {
  return { assetId: asset.id, start, end, own: kind !== 'alias' && kind !== 'person' }
}

/** One wave an asset, the strongest; no more than an article may have. */
function strongest(waves: readonly Wave[]): Wave[] {
  const best = new Map<number, Wave>()
  for (const wave of waves) {
    const old = best.get(wave.asset.id)
    if (old === undefined || wave.strength > old.strength) best.set(wave.asset.id, wave)
  }
  return [...best.values()]
    .sort((a, b) => b.strength - a.strength || (b.asset.marketCapUsd ?? 0) - (a.asset.marketCapUsd ?? 0))
    .slice(0, MOST_WAVES)
}

const KIND_FACTOR: Readonly<Record<string, number>> = { person: 0.85, former: 0.95, alias: 0.93 }

/** Headline beats body, early beats late, alone beats one of many. */
function relevanceOf(mention: LinkedMention, titleLength: number, count: number): number {
  const place = mention.field === 'title' ? 1 - 0.35 * (mention.start / Math.max(1, titleLength)) : 0.4
  const crowd = 1 / (1 + 0.1 * Math.max(0, count - 1))
  return Math.round(place * crowd * (KIND_FACTOR[mention.kind] ?? 1) * 100) / 100
}

/** Kinds of news that the named assets themselves speak for. */
function hintsOf(epicentres: readonly Epicentre[]): TypedNews[] {
  const hints: TypedNews[] = []
  const types = new Set(epicentres.map((one) => one.asset.type))
  if (types.has('crypto')) hints.push({ type: 'crypto_related', weight: 1.5 })
  if (types.has('forex')) hints.push({ type: 'forex_related', weight: 1.5 })
  if (types.has('commodity')) hints.push({ type: 'commodity_supply', weight: 1 })
  if (types.has('bond') || types.has('money_market')) hints.push({ type: 'macro_economic', weight: 1 })
  return hints
}

import type { Knowledge } from '../catalog/knowledge.pure.ts'
import { finish, type Pieces } from '../core/pieces.pure.ts'
import { writeBrief } from './classify/brief.pure.ts'
import { createImpactScorer } from './classify/impact-score.pure.ts'
import { createMegatrendFinder } from './classify/megatrend.pure.ts'
import { collectTypeHints, createNewsTypeClassifier } from './classify/news-type.pure.ts'
import { createQuoteConvention } from './classify/quote-convention.pure.ts'
import { createReachClassifier } from './classify/reach.pure.ts'
import { createDirectionClassifier } from './direction/direction.pure.ts'
import { indexIrregularVerbs } from './direction/lexicon/compile.pure.ts'
import { applyEvent } from './event/apply-event.pure.ts'
import { createEventReader } from './event/event-reader.pure.ts'
import { commonWordsInPieces } from './link/common-word.pure.ts'
import { createEntityLinker, type LinkedMention } from './link/entity-link.pure.ts'
import { createGivenNameLocator } from './link/given-name.pure.ts'
import { nameIndexInPieces } from './link/name-index.pure.ts'
import { createImpactAssembler } from './ripple/asset-impact.pure.ts'
import { createGraph } from './ripple/graph.pure.ts'
import { createMegatrendPropagator } from './ripple/megatrend-effect.pure.ts'
import { createPropagator } from './ripple/propagate.pure.ts'
import { collectSeeds, UNCLEAR_VERDICT } from './ripple/seed.pure.ts'
import { createSignatureBuilder, type NamedSpan, type StorySignature } from './story/signature.pure.ts'
import type { Lexicons } from './vocabulary/lexicons.pure.ts'
import type { ArticleText, Enrichment, Mention } from './vocabulary/verdict.pure.ts'

/** Takes an article and gives the assets it impacts, with direction and rationale, its news types, impact score and megatrends. */
export type Enricher = (article: ArticleText) => Enrichment

/** The enrichment of an article and the signature by which its story is recognised. */
export interface Reading {
  readonly enrichment: Enrichment
  readonly signature: StorySignature
}

/** Mention that stands for the whole headline: its verdict is the tone, for megatrends and names not found in the text. */
const WHOLE_HEADLINE: Mention = { key: 'whole', field: 'title', start: 0, end: 0 }

/** The reader without story signatures. */
export function createEnricher(knowledge: Knowledge, lexicons: Lexicons): Enricher {
  const read = createReader(knowledge, lexicons)
  return (article) => read(article).enrichment
}

/** The key of a span: that of the linked asset where a given name overlaps one. */
function findKeyAt(mention: Mention, linked: readonly Mention[]): string {
  const isOverlapping = (one: Mention) =>
    one.field === mention.field && one.start < mention.end && mention.start < one.end
  return linked.find(isOverlapping)?.key ?? mention.key
}

/** The linked mentions, and the given names that overlap none of them. */
function mergeMentions(linked: readonly Mention[], given: readonly Mention[]): Mention[] {
  return [...linked, ...given.filter((mention) => findKeyAt(mention, linked) === mention.key)]
}

/** What depends on the lexicons alone: listings change while the service runs, lexicons do not. */
function compileLexicons(lexicons: Lexicons) {
  return {
    signStory: createSignatureBuilder(lexicons.story),
    classifyDirections: createDirectionClassifier(lexicons.direction),
    classifyNewsTypes: createNewsTypeClassifier(lexicons.newsTypes),
    scoreImpact: createImpactScorer(lexicons.scorePhrases, lexicons.scoreOfTypes),
    applyQuoteConvention: createQuoteConvention(lexicons.quoteWords),
    classifyReach: createReachClassifier(lexicons.scope),
    irregular: indexIrregularVerbs(lexicons.direction.verbs),
  }
}

const compiled = new WeakMap<Lexicons, ReturnType<typeof compileLexicons>>()

/**
 * Prepares every index once. The returned function takes an article and runs the stages: link its names to assets, classify the
 * direction for each, read the event, classify news types, megatrends and reach, spread the effects along the graph, and sign the
 * story. It is pure and deterministic.
 */
export function createReader(knowledge: Knowledge, lexicons: Lexicons): (article: ArticleText) => Reading {
  return finish(readerInPieces(knowledge, lexicons))
}

/** The same, prepared piece by piece. */
export function* readerInPieces(knowledge: Knowledge, lexicons: Lexicons): Pieces<(article: ArticleText) => Reading> {
  const words = compiled.get(lexicons) ?? compileLexicons(lexicons)
  compiled.set(lexicons, words)
  const { signStory, classifyDirections, classifyNewsTypes, scoreImpact, applyQuoteConvention, classifyReach } = words
  yield
  const common = yield* commonWordsInPieces(knowledge, lexicons.link.commonWords)
  const names = yield* nameIndexInPieces(knowledge, lexicons.link, common)
  yield
  const link = createEntityLinker(knowledge, lexicons.link, common, names)
  const locateGiven = createGivenNameLocator(knowledge, names)
  yield
  const trends = createMegatrendFinder(knowledge, common)
  yield
  const edgesFrom = createGraph(knowledge)
  yield
  const propagate = createPropagator(edgesFrom, lexicons.ripple)
  const propagateToMembers = createMegatrendPropagator(knowledge)
  const assembleImpacts = createImpactAssembler(knowledge, trends.ancestors)
  yield
  const readEvent = createEventReader(knowledge, edgesFrom, lexicons.event, lexicons.places, words.irregular)

  return (article) => {
    const linked = link(article)
    const entities = locateGiven(article, linked)
    const verdicts = classifyDirections(
      article,
      mergeMentions(
        linked.mentions,
        entities.map((one) => one.mention),
      ),
    )
    const readTone = () => classifyDirections(article, [WHOLE_HEADLINE]).get(WHOLE_HEADLINE.key) ?? UNCLEAR_VERDICT
    const findVerdict = (mention: Mention) => verdicts.get(findKeyAt(mention, linked.mentions)) ?? readTone()
    const read = collectSeeds(linked, verdicts, applyQuoteConvention)
    const told = readEvent(linked, read)
    const moved = new Map(told.effects.map((effect) => [effect.asset.id, effect]))
    const seeds = read.map((seed) => applyEvent(seed, told))
    const namedIds = seeds.map((one) => one.asset.id)
    const hits = trends.find(linked.title, linked.body, namedIds)
    const headline = { ...linked.title, words: linked.maskedTitle }
    const types = classifyNewsTypes(
      headline,
      linked.body,
      [...collectTypeHints(seeds.map((one) => one.asset.type)), ...told.typeHints],
      seeds.length > 0,
    )
    const reach = classifyReach(linked, types)
    const spreading = seeds.filter((seed) => !moved.has(seed.asset.id))
    const effects = propagate(spreading, reach === 'company' ? 'company' : 'industry')
    for (const effect of moved.values()) if (!namedIds.includes(effect.asset.id)) effects.push(effect)
    if (moved.size === 0 && !told.isSilent && (seeds.length === 0 || reach !== 'company')) {
      effects.push(...propagateToMembers(hits, readTone(), new Set(namedIds)))
    }
    const enrichment: Enrichment = {
      briefText: writeBrief(article),
      newsTypes: types.map((entry) => entry.type),
      impactScore: scoreImpact(headline, linked.body, {
        types,
        named: seeds,
        isSystemic: reach === 'systemic',
        // A named company brings points of its own size and verdict.
        eventPoints: seeds.some((one) => one.asset.type === 'stock') ? 0 : told.scorePoints,
      }),
      impacts: assembleImpacts({ seeds, effects, isEvent: moved.size > 0, trends: hits, reach }),
      megatrends: hits,
      entities: entities.map(({ name, assetId, mention }) => ({
        name,
        assetId,
        ...findVerdict(mention),
      })),
    }
    const inTitle = linked.mentions.filter((one) => one.field === 'title').concat(linked.modifiers)
    const spans = inTitle.sort((a, b) => a.start - b.start).map(toNamedSpan)
    return { enrichment, signature: signStory(article.title, article.text, spans) }
  }
}

function toNamedSpan({ asset, start, end, kind }: LinkedMention): NamedSpan {
  return { assetId: asset.id, start, end, isOwnName: kind !== 'alias' && kind !== 'person' }
}

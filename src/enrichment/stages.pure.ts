import type { Knowledge } from '../catalog/knowledge.pure.ts'
import type { Pieces } from '../core/pieces.pure.ts'
import { createEventSizer, createImpactScorer } from './classify/impact-score.pure.ts'
import { createMegatrendFinder } from './classify/megatrend.pure.ts'
import { createNewsTypeClassifier } from './classify/news-type.pure.ts'
import { createQuoteConvention, createQuoteSign } from './classify/quote-convention.pure.ts'
import { createReachClassifier } from './classify/reach.pure.ts'
import { createStoryEventNews } from './classify/story-event-news.pure.ts'
import { createJudge } from './confidence/judge.pure.ts'
import { createDirectionClassifier } from './direction/direction.pure.ts'
import { indexIrregularVerbs } from './direction/lexicon/compile.pure.ts'
import { createEventReader } from './event/event-reader.pure.ts'
import { createEntityLinker } from './link/entity-link.pure.ts'
import { createGivenNameLocator } from './link/given-name.pure.ts'
import { nameIndexInPieces } from './link/name-index.pure.ts'
import { createImpactAssembler } from './ripple/asset-impact.pure.ts'
import { createHomeMarket } from './ripple/bound.pure.ts'
import { createCauseReader } from './ripple/cause.pure.ts'
import { createEventBound } from './ripple/event-bound.pure.ts'
import { createEventFilter } from './ripple/event-filter.pure.ts'
import { createGraph } from './ripple/graph.pure.ts'
import { createMegatrendPropagator } from './ripple/megatrend-effect.pure.ts'
import { createPropagator } from './ripple/propagate.pure.ts'
import { readPressName } from './ripple/rationale.pure.ts'
import { createThemeSubject } from './ripple/theme-subject.pure.ts'
import { createKindFit } from './sign/kind-fit.pure.ts'
import { createSignNetwork } from './sign/network.pure.ts'
import { createSignatureBuilder } from './story/signature.pure.ts'
import { createFactReader } from './summary/facts.pure.ts'
import { createSummaryWriter } from './summary/sentence.pure.ts'
import type { Lexicons } from './vocabulary/lexicons.pure.ts'

/** What depends on the lexicons alone: listings change while the service runs, lexicons do not. */
function compileLexicons(lexicons: Lexicons) {
  return {
    signStory: createSignatureBuilder(lexicons.story),
    classifyDirections: createDirectionClassifier(lexicons.direction),
    classifyNewsTypes: createNewsTypeClassifier(lexicons.newsTypes),
    scoreImpact: createImpactScorer(lexicons.scorePhrases, lexicons.scoreOfTypes, lexicons.scoreOfAmounts),
    applyQuoteConvention: createQuoteConvention(lexicons.quoteWords),
    quoteSignOf: createQuoteSign(lexicons.quoteWords),
    classifyReach: createReachClassifier(lexicons.scope),
    judgeOf: createJudge(lexicons.confidence),
    readCause: createCauseReader(lexicons.causes.signs),
    irregular: indexIrregularVerbs(lexicons.direction.verbs),
    writeSummary: createSummaryWriter(lexicons.summary),
    readEventNews: createStoryEventNews(lexicons.eventNews, lexicons.story),
    sizeEvent: createEventSizer(lexicons.event),
    readNetwork: createSignNetwork(lexicons.sign),
    fitKinds: createKindFit(lexicons.kindMeanings),
  }
}

const compiled = new WeakMap<Lexicons, ReturnType<typeof compileLexicons>>()

/** Prepares the stages of enrichment part by part: every index is built once. */
export function* stagesInPieces(knowledge: Knowledge, lexicons: Lexicons) {
  const words = compiled.get(lexicons) ?? compileLexicons(lexicons)
  compiled.set(lexicons, words)
  yield
  const names = yield* nameIndexInPieces(knowledge, lexicons.link)
  yield
  const link = createEntityLinker(knowledge, lexicons.link, names)
  const locateGiven = createGivenNameLocator(knowledge, lexicons.link, names)
  yield
  const findThemes = createMegatrendFinder(knowledge, names.common, lexicons.themes)
  yield
  const graph = createGraph(knowledge, lexicons.noteWords)
  yield
  const home = createHomeMarket(lexicons.event.groups)
  const propagate = createPropagator(graph, lexicons.ripple, lexicons.causes.phrases, home)
  const propagateToMembers = createMegatrendPropagator(knowledge, lexicons.ripple, lexicons.themes)
  const filterEvent = createEventFilter(graph)
  const boundEvent = createEventBound(graph, home)
  const findThemeSubject = createThemeSubject(knowledge, names.common, lexicons.event.countries)
  const assembleImpacts = createImpactAssembler(knowledge, lexicons.causes.phrases)
  yield
  const readTitle = createEventReader(knowledge, graph, lexicons, words.irregular)
  yield
  const pressNames = new Map(
    knowledge.assets.map((asset) => [
      asset.id,
      lexicons.summary.names.get(`asset/${asset.ticker}`)?.en || readPressName(asset),
    ]),
  )
  return {
    ...words,
    ...{ link, locateGiven, findThemes, readTitle, filterEvent, boundEvent, findThemeSubject },
    ...{ propagate, propagateToMembers, assembleImpacts },
    readFacts: createFactReader(lexicons.summary, lexicons.event, lexicons.story, knowledge.assets),
    pressNameOf: (assetId: number) => pressNames.get(assetId) ?? '',
  }
}

/** All stages, prepared. */
export type Stages = ReturnType<typeof stagesInPieces> extends Pieces<infer Prepared> ? Prepared : never

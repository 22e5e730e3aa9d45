import type { Knowledge } from '../catalog/knowledge.pure.ts'
import { finish, type Pieces } from '../core/pieces.pure.ts'
import { createEventSizer } from './classify/event-size.pure.ts'
import { createImpactScorer } from './classify/impact-score.pure.ts'
import { createMegatrendFinder } from './classify/megatrend.pure.ts'
import { collectTypeHints, createNewsTypeClassifier } from './classify/news-type.pure.ts'
import { createQuoteConvention } from './classify/quote-convention.pure.ts'
import { createReachClassifier } from './classify/reach.pure.ts'
import { createStoryEventNews } from './classify/story-event-news.pure.ts'
import { createJudge, type Judgement } from './confidence/judge.pure.ts'
import { createDirectionClassifier } from './direction/direction.pure.ts'
import { indexIrregularVerbs } from './direction/lexicon/compile.pure.ts'
import { applyEvent, applySilence } from './event/apply-event.pure.ts'
import { createEventReader } from './event/event-reader.pure.ts'
import { commonWordsInPieces } from './link/common-word.pure.ts'
import { createEntityLinker, type LinkedMention, type LinkedText, MASKED } from './link/entity-link.pure.ts'
import { createGivenNameLocator } from './link/given-name.pure.ts'
import { nameIndexInPieces } from './link/name-index.pure.ts'
import { createImpactAssembler } from './ripple/asset-impact.pure.ts'
import { createCauseReader, OWN_NAME } from './ripple/cause.pure.ts'
import { createGraph } from './ripple/graph.pure.ts'
import { createMegatrendPropagator } from './ripple/megatrend-effect.pure.ts'
import { createPropagator } from './ripple/propagate.pure.ts'
import { readPressName } from './ripple/rationale.pure.ts'
import { collectSeeds, UNCLEAR_VERDICT } from './ripple/seed.pure.ts'
import { createThemeSubject } from './ripple/theme-subject.pure.ts'
import { createEventSieve } from './ripple/told-effect.pure.ts'
import { createSignatureBuilder, type NamedSpan, type StorySignature } from './story/signature.pure.ts'
import { readHeadline } from './story/strip-labels.pure.ts'
import { readAmount } from './summary/amount.pure.ts'
import { createFactReader } from './summary/facts.pure.ts'
import { createSummaryWriter } from './summary/sentence.pure.ts'
import type { TokenisedText } from './text/token.pure.ts'
import type { Lexicons } from './vocabulary/lexicons.pure.ts'
import type { ArticleText, Enrichment, Mention } from './vocabulary/verdict.pure.ts'

/** Takes an article and gives the assets it impacts, with direction and rationale, its news types, impact score and megatrends. */
export type Enricher = (article: ArticleText) => Enrichment

/** The enrichment of an article and the signature by which its story is recognised. */
export interface Reading {
  readonly enrichment: Enrichment
  readonly signature: StorySignature
  /** What each verdict rests on, for calibration. */
  readonly judgements: readonly Judgement[]
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
    judgeOf: createJudge(lexicons.confidence),
    readCause: createCauseReader(lexicons.causes.signs),
    irregular: indexIrregularVerbs(lexicons.direction.verbs),
    writeSummary: createSummaryWriter(lexicons.summary),
    readEventNews: createStoryEventNews(lexicons.eventNews, lexicons.story),
    sizeEvent: createEventSizer(lexicons.event),
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
  const { writeSummary, readEventNews, sizeEvent, judgeOf, readCause } = words
  yield
  const common = yield* commonWordsInPieces(knowledge, lexicons.link.commonWords)
  const names = yield* nameIndexInPieces(knowledge, lexicons.link, common)
  yield
  const link = createEntityLinker(knowledge, lexicons.link, common, names)
  const locateGiven = createGivenNameLocator(knowledge, lexicons.link, common, names)
  yield
  const trends = createMegatrendFinder(knowledge, common, lexicons.themes)
  yield
  const graph = createGraph(knowledge)
  yield
  const propagate = createPropagator(graph, lexicons.ripple, lexicons.causes.phrases)
  const propagateToMembers = createMegatrendPropagator(knowledge, lexicons.ripple, lexicons.themes)
  const siftEvent = createEventSieve(graph)
  const findThemeSubject = createThemeSubject(knowledge, common, lexicons.event.countries)
  const assembleImpacts = createImpactAssembler(knowledge, trends.ancestors, lexicons.causes.phrases)
  yield
  const readEvent = createEventReader(knowledge, graph.edgesFrom, lexicons.event, lexicons.places, words.irregular)
  yield
  const pressNames = new Map(
    knowledge.assets.map((asset) => [
      asset.id,
      lexicons.summary.names.get(`asset/${asset.ticker}`)?.en || readPressName(asset),
    ]),
  )
  const readFacts = createFactReader(lexicons.summary, lexicons.event, lexicons.story, knowledge.assets)

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
    const plain = withoutNames(linked)
    const told = siftEvent(readEvent(linked, read), read, (verdict) => readCause(plain, [], 'stock', verdict))
    const moved = new Map(told.effects.map((effect) => [effect.asset.id, effect]))
    const namedIds = read.map((one) => one.asset.id)
    const headline = { ...linked.title, words: linked.maskedTitle }
    const inTitle = linked.mentions.filter((one) => one.field === 'title').concat(linked.modifiers)
    const spans = inTitle.sort((a, b) => a.start - b.start).map(toNamedSpan)
    const signature = signStory(article.title, article.text, spans)
    const news = readEventNews(signature.events)
    const types = classifyNewsTypes(
      headline,
      linked.body,
      [...collectTypeHints(read.map((one) => one.asset.type)), ...told.typeHints, ...news.hints],
      read.length > 0,
    )
    const judge = judgeOf({ linked, told, types })
    const seeds = read.map((seed) => judge.judgeSeed(applyEvent(seed, told), seed.verdict))
    const reach = classifyReach(linked, types)
    const newsTypes = types.map((entry) => entry.type)
    const named = seeds.map(({ asset, relevance, verdict }) => ({
      asset,
      relevance,
      aspect: verdict.direction === 'ambiguous' ? null : verdict.aspect,
    }))
    const themes = trends.find({
      ...maskOwnNames(linked),
      titleWords: linked.title.words,
      named,
      newsTypes,
      eventKind: told.event?.kind ?? null,
    })
    const sources = seeds.map((seed) => ({
      ...seed,
      cause: readCause(withoutNames(linked, seed.asset.id), newsTypes, seed.asset.type, seed.verdict),
    }))
    const spreading = sources.filter(({ asset }) => {
      const role = moved.get(asset.id)?.role
      return role === undefined || role === 'struck'
    })
    const effects = propagate(spreading, {
      scope: reach === 'company' ? 'company' : 'industry',
      trends: themes.all.map(({ nodeId }) => nodeId),
    })
    for (const effect of moved.values()) if (!namedIds.includes(effect.asset.id)) effects.push(effect)
    const theme = moved.size === 0 && !told.isSilent ? findThemeSubject(linked) : null
    if (theme !== null) {
      const { nodeIds, mention, isFirst } = theme
      const own = classifyDirections(article, [mention]).get(mention.key) ?? UNCLEAR_VERDICT
      const verdict = own.because === '' && isFirst ? readTone() : own
      effects.push(
        ...propagateToMembers(
          { nodeIds, verdict, cause: readCause(plain, newsTypes, 'stock', verdict) },
          new Set(namedIds),
        ),
      )
    }
    const impacts = assembleImpacts({
      ...{ sources, effects, isEvent: moved.size > 0, trends: themes.all },
      ...{ reach, judgeEffect: judge.judgeEffect },
    })
    const briefFacts = readFacts({ title: linked.title, seeds, told, events: signature.events, newsTypes, impacts })
    const enrichment: Enrichment = {
      briefText: briefFacts.key.startsWith('topic/')
        ? readHeadline(article.title)
        : writeSummary(briefFacts, 'en', (id) => pressNames.get(id) ?? ''),
      briefSource: 'rules',
      briefFacts,
      newsTypes,
      impactScore: scoreImpact(headline, linked.body, {
        types,
        named: seeds,
        isSystemic: reach === 'systemic',
        // A named company brings points of its own size and verdict.
        eventPoints:
          seeds.some((one) => one.asset.type === 'stock') && told.event?.place == null
            ? 0
            : sizeEvent(told.event) + told.scorePoints,
        storyPoints: news.points,
        amount: readAmount(article.title),
      }),
      impacts,
      megatrends: themes.all,
      entities: entities.map(({ name, assetId, mention }) =>
        judge.judgeGiven({ name, assetId, ...applySilence(findVerdict(mention), mention, linked, told) }),
      ),
    }
    return { enrichment, signature, judgements: judge.judgements }
  }
}

function toNamedSpan({ asset, start, end, kind }: LinkedMention): NamedSpan {
  return { assetId: asset.id, start, end, isOwnName: kind !== 'alias' && kind !== 'person' }
}

/** Title and body with the companies' own names masked, so that a name does not speak of the theme it is taken from. */
function maskOwnNames({ title, body, mentions }: LinkedText): { title: TokenisedText; body: TokenisedText | null } {
  const own = mentions.filter(({ asset, kind }) => asset.type === 'stock' && kind !== 'alias')
  const mask = (tokens: TokenisedText, field: LinkedMention['field']): TokenisedText => {
    const spans = own.filter((mention) => mention.field === field)
    if (spans.length === 0) return tokens
    const isOwn = (place: number) =>
      spans.some(({ start, end }) => (tokens.starts[place] ?? 0) >= start && (tokens.ends[place] ?? 0) <= end)
    return { ...tokens, words: tokens.words.map((word, place) => (isOwn(place) ? MASKED : word)) }
  }
  return { title: mask(title, 'title'), body: body && mask(body, 'text') }
}

/** The title without the names of companies, whose words tell nothing: "T. Rowe Price rises"; the name of one of them is told apart. */
function withoutNames({ title, mentions }: LinkedText, ownId?: number): string {
  let text = title.text
  const named = mentions.filter(({ field, asset }) => field === 'title' && asset.type === 'stock')
  for (const { asset, start, end } of named.toSorted((a, b) => b.start - a.start)) {
    text = `${text.slice(0, start)}${asset.id === ownId ? OWN_NAME : '_'}${text.slice(end)}`
  }
  return text
}

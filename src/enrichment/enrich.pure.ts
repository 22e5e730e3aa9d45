import type { Knowledge } from '../catalog/knowledge.pure.ts'
import { finish, type Pieces } from '../core/pieces.pure.ts'
import { collectTypeHints } from './classify/news-type.pure.ts'
import type { Judgement } from './confidence/judge.pure.ts'
import { applyEvent, applySilence } from './event/effect/apply-event.pure.ts'
import type { LinkedMention } from './link/entity-link.pure.ts'
import { maskOwnNames, withoutNames } from './link/own-name.pure.ts'
import { isOfBrand } from './ripple/bound.pure.ts'
import { collectSeeds, UNCLEAR_VERDICT } from './ripple/seed.pure.ts'
import { stagesInPieces } from './stages.pure.ts'
import type { NamedSpan, StorySignature } from './story/signature.pure.ts'
import { blankLabel, readHeadline } from './story/strip-labels.pure.ts'
import { readAmount, toDollars } from './summary/amount.pure.ts'
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

/**
 * Prepares every index once. The returned function takes an article and runs the stages: link its names to assets, classify the
 * direction for each, read the event, classify news types, megatrends and reach, spread the effects along the graph, and sign the
 * story. It is pure and deterministic.
 */
export function createReader(knowledge: Knowledge, lexicons: Lexicons): (article: ArticleText) => Reading {
  return finish(readerInPieces(knowledge, lexicons))
}

/** The same, prepared part by part. */
export function* readerInPieces(knowledge: Knowledge, lexicons: Lexicons): Pieces<(article: ArticleText) => Reading> {
  const stages = yield* stagesInPieces(knowledge, lexicons)
  const { link, locateGiven, classifyDirections, applyQuoteConvention, readEvent, filterEvent, readCause } = stages
  const { signStory, readEventNews, classifyNewsTypes, judgeOf, classifyReach, trends, findThemeSubject } = stages
  const {
    boundEvent,
    propagate,
    propagateToMembers,
    assembleImpacts,
    readFacts,
    writeSummary,
    scoreImpact,
    sizeEvent,
  } = stages

  return (given) => {
    const article = { ...given, title: blankLabel(given.title) }
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
    const told = filterEvent(readEvent(linked, read), read, (verdict) => readCause(plain, [], 'stock', verdict))
    const namedIds = read.map((one) => one.asset.id)
    const priceMoved = new Set(read.filter(({ verdict }) => verdict.isPriceMove === true).map(({ asset }) => asset.id))
    const headline = { ...linked.title, words: linked.maskedTitle }
    const inTitle = linked.mentions.filter((one) => one.field === 'title').concat(linked.modifiers)
    const spans = inTitle.sort((a, b) => a.start - b.start).map(toNamedSpan)
    const signature = signStory(article.title, article.text, spans, linked.title)
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
    const amount = readAmount(article.title)
    const bounds = {
      spoken: themes.spoken.map(({ nodeId }) => nodeId),
      amountUsd: toDollars(amount),
      isOfBrand: isOfBrand(linked),
    }
    const companies = seeds.map(({ asset }) => asset).filter(({ type }) => type === 'stock')
    const sources = seeds.map((seed) => ({
      ...seed,
      cause: readCause(withoutNames(linked, seed.asset.id), newsTypes, seed.asset.type, seed.verdict),
    }))
    const isCurbed = sources.some(({ cause }) => cause === 'trade_curb')
    // Of what is wanted in a trade the trade itself tells who sells it.
    const isOfTrade =
      told.event?.kind === 'demand' &&
      !linked.mentions.some(({ asset, field }) => asset.type === 'stock' && field === 'title')
    const subject = !told.isSilent && (isOfTrade || told.effects.length === 0) ? findThemeSubject(linked) : null
    const moved = new Map(
      boundEvent(told, { ...bounds, theme: isOfTrade ? subject : null, isOfTrade, companies, isCurbed }).map(
        (effect) => [effect.asset.id, effect],
      ),
    )
    // Buyers that one named company takes from another are taken from nobody else.
    const isBetweenTwo = told.event?.kind === 'buyers' && told.event.roles.peer?.length === 0
    const spreading = (isBetweenTwo ? [] : sources).filter(({ asset }) => {
      const role = moved.get(asset.id)?.role
      return role === undefined || role === 'struck'
    })
    // What the table of events says of an asset outweighs what spreads to it.
    const effects = propagate(spreading, {
      scope: reach === 'company' ? 'company' : 'industry',
      trends: themes.all.map(({ nodeId }) => nodeId),
      ...bounds,
    }).filter(({ asset }) => !told.effects.some((effect) => effect.asset.id === asset.id))
    for (const effect of moved.values()) if (!namedIds.includes(effect.asset.id)) effects.push(effect)
    const isOfMarket = [...moved.values()].some(({ asset }) => asset.type === 'commodity')
    const theme =
      moved.size === 0 && !told.isSilent ? (subject ?? findThemeSubject(linked)) : isOfMarket ? null : subject
    if (theme !== null) {
      const { nodeIds, words, mention, isFirst } = theme
      const own = classifyDirections(article, [mention]).get(mention.key) ?? UNCLEAR_VERDICT
      const verdict = own.because === '' && isFirst ? readTone() : own
      effects.push(
        ...propagateToMembers(
          { nodeIds, words, verdict, cause: readCause(plain, newsTypes, 'stock', verdict) },
          new Set(namedIds),
        ),
      )
    }
    const impacts = assembleImpacts({
      ...{ sources, effects, isEvent: moved.size > 0, trends: themes.all },
      ...{ reach, judgeEffect: judge.judgeEffect },
    })
    const briefFacts = readFacts({
      title: linked.title,
      seeds,
      priceMoved,
      told,
      events: signature.events,
      newsTypes,
      impacts,
    })
    const enrichment: Enrichment = {
      briefText: briefFacts.key.startsWith('topic/')
        ? readHeadline(given.title)
        : writeSummary(briefFacts, 'en', stages.pressNameOf),
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
        amount,
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

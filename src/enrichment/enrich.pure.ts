import type { Knowledge } from '../catalog/knowledge.pure.ts'
import { once } from '../core/once.pure.ts'
import { finish, type Pieces, sideBySide } from '../core/pieces.pure.ts'
import { inOwnBusiness } from './classify/member-business.pure.ts'
import { collectTypeHints } from './classify/news-type.pure.ts'
import type { Judgement } from './confidence/judge.pure.ts'
import { applyEvent, applySilence } from './event/effect/apply-event.pure.ts'
import type { EventReading } from './event/event-reader.pure.ts'
import { isOverlapping, type LinkedMention, maskOwnNames, withoutNames } from './link/entity-link.pure.ts'
import { isOfBrand } from './ripple/bound.pure.ts'
import { collectSeeds, isTurned, type Seed, UNCLEAR_VERDICT } from './ripple/seed.pure.ts'
import { toSource } from './ripple/source.pure.ts'
import { decideSeed, decideVerdict, sharesOf } from './sign/decide.pure.ts'
import { type HeadlineInput, type InputName, isAsked, isMakers, isUnit, readInput } from './sign/input.pure.ts'
import { toLearntReading } from './sign/learnt-reading.pure.ts'
import { reconsiderEvent } from './sign/reconsider-event.pure.ts'
import { weighRules } from './sign/rule-reading.pure.ts'
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
  /** The headline as the network sees it, for training. */
  readonly signInput: HeadlineInput
}

/** Reads an article, a stage in each piece. */
export type StagedReader = (article: ArticleText) => Pieces<Reading>

/** Articles that are read side by side: more are no faster, and all of them are in memory. */
const TOGETHER = 64

/** Mention that stands for the whole headline: its verdict is the tone, for megatrends and names not found in the text. */
const WHOLE_HEADLINE: Mention = { key: 'whole', field: 'title', start: 0, end: 0 }

/** The reader without story signatures. */
export function createEnricher(knowledge: Knowledge, lexicons: Lexicons): Enricher {
  const read = createReader(knowledge, lexicons)
  return (article) => read(article).enrichment
}

/**
 * Prepares every index once. The returned function takes an article and runs the stages: link its names to assets, classify the
 * direction for each, read the event, classify news types, megatrends and reach, spread the effects along the graph, and sign the
 * story. It is pure and deterministic.
 */
export function createReader(knowledge: Knowledge, lexicons: Lexicons): (article: ArticleText) => Reading {
  const read = finish(readerInPieces(knowledge, lexicons))
  return (article) => finish(read(article))
}

/**
 * Reads many articles side by side, stage by stage: a stage at a time of one article leaves the caches of the processor at the next, and
 * reading takes nearly twice as long. The readings are in the order of the articles.
 */
export function* readTogether<Read>(
  read: (article: ArticleText) => Pieces<Read>,
  articles: readonly ArticleText[],
): Pieces<Read[]> {
  const readings: Read[] = []
  for (let from = 0; from < articles.length; from += TOGETHER)
    readings.push(...(yield* sideBySide(articles.slice(from, from + TOGETHER).map(read))))
  return readings
}

/** The same, prepared part by part. */
export function* readerInPieces(knowledge: Knowledge, lexicons: Lexicons): Pieces<StagedReader> {
  const stages = yield* stagesInPieces(knowledge, lexicons)

  return function* (given): Pieces<Reading> {
    const article = { ...given, title: blankLabel(given.title) }
    const linked = stages.link(article)
    yield
    const entities = stages.locateGiven(article, linked)
    // A given name that overlaps a linked one is judged as that.
    const keyOf = (mention: Mention) => linked.mentions.find((one) => isOverlapping(one, mention))?.key ?? mention.key
    const unlinked = entities.map(({ mention }) => mention).filter((mention) => keyOf(mention) === mention.key)
    const verdicts = stages.classifyDirections(article, [...linked.mentions, ...unlinked])
    yield
    const readTone = () =>
      stages.classifyDirections(article, [WHOLE_HEADLINE]).get(WHOLE_HEADLINE.key) ?? UNCLEAR_VERDICT
    const findVerdict = (mention: Mention) => verdicts.get(keyOf(mention)) ?? readTone()
    const read = collectSeeds(linked, verdicts, stages.applyQuoteConvention)
    const plain = withoutNames(linked)
    const filterEvent = (reading: EventReading) =>
      stages.filterEvent(reading, read, (verdict) => stages.readCause(plain, [], 'stock', verdict))
    yield
    const events = yield* stages.readTitle(linked, read)
    yield
    const first = filterEvent(events.byRules)
    const namedIds = read.map((one) => one.asset.id)
    const speakers = new Set(linked.sources.map(({ asset }) => asset.ticker))
    const signInput = readInput(linked, first.tags, unlinked, stages.quoteSignOf, ({ ticker, key, quoteSign }) => {
      const seed = read.find(({ asset }) => asset.ticker === ticker)
      const words = seed?.verdict ?? (key === null ? undefined : verdicts.get(key))
      const effect = first.effects.find(({ asset }) => asset.ticker === ticker)
      const reading = {
        words,
        effect,
        both: seed === undefined ? (words ?? effect)?.direction : applyEvent(seed, first).verdict.direction,
        isSpeaker: ticker !== null && speakers.has(ticker),
        isSilent: first.isSilent || (seed !== undefined && first.mentioned.has(seed.asset.id)),
      }
      return weighRules(reading, quoteSign)
    })
    yield
    const network = stages.readNetwork(signInput)
    // What a rival does is read of the rival.
    const rivalled = new Set<string | null>(
      read.flatMap(({ asset }) => (first.rivalled.has(asset.id) ? [asset.ticker] : [])),
    )
    const signed = signInput.names.flatMap((name, i) =>
      isAsked(name) && !isUnit(linked.title.text, name) && !rivalled.has(name.ticker)
        ? [
            {
              name: isMakers(linked.title.text, name) ? { ...name, ticker: null } : name,
              readShares: once(() => sharesOf(network.signsOf(i), name.quoteSign)),
            },
          ]
        : [],
    )
    yield
    const learnt = toLearntReading(signInput, network)
    const again = reconsiderEvent(first, events, signInput, learnt, signed)
    const told = filterEvent(events.addTrades(again ?? events.byRules, learnt))
    yield
    const sharesFor = (is: (name: InputName) => boolean) => signed.find(({ name }) => is(name))?.readShares()
    const headline = { ...linked.title, words: linked.maskedTitle }
    const inTitle = linked.mentions.filter((one) => one.field === 'title').concat(linked.modifiers)
    const spans = inTitle.sort((a, b) => a.start - b.start).map(toNamedSpan)
    yield
    const signature = stages.signStory(article.title, article.text, spans, linked.title)
    const news = stages.readEventNews(signature.events)
    yield
    const types = stages.classifyNewsTypes(
      headline,
      linked.body,
      [...collectTypeHints(read.map((one) => one.asset.type)), ...told.typeHints, ...news.hints],
      read.length > 0,
    )
    yield
    const judge = stages.judgeOf({ linked, told, types })
    const decide = (seed: Seed) =>
      decideSeed(
        seed,
        sharesFor(({ ticker }) => ticker === seed.asset.ticker),
      )
    const decideGiven = (mention: Mention) => {
      const isHere = ({ start, end }: InputName) =>
        mention.field === 'title' && start < mention.end && mention.start < end
      return decideVerdict(applySilence(findVerdict(mention), mention, linked, told), sharesFor(isHere))
    }
    const seeds = read.map((seed) => judge.judgeSeed(decide(applyEvent(seed, told)), seed.verdict))
    const reach = stages.classifyReach(linked, types)
    const newsTypes = types.map((entry) => entry.type)
    yield
    const themes = stages.findThemes({
      ...maskOwnNames(linked),
      titleWords: linked.title.words,
      named: inOwnBusiness(seeds, told.event),
      newsTypes,
      eventKind: told.event?.kind ?? null,
    })
    yield
    const amount = readAmount(article.title)
    const bounds = {
      spoken: themes.spoken.map(({ nodeId }) => nodeId),
      amountUsd: toDollars(amount),
      isOfBrand: isOfBrand(linked),
    }
    const companies = seeds.map(({ asset }) => asset).filter(({ type }) => type === 'stock')
    const causeOf = (seed: Seed) =>
      isTurned(seed, read)
        ? 'other'
        : stages.readCause(withoutNames(linked, seed.asset.id), newsTypes, seed.asset.type, seed.verdict)
    const sources = seeds.map((seed) => toSource(seed, causeOf(seed), told.effects))
    const isCurbed = sources.some(({ cause }) => cause === 'trade_curb')
    // Of what is wanted in a trade the trade itself tells who sells it.
    const isOfTrade =
      told.event?.kind === 'demand' &&
      !linked.mentions.some(({ asset, field }) => asset.type === 'stock' && field === 'title')
    const isSubjectRead = !told.isSilent && (isOfTrade || told.effects.length === 0)
    const subject = isSubjectRead ? stages.findThemeSubject(linked) : null
    const eventBounds = {
      ...{ ...bounds, title: article.title, theme: isOfTrade ? subject : null },
      ...{ isOfTrade, companies, isCurbed },
    }
    const moved = new Map(stages.boundEvent(told, eventBounds).map((effect) => [effect.asset.id, effect]))
    // Buyers that one named company takes from another are taken from nobody else, and its own outlook is nobody else's.
    const { kind, roles } = told.event ?? { kind: null, roles: {} }
    const isItsOwn =
      roles.peer?.length === 0 && (kind === 'buyers' || (kind === 'guidance' && roles.supplier === undefined))
    const unclear = new Set(
      read.filter(({ verdict }) => verdict.direction === 'ambiguous').map(({ asset }) => asset.id),
    )
    // The network says that a name gains or loses, not what happened to it: nothing that could pass on.
    yield
    const spreading = (isItsOwn ? [] : sources).filter(
      ({ asset, verdict }) => verdict.grounds?.[0] !== 'read=network' || !unclear.has(asset.id),
    )
    const ownersOnly = new Set([...moved.values()].flatMap(({ asset, role }) => (role === 'struck' ? [] : [asset.id])))
    // What the table of events says of an asset outweighs what spreads to it.
    const effects = stages
      .propagate(spreading, {
        scope: reach === 'company' ? 'company' : 'industry',
        trends: themes.all.map(({ nodeId }) => nodeId),
        ownersOnly,
        ...bounds,
      })
      .filter(({ asset }) => !told.effects.some((effect) => effect.asset.id === asset.id))
    for (const effect of moved.values()) if (!namedIds.includes(effect.asset.id)) effects.push(effect)
    yield
    const isOfMarket = [...moved.values()].some(({ asset }) => asset.type === 'commodity')
    const theme =
      moved.size === 0 && !told.isSilent && !isSubjectRead
        ? stages.findThemeSubject(linked)
        : isOfMarket
          ? null
          : subject
    if (theme !== null) {
      const { mention, isFirst } = theme
      const own = stages.classifyDirections(article, [mention]).get(mention.key) ?? UNCLEAR_VERDICT
      const verdict = own.because === '' && isFirst ? readTone() : own
      const cause = stages.readCause(plain, newsTypes, 'stock', verdict)
      effects.push(...stages.propagateToMembers({ ...theme, verdict, cause }, new Set(namedIds)))
    }
    yield
    const { judgeEffect } = judge
    const isEvent = moved.size > 0
    const impacts = stages.assembleImpacts({ sources, effects, isEvent, trends: themes.all, reach, judgeEffect })
    yield
    const { title } = linked
    const briefFacts = stages.readFacts({
      title,
      read,
      seeds: sources,
      told,
      events: signature.events,
      newsTypes,
      impacts,
      amount,
    })
    yield
    const isUntold = briefFacts.key.startsWith('topic/')
    // A named company brings points of its own size and verdict.
    const isOfCompany = companies.length > 0 && told.event?.place == null
    const enrichment: Enrichment = {
      briefText: isUntold ? readHeadline(given.title) : stages.writeSummary(briefFacts, 'en', stages.pressNameOf),
      briefSource: 'rules',
      briefFacts,
      newsTypes,
      impactScore: stages.scoreImpact(headline, linked.body, {
        types,
        named: seeds,
        isSystemic: reach === 'systemic',
        eventPoints: isOfCompany ? 0 : stages.sizeEvent(told.event) + told.scorePoints,
        storyPoints: news.points,
        amount,
      }),
      impacts,
      megatrends: themes.all,
      entities: entities.map(({ name, assetId, mention }) =>
        judge.judgeGiven({ name, assetId, ...decideGiven(mention) }),
      ),
    }
    return { enrichment, signature, judgements: judge.judgements, signInput }
  }
}

function toNamedSpan({ asset, start, end, kind }: LinkedMention): NamedSpan {
  return { assetId: asset.id, start, end, isOwnName: kind !== 'alias' && kind !== 'person' }
}

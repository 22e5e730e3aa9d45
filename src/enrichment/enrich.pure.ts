import type { Knowledge } from '../catalog/knowledge.pure.ts'
import { finish, type Pieces, sideBySide } from '../core/pieces.pure.ts'
import type { Judgement } from './confidence/judge.pure.ts'
import { applySilence } from './event/effect/apply-event.pure.ts'
import { readEvent, type ToldEvent } from './reading/event.pure.ts'
import { readImpacts } from './reading/impact.pure.ts'
import { type NamedArticle, readNames } from './reading/names.pure.ts'
import { readTopic } from './reading/topic.pure.ts'
import { decideVerdict } from './sign/decide.pure.ts'
import type { HeadlineInput } from './sign/input.pure.ts'
import { stagesInPieces } from './stages.pure.ts'
import type { StorySignature } from './story/signature.pure.ts'
import { blankLabel, readHeadline } from './story/strip-labels.pure.ts'
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
const TOGETHER = 128

/** The reader without story signatures. */
export function createEnricher(knowledge: Knowledge, lexicons: Lexicons): Enricher {
  const read = createReader(knowledge, lexicons)
  return (article) => read(article).enrichment
}

/** Prepares every index once. The returned function reads one article; it is pure and deterministic. */
export function createReader(knowledge: Knowledge, lexicons: Lexicons): (article: ArticleText) => Reading {
  const read = finish(readerInPieces(knowledge, lexicons))
  return (article) => finish(read(article))
}

/**
 * Reads many articles side by side, stage by stage: one after the other the code of each stage leaves the caches of the processor, and
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

/**
 * The reader, prepared part by part. It runs the stages: link names to assets and classify the direction for each, read the event,
 * classify news types, megatrends and reach and sign the story, spread the effects along the graph, and tell it all in a sentence.
 */
export function* readerInPieces(knowledge: Knowledge, lexicons: Lexicons): Pieces<StagedReader> {
  const stages = yield* stagesInPieces(knowledge, lexicons)

  return function* (given): Pieces<Reading> {
    const named = yield* readNames(stages, { ...given, title: blankLabel(given.title) })
    const event = yield* readEvent(stages, named)
    const topic = yield* readTopic(stages, named, event)
    const { sources, impacts, amount } = yield* readImpacts(stages, named, event, topic)
    const { linked, seeds: read, entities } = named
    const { told, signInput, kindFit } = event
    const { signature, news, types, newsTypes, reach, themes, seeds, judge } = topic
    const { title, maskedTitle, body } = linked
    const { events } = signature
    const briefFacts = stages.readFacts({
      title,
      read,
      seeds: sources,
      told,
      kindFit,
      events,
      newsTypes,
      impacts,
      amount,
    })
    yield
    const isUntold = briefFacts.key.startsWith('topic/')
    // A named company brings points of its own size and verdict.
    const isOfCompany = seeds.some(({ asset }) => asset.type === 'stock') && told.event?.place == null
    const enrichment: Enrichment = {
      briefText: isUntold ? readHeadline(given.title) : stages.writeSummary(briefFacts, 'en', stages.pressNameOf),
      briefSource: 'rules',
      briefFacts,
      newsTypes,
      impactScore: stages.scoreImpact({ ...title, words: maskedTitle }, body, {
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
        judge.judgeGiven({ name, assetId, ...judgeMention(mention, named, event) }),
      ),
    }
    return { enrichment, signature, judgements: judge.judgements, signInput }
  }
}

/** The verdict on a name that was given, by words, event and network. */
function judgeMention(mention: Mention, { linked, findVerdict }: NamedArticle, { told, sharesFor }: ToldEvent) {
  const shares = sharesFor(({ start, end }) => mention.field === 'title' && start < mention.end && mention.start < end)
  return decideVerdict(applySilence(findVerdict(mention), mention, linked, told), shares)
}

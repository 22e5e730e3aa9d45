import type { Pieces } from '../../core/pieces.pure.ts'
import { inOwnBusiness } from '../classify/member-business.pure.ts'
import { collectTypeHints, type NewsType } from '../classify/news-type.pure.ts'
import type { Reach } from '../classify/reach.pure.ts'
import type { Judge } from '../confidence/judge.pure.ts'
import { applyEvent } from '../event/effect/apply-event.pure.ts'
import { type LinkedMention, maskOwnNames } from '../link/entity-link.pure.ts'
import type { JudgedSeed } from '../ripple/seed.pure.ts'
import { decideSeed } from '../sign/decide.pure.ts'
import type { Stages } from '../stages.pure.ts'
import type { NamedSpan, StorySignature } from '../story/signature.pure.ts'
import type { ToldEvent } from './event.pure.ts'
import type { NamedArticle } from './names.pure.ts'

/** What an article is about. */
export interface ArticleTopic {
  readonly signature: StorySignature
  readonly news: ReturnType<Stages['readEventNews']>
  readonly types: ReturnType<Stages['classifyNewsTypes']>
  /** The same without their weights. */
  readonly newsTypes: readonly NewsType[]
  readonly reach: Reach
  readonly themes: ReturnType<Stages['findThemes']>
  /** The named assets, as words, event and network together judge them. */
  readonly seeds: readonly JudgedSeed[]
  readonly judge: Judge
}

/** Signs the story, classifies news types and reach, judges the named assets and finds the megatrends. */
export function* readTopic(
  stages: Stages,
  { article, linked, seeds: read }: NamedArticle,
  { told, sharesFor }: ToldEvent,
): Pieces<ArticleTopic> {
  const inTitle = linked.mentions.filter((one) => one.field === 'title').concat(linked.modifiers)
  const spans = inTitle.sort((a, b) => a.start - b.start).map(toNamedSpan)
  const signature = stages.signStory(article.title, article.text, spans, linked.title)
  const news = stages.readEventNews(signature.events)
  yield
  const types = stages.classifyNewsTypes(
    { ...linked.title, words: linked.maskedTitle },
    linked.body,
    [...collectTypeHints(read.map((one) => one.asset.type)), ...told.typeHints, ...news.hints],
    read.length > 0,
  )
  const newsTypes = types.map((entry) => entry.type)
  const reach = stages.classifyReach(linked, types)
  yield
  const judge = stages.judgeOf({ linked, told, types })
  const seeds = read.map((seed) => {
    // What a title says outright of a name the network does not turn.
    const isOutright = told.event?.isOutright === true && told.effects.some(({ asset }) => asset === seed.asset)
    const shares = isOutright ? undefined : sharesFor(({ ticker }) => ticker === seed.asset.ticker)
    return judge.judgeSeed(decideSeed(applyEvent(seed, told), shares), seed.verdict)
  })
  yield
  const themes = stages.findThemes({
    ...maskOwnNames(linked),
    titleWords: linked.title.words,
    named: inOwnBusiness(seeds, told.event),
    newsTypes,
    eventKind: told.event?.kind ?? null,
    makers: told.event?.goods.find(({ isSegment }) => isSegment)?.makers ?? [],
  })
  yield
  return { signature, news, types, newsTypes, reach, themes, seeds, judge }
}

function toNamedSpan({ asset, start, end, kind }: LinkedMention): NamedSpan {
  return { assetId: asset.id, start, end, isOwnName: kind !== 'alias' && kind !== 'person' }
}

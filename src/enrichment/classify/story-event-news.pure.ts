import { encodeEvent } from '../story/event-code.pure.ts'
import type { StoryLexicon } from '../vocabulary/story-lexicon.pure.ts'
import type { NewsType, WeightedNewsType } from './news-type.pure.ts'

/** What an event of a story says of its news: a row of prisma/reference/lexicon/story-event-news.csv. */
export interface StoryEventNews {
  readonly concept: string
  /** `*` for all stages that have no row of their own. */
  readonly stage: string
  readonly type: NewsType
  /** Added to the cues of the type. */
  readonly weight: number
  /** Points of newsworthiness. */
  readonly points: number
}

/** Prepares the rows; the returned function gives the types that the events of a story suggest, and the points of the most newsworthy. */
export function createStoryEventNews(
  rows: readonly StoryEventNews[],
  story: StoryLexicon,
): (events: readonly number[]) => { hints: WeightedNewsType[]; points: number } {
  const byStage = new Map(rows.map((row) => [`${row.concept}/${row.stage}`, row]))
  const byCode = new Map(
    story.events.flatMap(({ concept, stage, how }) => {
      const row = byStage.get(`${concept}/${stage}`) ?? byStage.get(`${concept}/*`)
      return row === undefined ? [] : [[encodeEvent(concept, stage, how), row] as const]
    }),
  )
  return (events) => {
    const found = events.flatMap((code) => byCode.get(code) ?? [])
    const points = found.length === 0 ? 0 : Math.max(...found.map((row) => row.points))
    return { hints: found.map(({ type, weight }) => ({ type, weight })), points }
  }
}

import { untilNews } from './until-news.ts'

/** The count of a feed, by what it selects; remembered until there is news. */
export const rememberedTotal = untilNews<number>(1_000)

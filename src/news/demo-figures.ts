import { hasDemoNews } from './demo-figures.store.ts'
import { untilNews } from './feed/until-news.ts'

const remember = untilNews<boolean>(1)

/** The data set that figures counted over all news are marked with: with demo news in the database they are demo too. */
export async function markOfCounts(storyCount: number): Promise<'demo' | null> {
  return storyCount > 0 && (await remember('', hasDemoNews)) ? 'demo' : null
}

import type { Context } from '../core/context.ts'
import { hasDemoNews } from './demo-figures.store.ts'
import { untilNews } from './until-news.ts'

const remember = untilNews<boolean>(1)

/** Notes for the answer's headers that figures counted over all news go into it: with demo news in the database they are demo too. */
export async function noteCounted(context: Pick<Context, 'dataSets'>, stories: number): Promise<void> {
  if (stories > 0 && !context.dataSets.has('demo') && (await remember('', hasDemoNews))) context.dataSets.add('demo')
}

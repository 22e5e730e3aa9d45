import type { Route } from './route.ts'
import { accountRoutes } from './routes/account.ts'
import { briefRoutes } from './routes/briefs.ts'
import { marketRoutes } from './routes/market.ts'
import { megatrendRoutes } from './routes/megatrends.ts'
import { newsRoutes } from './routes/news.ts'
import { stockRoutes } from './routes/stocks.ts'

/** Every path that is served, literal segments before variables. */
export const routes: readonly Route[] = [
  ...newsRoutes,
  ...briefRoutes,
  ...megatrendRoutes,
  ...stockRoutes,
  ...marketRoutes,
  ...accountRoutes,
]

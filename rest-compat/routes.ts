import type { Route } from './route.ts'
import { accountRoutes } from './routes/account.ts'
import { briefRoutes } from './routes/briefs.ts'
import { financialRoutes } from './routes/financials.ts'
import { macroRoutes } from './routes/macro.ts'
import { marketRoutes } from './routes/market.ts'
import { megatrendRoutes } from './routes/megatrends.ts'
import { newsRoutes } from './routes/news.ts'
import { optionRoutes } from './routes/options.ts'
import { portfolioRoutes } from './routes/portfolios.ts'
import { positioningRoutes } from './routes/positioning.ts'
import { screenRoutes } from './routes/screens.ts'
import { stockRoutes } from './routes/stocks.ts'
import { tradeRoutes } from './routes/trade.ts'

/** Every path that is served, literal segments before variables. */
export const routes: readonly Route[] = [
  ...newsRoutes,
  ...briefRoutes,
  ...megatrendRoutes,
  ...stockRoutes,
  ...marketRoutes,
  ...financialRoutes,
  ...screenRoutes,
  ...optionRoutes,
  ...portfolioRoutes,
  ...positioningRoutes,
  ...macroRoutes,
  ...tradeRoutes,
  ...accountRoutes,
]

import { beforeAll, describe } from 'vitest'
import { useApp } from '../setup/app.ts'
import { routeCaller } from '../setup/route-call.ts'
import { everyLawHolds } from '../setup/route-laws.ts'
import { useScreener } from '../setup/screener.ts'
import { cacheLaws } from './laws/cache.ts'
import { FRESH, storeDemoRows } from './laws/demo-rows.ts'
import { pageLaws } from './laws/page.ts'
import { namedRoutes } from './laws/routes.ts'

const app = useApp()
const call = routeCaller(app, FRESH)
beforeAll(storeDemoRows)
useScreener()

describe.each(namedRoutes)('$name', ({ route }) => {
  pageLaws(route, call)
  cacheLaws(route, call)
})

everyLawHolds()

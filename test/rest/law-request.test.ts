import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../setup/app.ts'
import { useFront } from '../setup/front.ts'
import { parametersOf, routeCaller, takesBody } from '../setup/route-call.ts'
import { everyLawHolds, expectError } from '../setup/route-laws.ts'
import { useScreener } from '../setup/screener.ts'
import { accessLaws } from './laws/access.ts'
import { ANSWERS_UNKNOWN, FRESH, NAMING, storeDemoRows } from './laws/demo-rows.ts'
import { inputLaws } from './laws/input.ts'
import { namedRoutes, served } from './laws/routes.ts'
import { writeLaws } from './laws/write.ts'

const app = useApp()
const BODY_BYTES_MAX = 20_000
const front = useFront({ bodyBytesMax: BODY_BYTES_MAX })
const call = routeCaller(app, FRESH)
beforeAll(storeDemoRows)
useScreener()

describe.each(namedRoutes)('$name', ({ route }) => {
  inputLaws(route, call)
  accessLaws(app, route, served, call, { naming: NAMING, answersUnknown: ANSWERS_UNKNOWN })
  writeLaws(route, served, call)
})

test.each(namedRoutes.filter(({ route }) => takesBody(route)))(
  '$name: a body larger than allowed is 413',
  async ({ route }) => {
    const response = await fetch(front.url + route.path.replaceAll(/\{\w+\}/g, '1'), {
      method: route.method,
      headers: { authorization: `Bearer ${await app.key()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ a: 'x'.repeat(BODY_BYTES_MAX) }),
    })
    await expectError(response, 413, 'payload_too_large')
  },
)

test('every parameter that names an object is known by name', () => {
  const names = new Set(served.flatMap((route) => parametersOf(route).map(({ name }) => name)))
  expect(Object.keys(NAMING).filter((name) => !names.has(name))).toEqual([])
  const routeNames = namedRoutes.map(({ name }) => name)
  for (const table of [ANSWERS_UNKNOWN, FRESH]) expect(routeNames).toEqual(expect.arrayContaining(Object.keys(table)))
})

everyLawHolds(['a parameter given under two of its names is refused'])

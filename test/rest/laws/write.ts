import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ServedRoute } from '../../../rest-compat/served-route.ts'
import { type CallRoute, nameOf, parametersOf, pathVariables } from '../../setup/route-call.ts'
import { expectError, law } from '../../setup/route-laws.ts'
import { goodValue } from '../../setup/wrong-values.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** Laws of every route that writes, about its body, creating and deleting; `routes` serve to follow the Location of an answer. */
export function writeLaws(route: ServedRoute, routes: readonly ServedRoute[], call: CallRoute): void {
  law(route, 'a body that is no JSON is refused', ['it takes no body'], async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
    ])
      await expectError(await call(route, { headers: { 'content-type': type } }), 415, 'unsupported_media_type')
    const bytes = new Uint8Array([...Buffer.from('{"a":"'), 0xff, 0xfe, ...Buffer.from('"}')])
    for (const body of ['', '{', '{"a":1,}', '{"a":NaN}', bytes])
      await expectError(await call(route, { body }), 400, 'invalid_body')
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/merge-patch+json'])
      expect((await call(route, { headers: { 'content-type': type } })).ok, type).toBe(true)
  })

  law(route, 'a body that is no object is refused', ['it takes no body'], async () => {
    for (const body of ['[]', '"a"', 'null', '5', 'true'])
      await expectError(await call(route, { body, headers: JSON_TYPE }), 400, 'invalid_body')
  })

  law(route, 'parameters of a body are not taken from the query string', ['it takes no body'], async () => {
    const [name = 'value'] = Object.keys(route.example ?? {}).filter((one) => !pathVariables(route).includes(one))
    for (const stray of [name, 'nonsense']) {
      const answer = await expectError(await call(route, { query: `${stray}=1` }), 400, 'invalid_parameter')
      expect(answer['param']).toBe(stray)
    }
  })

  law(
    route,
    'what is created is 201 with its Location, where it can be read',
    ['it only reads', 'it creates nothing'],
    async () => {
      let called = ''
      const response = await call(route, { path: (path) => (called = path) })
      const made = await response.json()
      expect(response.status, JSON.stringify(made)).toBe(201)
      const location = response.headers.get('location') ?? ''
      const given = variablesOf(route, called)
      const expected = (route.created ?? '').replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
        const value = made[name] ?? given[name]
        expect(value, `${name} of the answer or of the path`).toBeDefined()
        return encodeURIComponent(String(value))
      })
      expect(location).toBe(expected)
      const readerOf = (of: string) => routes.find(({ method, path }) => method === 'GET' && patternOf(path).test(of))
      const reader = readerOf(location)
      if (reader) {
        const read = await call(reader, { path: () => location, bare: true, set: variablesOf(reader, location) })
        expect(await read.json()).toEqual(made)
        return
      }
      // What can be changed by its path but is read in a list only is among the rows of that list.
      expect(routes.some(({ method, path }) => method === 'PATCH' && patternOf(path).test(location))).toBe(true)
      const above = location.slice(0, location.lastIndexOf('/'))
      const list = readerOf(above)
      expect(list, `a path to read ${location} by`).toBeDefined()
      if (!list) return
      const read = await call(list, { path: () => above, bare: true, set: variablesOf(list, above) })
      expect((await read.json())[list.rows ?? '']).toContainEqual(made)
    },
  )

  law(route, 'what creates nothing has no Location', ['it only reads', 'it creates something'], async () => {
    const response = await call(route)
    expect([response.status, response.headers.get('location')]).toEqual([200, null])
  })

  law(route, 'what is deleted is said to be, and is gone', ['it deletes nothing'], async () => {
    const paths: string[] = []
    const response = await call(route, {
      path: (path) => {
        paths.push(path)
        return path
      },
    })
    const body = await response.json()
    expect([response.status, body.ok], JSON.stringify(body)).toEqual([200, true])
    const [path = ''] = paths
    const gone = routes.find((one) => one.method === 'GET' && patternOf(one.path).test(path))
    if (!gone) return
    expect((await call(gone, { path: () => path, set: variablesOf(gone, path) })).status).toBe(404)
    const again = await call(route, { path: () => path })
    expect(again.status).toBe(404)
  })

  law(
    route,
    'a repeat under one Idempotency-Key gets the first answer for nothing, another body a conflict',
    ['it only reads', 'it creates nothing'],
    async () => {
      const headers = { 'idempotency-key': randomUUID() }
      const [first, second] = [await call(route, { headers }), await call(route, { headers })]
      const made = await first.text()
      expect([first.status, second.status], `${nameOf(route)}: ${made}`).toEqual([201, 201])
      expect(await second.text()).toBe(made)
      expect(second.headers.get('location')).toBe(first.headers.get('location'))
      expect(second.headers.get('x-credits-charged')).toBe('0')
      const conflict = await expectError(await call(route, { headers, set: anotherBody(route) }), 409, 'conflict')
      expect(conflict['param']).toBe('Idempotency-Key')
      const other = await call(route, { headers: { 'idempotency-key': randomUUID() } })
      expect(await other.text()).not.toBe(made)
      for (const key of ['', 'a b', 'é', 'x'.repeat(256)]) {
        const refused = await call(route, { headers: { 'idempotency-key': key } })
        expect((await expectError(refused, 400, 'invalid_parameter'))['param']).toBe('Idempotency-Key')
      }
    },
  )
}

/** What makes the example another valid body: one optional value less, or more. */
function anotherBody(route: ServedRoute): Record<string, unknown> {
  const optional = parametersOf(route).filter(({ required }) => !required)
  const shown = optional.find(({ name }) => route.example?.[name] !== undefined)
  if (shown) return { [shown.name]: undefined }
  const [absent] = optional
  if (!absent) throw new Error(`${nameOf(route)} has no optional value to tell two bodies by.`)
  return { [absent.name]: goodValue(absent) }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`)
}

/** Values of a path's variables in an address of it. */
function variablesOf(route: ServedRoute, address: string): Record<string, string> {
  const values = address.match(patternOf(route.path))?.slice(1) ?? []
  return Object.fromEntries(pathVariables(route).map((name, index) => [name, decodeURIComponent(values[index] ?? '')]))
}

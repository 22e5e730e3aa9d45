import { expect } from 'vitest'
import type { ServedRoute } from '../../../rest-compat/served-route.ts'
import { costOf } from '../../../src/account/metering/cost.ts'
import { clock, type TestApp } from '../../setup/app.ts'
import { nextMinute } from '../../setup/hands.ts'
import { type CallRoute, nameOf, parametersOf, pathVariables, takesBody } from '../../setup/route-call.ts'
import { expectError, expectMetering, law } from '../../setup/route-laws.ts'

const ERROR_KEYS = ['error', 'message', 'status', 'param', 'details', 'did_you_mean', 'request_id']

/** How a parameter that names an object is tested: an unknown value, its error, and the suggestion for a misspelt one. */
export interface NamingParameter {
  readonly unknown: unknown
  readonly error: string
  readonly near?: { readonly given: unknown; readonly meant: string }
}

interface Options {
  /** Parameters that name an object, by name of the parameter. */
  readonly naming: Readonly<Record<string, NamingParameter>>
  /** Routes that list unknown objects in a 200, by name of the route. */
  readonly answersUnknown: Readonly<Record<string, string>>
}

/** Laws of every route about keys, credits, methods, names and paths. */
export function accessLaws(
  app: TestApp,
  route: ServedRoute,
  routes: readonly ServedRoute[],
  call: CallRoute,
  { naming, answersUnknown }: Options,
): void {
  law(route, 'its example answers, at its declared cost', [], async () => {
    const response = await call(route)
    const body = await response.json()
    expect(response.status, JSON.stringify(body)).toBe(route.created === undefined ? 200 : 201)
    const rows = route.rows === undefined ? 1 : body[route.rows].length
    expect(response.headers.get('x-credits-charged')).toBe(String(costOf(route.cost, rows)))
    expectMetering(response)
  })

  law(route, 'without a live key it is refused', [], async () => {
    nextMinute()
    for (const headers of [
      {},
      { authorization: 'Basic eA==' },
      { authorization: `Bearer mi_live_${'0'.repeat(38)}` },
    ]) {
      const response = await call(route, { key: null, headers })
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      const body = await expectError(response, 401, 'unauthorized')
      expect(ERROR_KEYS).toEqual(expect.arrayContaining(Object.keys(body)))
    }
  })

  law(route, 'without credits it is refused, and answers no data', ['it is free'], async () => {
    const response = await call(route, { key: await app.keyWith({ credits: 0 }) })
    const body = await expectError(response, 402, 'credits_exhausted')
    expect(body).toMatchObject({ balance: 0, resets_at: expect.stringMatching(/T00:00:00Z$/) })
    expect(body['needed']).toBeGreaterThanOrEqual(costOf(route.cost, 1))
    expect([...ERROR_KEYS, 'needed', 'balance', 'resets_at']).toEqual(expect.arrayContaining(Object.keys(body)))
  })

  law(route, 'it takes no credits', ['it costs credits'], async () => {
    const response = await call(route, { key: await app.keyWith({ credits: 0 }) })
    expect([response.ok, response.headers.get('x-credits-charged')]).toEqual([true, '0'])
  })

  law(route, 'it is refused when the minute is used up', ['the minute does not count it'], async () => {
    const key = await app.keyWith({ credits: 1_000, perMinute: 1 })
    const body = takesBody(route) ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}
    const send = () => app.fetch(route.path, { key, method: route.method, ...body })
    const first = await send()
    expect(first.status).not.toBe(429)
    expect(first.headers.get('x-ratelimit-remaining')).toBe('0')
    const second = await send()
    const wait = Number(second.headers.get('retry-after'))
    expect(wait).toBeLessThanOrEqual(60)
    expect(clock.ms + wait * 1000).toBeGreaterThanOrEqual(Number(second.headers.get('x-ratelimit-reset')) * 1000)
    await expectError(second, 429, 'rate_limited')
  })

  law(route, 'methods it does not take are refused with those it takes', [], async () => {
    const taken = routes.filter(({ path }) => path === route.path).map(({ method }): string => method)
    const allowed = [...new Set([...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort()
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !allowed.includes(one))) {
      const response = await call(route, { method })
      expect(response.headers.get('allow')?.split(', ')).toEqual(allowed)
      await expectError(response, 405, 'method_not_allowed')
    }
  })

  law(route, 'OPTIONS answers without a key', [], async () => {
    const response = await call(route, { method: 'OPTIONS', key: null })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain(route.method)
    expect(response.headers.get('x-credits-charged')).toBe('0')
  })

  law(route, 'a trailing slash and percent-encoding change nothing', ['it writes'], async () => {
    const plain = await (await call(route)).text()
    const encoded = (path: string) =>
      path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    expect(await (await call(route, { path: (path) => `${path}/` })).text()).toBe(plain)
    expect(await (await call(route, { path: encoded })).text()).toBe(plain)
    await expectError(await call(route, { path: (path) => `${path}//` }), 404, 'not_found')
  })

  law(route, 'a path that names nothing is 404', ['its path has no variable'], async () => {
    for (const name of pathVariables(route))
      for (const unknown of ['NOSUCHTHING', '999999999', '0', '-1', '1e3', 'a\u0000b', '😀', '../../etc', "';--"]) {
        const response = await call(route, { set: { [name]: unknown } })
        const { error } = await response.clone().json()
        expect(['not_found', 'unknown_ticker'], `${unknown}: ${error}`).toContain(error)
        const body = await expectError(response, 404, error)
        expect(body['param']).toBe(name)
        if (error !== 'unknown_ticker') continue
        const near = await expectError(await call(route, { set: { [name]: '005930.KS' } }), 404, 'unknown_ticker')
        expect(near).toMatchObject({ param: name, did_you_mean: '005930.KO' })
      }
  })

  const named = parametersOf(route).filter(({ name }) => Object.hasOwn(naming, name))
  const unknownIsAnswered = Object.hasOwn(answersUnknown, nameOf(route))
  law(
    route,
    'a parameter that names nothing is 404, with what was most likely meant',
    [
      named.length === 0 && 'none of its parameters names an object',
      unknownIsAnswered && 'it names what it does not know in a 200',
    ],
    async () => {
      for (const { name } of named) {
        const known = naming[name]
        if (!known) continue
        const response = await call(route, { set: { [name]: known.unknown } })
        expect((await expectError(response, 404, known.error))['param']).toBe(name)
        if (!known.near) continue
        const { meta } = named.find((one) => one.name === name) ?? {}
        const given = meta?.list ? known.near.given : [known.near.given].flat().at(-1)
        const near = await expectError(await call(route, { set: { [name]: given } }), 404, known.error)
        expect(near).toMatchObject({ param: name, did_you_mean: known.near.meant })
      }
    },
  )

  law(route, 'a problem document tells an error on request', [], async () => {
    const headers = { accept: 'application/problem+json' }
    const plain = await expectError(await call(route, { query: 'format=xml' }), 400, 'invalid_parameter')
    const response = await call(route, { query: 'format=xml', headers })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    const body = await response.json()
    const { request_id: _, ...facts } = plain
    expect(body).toMatchObject({
      ...facts,
      type: '/docs#error-invalid_parameter',
      title: expect.stringMatching(/\.$/),
      detail: plain['message'],
      instance: `urn:request:${response.headers.get('x-request-id')}`,
    })
  })
}

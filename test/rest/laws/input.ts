import { expect } from 'vitest'
import type { ServedRoute } from '../../../rest-compat/served-route.ts'
import {
  type CallRoute,
  camelCased,
  parametersOf,
  pathVariables,
  type RouteParameter,
  takesBody,
  textOf,
} from '../../setup/route-call.ts'
import { expectError, law } from '../../setup/route-laws.ts'
import { goodValue, missing, type WrongValue, wrongTexts, wrongValues } from '../../setup/wrong-values.ts'

/** Laws of every route about its parameters and body. */
export function inputLaws(route: ServedRoute, call: CallRoute): void {
  const parameters = parametersOf(route)
  const body = takesBody(route)
  const sent = (parameter: RouteParameter) => route.example?.[parameter.name]

  async function expectRefused(response: Response, { param, error, says, meant }: WrongValue): Promise<void> {
    const answer = await expectError(response, 400, error)
    expect(answer['param']).toBe(param)
    expect(answer['message']).toContain(says)
    if (meant === undefined) return
    expect(answer['did_you_mean']).toBe(meant)
    expect(answer['message']).toContain(`The nearest valid value is ${meant}.`)
  }

  law(
    route,
    'a wrong value is refused by name, with what is allowed and the nearest valid value',
    ["its body is the caller's own object", 'it takes no parameters'],
    async () => {
      for (const parameter of parameters) {
        const wrong = body ? wrongValues(parameter, sent(parameter)) : wrongTexts(parameter, sent(parameter))
        expect(wrong.length, `wrong values of ${parameter.name}`).toBeGreaterThan(0)
        for (const one of wrong) await expectRefused(await call(route, { set: { [parameter.name]: one.given } }), one)
      }
    },
  )

  law(
    route,
    'a required parameter that is absent is missed by name',
    [
      "its body is the caller's own object",
      'none of its parameters is required',
      'without it the other set of parameters of the path applies',
    ],
    async () => {
      for (const { name, required } of parameters)
        if (required) await expectRefused(await call(route, { set: { [name]: undefined } }), missing(undefined, name))
    },
  )

  law(
    route,
    'a parameter that is not known is refused, with those that are and the one most likely meant',
    ["its body is the caller's own object"],
    async () => {
      const known = parameters.length > 0 ? 'Known parameters: ' : 'There are no parameters here.'
      const inPath = pathVariables(route)
      const sent = Object.entries(route.example ?? {}).filter(([name]) => !inPath.includes(name))
      for (const name of ['nonsense_parameter', '__proto__', 'constructor']) {
        const changes = body
          ? {
              body: JSON.stringify(Object.fromEntries(sent)).replace(/^\{/, `{"${name}":1,`).replace(/,\}$/, '}'),
            }
          : { query: `${name}=1` }
        const answer = await expectError(await call(route, changes), 400, 'invalid_parameter')
        expect(answer['param']).toBe(name)
        expect(answer['message']).toContain(
          `There is no parameter "${name}"${route.mode ? ` ${route.mode}` : ''}. ${known}`,
        )
        for (const parameter of parameters) expect(answer['message']).toContain(parameter.name)
      }
      const [longest] = parameters.map(({ name }) => name).toSorted((a, b) => b.length - a.length)
      if (longest === undefined) return
      const typo = await expectError(await call(route, { set: { [`${longest}x`]: 1 } }), 400, 'invalid_parameter')
      expect(typo).toMatchObject({ param: `${longest}x`, did_you_mean: longest })
    },
  )

  law(
    route,
    'the camelCase spelling of a parameter is refused, with the right one',
    ["its body is the caller's own object", 'it takes no parameters', 'none of its names has two words'],
    async () => {
      for (const parameter of parameters) {
        const spelled = camelCased(parameter.name)
        if (spelled === parameter.name || parameters.some(({ names }) => names.includes(spelled))) continue
        const set = { [parameter.name]: undefined, [spelled]: goodValue(parameter) }
        const answer = await expectError(await call(route, { set }), 400, 'invalid_parameter')
        expect(answer).toMatchObject({ param: spelled, did_you_mean: parameter.name })
      }
    },
  )

  law(
    route,
    'a single value given twice is refused',
    ['it takes a body', 'it takes no parameters', 'all its parameters are lists'],
    async () => {
      for (const parameter of parameters) {
        if (parameter.meta.list) continue
        const value = encodeURIComponent(textOf(sent(parameter) ?? goodValue(parameter)))
        const query = `${parameter.name}=${value}&${parameter.name}=${value}`
        const response = await call(route, { set: { [parameter.name]: undefined }, query })
        const answer = await expectError(response, 400, 'invalid_parameter')
        expect(answer['param']).toBe(parameter.name)
        expect(answer['message']).toContain('more than once')
      }
    },
  )

  law(
    route,
    'a list means the same by commas and by repetition',
    ['it takes a body', 'it takes no parameters', 'none of its parameters is a list'],
    async () => {
      for (const parameter of parameters) {
        const { name, meta } = parameter
        if (!meta.list || meta.object) continue
        const example = sent(parameter)
        const values = Array.isArray(example)
          ? example
          : [goodValue(parameter), meta.choices?.[1] ?? goodValue(parameter)]
        const set = { [name]: undefined }
        const commas = await call(route, { set: { [name]: values } })
        const repeated = await call(route, {
          set,
          query: values.map((one) => `${name}=${encodeURIComponent(one)}`).join('&'),
        })
        const mixed = await call(route, {
          set: { [name]: values.slice(0, 1) },
          query: values
            .slice(1)
            .map((one) => `${name}=${encodeURIComponent(one)}`)
            .join('&'),
        })
        expect(commas.status, name).toBe(200)
        const expected = await commas.text()
        expect(await repeated.text(), name).toBe(expected)
        expect(await mixed.text(), name).toBe(expected)
      }
    },
  )

  law(
    route,
    'a parameter given under two of its names is refused',
    ["its body is the caller's own object", 'it takes no parameters', 'none of its parameters has a second name'],
    async () => {
      for (const parameter of parameters)
        for (const other of parameter.names.slice(1)) {
          const value = sent(parameter) ?? goodValue(parameter)
          const set = { [parameter.name]: value, [other]: value }
          await expectError(await call(route, { set }), 400, 'invalid_parameter')
          const alone = await call(route, { set: { [parameter.name]: undefined, [other]: value } })
          expect(await alone.text()).toBe(await (await call(route, { set: { [parameter.name]: value } })).text())
        }
    },
  )

  law(
    route,
    'several wrong parameters are all named',
    ["its body is the caller's own object", 'it takes fewer than two parameters'],
    async () => {
      const first = (one: RouteParameter) =>
        (body ? wrongValues(one, sent(one)) : wrongTexts(one, sent(one))).find(({ param }) => param === one.name)
      // Malformed JSON of a query is refused before the rules are asked.
      const wrong = parameters.filter(({ meta }) => body || !meta.object).map((one) => first(one))
      const set = Object.fromEntries(wrong.map((one) => [one?.param, one?.given]))
      const answer = await expectError(await call(route, { set }), 400, 'invalid_parameter')
      const expected = wrong.map((one) => ({ param: one?.param, message: expect.stringContaining(one?.says ?? '') }))
      expect(answer['details']).toEqual(expect.arrayContaining(expected))
      expect(answer['details']).toHaveLength(wrong.length)
      expect(expected.map(({ param }) => param)).toContain(answer['param'])
    },
  )

  law(route, 'a span that ends before it begins is refused', ['it takes no span of days'], async () => {
    const set = { from: '2026-11-02', to: '2026-11-01', window: undefined }
    const answer = await expectError(await call(route, { set }), 400, 'invalid_parameter')
    expect(answer).toMatchObject({ param: 'from', did_you_mean: '2026-11-01' })
    const oneDay = await call(route, { set: { from: '2026-11-02', to: '2026-11-02', window: undefined } })
    expect(oneDay.status).toBe(200)
  })
}

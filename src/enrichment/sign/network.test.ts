import { describe, expect, test } from 'vitest'
import { createGradient } from '../../../bench/sign/gradient.ts'
import type { HeadlineInput } from './input.pure.ts'
import { layoutOf, type NetworkShape, WIDTH } from './layout.pure.ts'
import { createSignNetwork } from './network.pure.ts'

const shape: NetworkShape = {
  words: ['shuts', 'unheard'],
  classes: ['stop.v'],
  kinds: ['supply', 'none'],
  nameKinds: ['company', 'place'],
  readings: 2,
}
const vectors = {
  indexOf: new Map([
    ['shuts', 0],
    ['mine', 1],
  ]),
  values: Int8Array.from({ length: 2 * WIDTH }, (_, i) => ((i * 37) % 61) - 30),
}
const input: HeadlineInput = {
  tokens: [
    { words: [], classes: [], name: 'company', isAfterPause: true },
    { words: ['shuts'], classes: ['stop.v'], name: null, isAfterPause: false },
    { words: ['mine', 'unheard'], classes: [], name: 'place', isAfterPause: false },
  ],
  names: [
    { token: 0, kind: 'company', start: 0, end: 4, ticker: 'A.US', key: '1', quoteSign: 1, readings: [1, -0.5] },
    { token: 2, kind: 'place', start: 11, end: 15, ticker: null, key: null, quoteSign: 1, readings: [0, 0] },
  ],
}
const weights = Float32Array.from({ length: layoutOf(shape).size }, (_, i) => Math.sin(i * 1.7) * 0.2)
const example = { input, signs: [2, 2], kind: -1 }

test('headlines that are read side by side tell the same as each alone', () => {
  const other: HeadlineInput = {
    tokens: input.tokens.toReversed(),
    names: input.names.map((name) => ({ ...name, token: 1 })),
  }
  const readAlone = (one: HeadlineInput) => {
    const { signsOf, listKinds } = createSignNetwork({ shape, vectors, weights })(one)
    return { signs: one.names.map((_, i) => signsOf(i)), kinds: listKinds() }
  }
  const read = createSignNetwork({ shape, vectors, weights })
  const [first, second] = [read(input), read(other)]
  const signs = input.names.map((_, i) => [first.signsOf(i), second.signsOf(i)] as const)
  const [alone, otherAlone] = [readAlone(input), readAlone(other)]
  expect(signs.map(([one]) => one)).toEqual(alone.signs)
  expect(signs.map(([, one]) => one)).toEqual(otherAlone.signs)
  expect([first.listKinds(), second.listKinds()]).toEqual([alone.kinds, otherAlone.kinds])
  expect(alone.signs).not.toEqual(otherAlone.signs)
})

describe('the gradient of training', () => {
  const learn = createGradient(shape, vectors, { words: 0, learnt: 0, numbers: 0, readings: 0 }, () => 0.5)

  test('its loss is that of the network that serves', () => {
    const { signsOf } = createSignNetwork({ shape, vectors, weights })(input)
    const signs = input.names.map((_, i) => signsOf(i))
    const expected = -signs.reduce((sum, one) => sum + Math.log(one[2] ?? 0), 0)
    expect(learn(example, weights, new Float32Array(weights.length), 1)).toBeCloseTo(expected, 3)
  })

  test('it falls as fast as the gradient says, in every part of the network', () => {
    const gradient = new Float32Array(weights.length)
    learn(example, weights, gradient, 1)
    // Labels are smoothed in the gradient alone: the slope of the smoothed loss is told by the network.
    const loss = (changed: Float32Array) => {
      const { signsOf } = createSignNetwork({ shape, vectors, weights: changed })(input)
      const signs = input.names.map((_, i) => signsOf(i))
      const ofSigns = signs.reduce((sum, one) => {
        const logs = [...one].map((share) => Math.log(share))
        return sum - 0.95 * (logs[2] ?? 0) - 0.0125 * logs.reduce((all, log) => all + log, 0)
      }, 0)
      return ofSigns
    }
    const { size: _size, features: _features, kind: _kind, ...starts } = layoutOf(shape)
    for (const [part, start] of Object.entries(starts)) {
      for (const i of [start + 3, start + 70]) {
        const step = 0.01
        const [up, down] = [weights.slice(), weights.slice()]
        up[i] = (up[i] ?? 0) + step
        down[i] = (down[i] ?? 0) - step
        expect((loss(up) - loss(down)) / (2 * step), `${part}, number ${i}`).toBeCloseTo(gradient[i] ?? 0, 2)
      }
    }
  })
})

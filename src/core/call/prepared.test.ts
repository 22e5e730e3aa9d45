import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mapInPieces, type Pieces } from '../pieces.pure.ts'
import { inSlices, Prepared } from './prepared.ts'

/** A second of work in pieces of one millisecond. */
function* work(done: { pieces: number }, pieces = 200): Pieces<string> {
  for (let piece = 0; piece < pieces; piece++) {
    const until = performance.now() + 1
    while (performance.now() < until);
    done.pieces++
    yield
  }
  return 'made'
}

test('what is made ahead lets others go first between its pieces', async () => {
  const done = { pieces: 0 }
  const prepared = new Prepared(() => work(done))
  let turns = 0
  let making = true
  const count = async () => {
    while (making) {
      await nextTurn()
      turns++
    }
  }
  const counting = count()
  await prepared.prepare()
  making = false
  await counting
  expect(prepared.value).toBe('made')
  expect(done.pieces).toBe(200)
  expect(turns).toBeGreaterThan(10)
})

test('who needs it meanwhile goes on from what is made, and nothing is made twice', async () => {
  const done = { pieces: 0 }
  const prepared = new Prepared(() => work(done))
  const preparing = prepared.prepare()
  expect(done.pieces).toBeGreaterThan(0)
  expect(done.pieces).toBeLessThan(200)
  expect(prepared.value).toBe('made')
  expect(done.pieces).toBe(200)
  await preparing
  expect(done.pieces).toBe(200)
})

test('what could not be made is begun anew the next time', () => {
  let attempts = 0
  const prepared = new Prepared(function* (): Pieces<number> {
    yield
    if (++attempts === 1) throw new Error('not yet')
    return attempts
  })
  expect(() => prepared.value).toThrow('not yet')
  expect(prepared.value).toBe(2)
})

test('a list in pieces is what a map gives', async () => {
  const list = Array.from({ length: 1_000 }, (_, index) => index)
  const double = (value: number, index: number) => value + index
  expect(await inSlices(mapInPieces(list, double))).toEqual(list.map(double))
  expect(await inSlices(mapInPieces([], double))).toEqual([])
})

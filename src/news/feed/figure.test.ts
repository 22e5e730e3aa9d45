import { expect, test } from 'vitest'
import { Figure } from './figure.ts'

/** A source whose readings end when the test says so. */
function source() {
  const begun: { end: (value: number) => void; fail: (error: Error) => void }[] = []
  const read = () =>
    new Promise<number>((end, fail) => {
      begun.push({ end, fail })
    })
  return { begun, read }
}

test('callers that wait for the same figure share one reading', async () => {
  const { begun, read } = source()
  const figure = new Figure(read)
  const asked = [figure.value(), figure.value(), figure.value()]
  begun[0]?.end(1)
  expect(await Promise.all(asked)).toEqual([1, 1, 1])
  expect(await figure.value()).toBe(1)
  expect(begun).toHaveLength(1)
})

test('after news the old value is served while a slow reading is under way, and the new one after it', async () => {
  const { begun, read } = source()
  const figure = new Figure(read)
  const first = figure.value()
  begun[0]?.end(1)
  await first
  figure.outdate()
  expect(await figure.value()).toBe(1)
  expect(await figure.value()).toBe(1)
  expect(begun).toHaveLength(2)
  begun[1]?.end(2)
  expect(await figure.value()).toBe(2)
  expect(figure.isOutdated).toBe(false)
})

test('a quick reading after news is waited for', async () => {
  let stored = 1
  const figure = new Figure(async () => stored)
  expect(await figure.value()).toBe(1)
  stored = 2
  figure.outdate()
  expect(await figure.value()).toBe(2)
})

test('news stored while a figure is read outdates what is read', async () => {
  const { begun, read } = source()
  const figure = new Figure(read)
  const first = figure.value()
  figure.outdate()
  begun[0]?.end(1)
  // The reading may have missed the news: another follows it, and what is known is served when that one is slow.
  expect(await first).toBe(1)
  expect(figure.isOutdated).toBe(true)
  expect(begun).toHaveLength(2)
  begun[1]?.end(2)
  expect(await figure.value()).toBe(2)
})

test('a first reading that fails, fails its callers; a later one that fails leaves the old value', async () => {
  const { begun, read } = source()
  const figure = new Figure(read)
  const failing = expect(figure.value()).rejects.toThrow('gone')
  begun[0]?.fail(new Error('gone'))
  await failing
  const next = figure.value()
  begun[1]?.end(1)
  expect(await next).toBe(1)
  figure.outdate()
  const served = figure.value()
  begun[2]?.fail(new Error('gone'))
  expect(await served).toBe(1)
  expect(figure.isOutdated).toBe(true)
})

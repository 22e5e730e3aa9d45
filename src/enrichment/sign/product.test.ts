import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { createProductMemory, PRODUCT_CODE } from './product.pure.ts'

test('the code is product.wat, assembled', async () => {
  const { parseWat } = await wabt()
  const source = readFileSync(new URL('product.wat', import.meta.url), 'utf8')
  const { buffer } = parseWat('product.wat', source, { simd: true }).toBinary({})
  expect(PRODUCT_CODE).toBe(Buffer.from(buffer).toString('base64'))
})

test('adds matrix times vector to what is there, for each of the vectors, and changes nothing else', () => {
  const number = fc.integer({ min: -8, max: 8 })
  const four = fc.integer({ min: 1, max: 5 }).map((n) => 4 * n)
  const sizes = fc.record({ rows: four, columns: four, count: fc.integer({ min: 0, max: 4 }) })
  const problems = sizes.chain(({ rows, columns, count }) => {
    const list = (length: number) => fc.array(number, { minLength: length, maxLength: length })
    const numbers = fc.record({ matrix: list(rows * columns), x: list(count * columns), out: list(count * rows) })
    return numbers.map((some) => ({ rows, columns, count, ...some }))
  })
  fc.assert(
    fc.property(problems, ({ rows, columns, count, matrix, x, out }) => {
      const memory = createProductMemory(1)
      const [ofX, ofOut, end] = [matrix.length, matrix.length + x.length, matrix.length + x.length + out.length]
      memory.numbers.fill(7, end)
      memory.numbers.set([...matrix, ...x, ...out])
      memory.addProducts(0, rows, columns, ofX, count, ofOut)
      const expected = out.map((value, i) => {
        const [vector, row] = [Math.floor(i / rows), i % rows]
        const products = Array.from({ length: columns }, (_, c) => [matrix[row * columns + c], x[vector * columns + c]])
        return products.reduce((sum, [one = 0, other = 0]) => sum + one * other, value)
      })
      expect([...memory.numbers.slice(0, end)]).toEqual([...matrix, ...x, ...expected])
      expect(memory.numbers.slice(end).every((one) => one === 7)).toBe(true)
    }),
  )
})

test('who takes more numbers than there are gets an error', () => {
  const { numbers, take } = createProductMemory(1)
  expect([take(3), take(5), take(1)]).toEqual([0, 4, 12])
  expect(() => take(numbers.length)).toThrow('more than 16384 numbers')
})

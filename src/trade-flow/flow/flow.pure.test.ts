import { expect, test } from 'vitest'
import { type Flow, overlap, sumOf } from './flow.pure.ts'

const flow = (changes: Partial<Flow> = {}): Flow => ({
  period: '2025',
  reporter: 156,
  partner: 276,
  flow: 'export',
  code: '850760',
  valueUsd: 10,
  netWeightKg: 2,
  quantity: 3,
  quantityUnit: 5,
  ...changes,
})

test('values add up; weights only when all are known, quantities only in one unit', () => {
  expect(sumOf([flow(), flow()])).toEqual({ valueUsd: 20, netWeightKg: 4, quantity: 6 })
  expect(sumOf([flow(), flow({ netWeightKg: null })])).toEqual({ valueUsd: 20, netWeightKg: null, quantity: 6 })
  expect(sumOf([flow(), flow({ quantityUnit: 8 })]).quantity).toBeNull()
  expect(sumOf([flow({ quantity: null, quantityUnit: null })]).quantity).toBeNull()
  expect(sumOf([])).toEqual({ valueUsd: 0, netWeightKg: null, quantity: null })
})

test.each([
  [
    ['85', '850760'],
    ['85', '850760'],
  ],
  [
    ['850760', '8507'],
    ['8507', '850760'],
  ],
  [
    ['9.2', '9.2.1'],
    ['9.2', '9.2.1'],
  ],
  [
    ['9', '9.2'],
    ['9', '9.2'],
  ],
  [['1', '10'], null],
  [['1', '10.1'], null],
  [['8507', '8508'], null],
  [['850710', '850760'], null],
  [['9.2', '9.21'], null],
])('of the codes %o these overlap: %o', (codes, expected) => {
  expect(overlap(codes)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { alignColumns, figureWriter } from './text-table.pure.ts'

test('columns are aligned, labels to the left and figures to the right; lines end without blanks', () => {
  expect(
    alignColumns([['', '2023', '2024'], ['Revenue', '383,285', '7'], ['A heading wider than all'], ['Cash', '-']]),
  ).toBe(
    ['         2023  2024', 'Revenue  383,285     7', 'A heading wider than all', 'Cash           -']
      .join('\n')
      .replace('         2023', '            2023'),
  )
})

test('money and shares are in millions, with decimals for small companies', () => {
  const large = figureWriter([{ unit: 'money', value: 383_285_000_000 }])
  expect([large('money', 383_285_000_000), large('money', -99_584_400_000), large('money', null)]).toEqual([
    '383,285',
    '-99,584',
    '-',
  ])
  const small = figureWriter([{ unit: 'money', value: -2_345_678 }])
  expect([small('money', -2_345_678), small('money', -1)]).toEqual(['-2.346', '0.000'])
  const medium = figureWriter([{ unit: 'shares', value: 15_800_000 }])
  expect(medium('shares', 15_812_547)).toBe('15.8')
})

test('amounts per share, fractions, multiples and days read as people write them', () => {
  const write = figureWriter([])
  expect(write('per_share', 6.131)).toBe('6.13')
  expect(write('per_share', -0.0123)).toBe('-0.0123')
  expect(write('fraction', 0.4413)).toBe('44.1%')
  expect(write('multiple', 1234.5)).toBe('1,234.50x')
  expect(write('days', 58.04)).toBe('58.0')
})

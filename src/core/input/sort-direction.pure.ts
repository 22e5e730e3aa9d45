import { enumeration } from './enumeration.pure.ts'

/** Direction of an order. */
export const SORT_DIRECTION = enumeration('SortDirection', 'Direction of an order.', {
  asc: 'Smallest first.',
  desc: 'Largest first.',
})

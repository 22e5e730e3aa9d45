import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finish } from '../../core/pieces.pure.ts'
import { packActions } from './action-table.pure.ts'
import { ACTION_TYPE } from './adjust.pure.ts'

const action = fc.record({
  day: fc.integer({ min: -40_000, max: 40_000 }),
  type: fc.constantFrom(...ACTION_TYPE.tokens),
  value: fc.double({ noNaN: true }),
})

test('packed actions are what they were, listing by listing; a listing without any has none', () => {
  const listings = fc.uniqueArray(fc.tuple(fc.nat(1_000), fc.array(action, { maxLength: 5 })), {
    selector: ([id]) => id,
  })
  fc.assert(
    fc.property(listings, (entries) => {
      const table = finish(packActions(new Map(entries)))
      for (const [id, actions] of entries) expect(table.of(id)).toEqual(actions)
      expect(table.of(1_001)).toEqual([])
    }),
  )
})

import { describe, expect, test } from 'vitest'
import { type ModelShape, type Models, ScopeError, scopedArguments } from './scoped-arguments.pure.ts'

const relation = (model: string, list: boolean, withinOwner: boolean) => ({ model, list, withinOwner })
const shape = (ownerField: ModelShape['ownerField'], relations: Record<string, ReturnType<typeof relation>> = {}) => ({
  ownerField,
  relations: new Map(Object.entries(relations)),
})

/** Owned portfolios with owned trades in shared listings; `note` is owned, but its key lacks the account. */
const models: Models = new Map([
  ['Account', shape('id', { plan: relation('Plan', false, false), portfolios: relation('Portfolio', true, true) })],
  ['Plan', shape(null, { accounts: relation('Account', true, false) })],
  ['Portfolio', shape('accountId', { trades: relation('Trade', true, true), note: relation('Note', false, false) })],
  [
    'Trade',
    shape('accountId', { portfolio: relation('Portfolio', false, true), listing: relation('Listing', false, false) }),
  ],
  ['Note', shape('accountId')],
  ['Listing', shape(null, { trades: relation('Trade', true, false) })],
])

const scoped = (model: string, operation: string, args: unknown) =>
  scopedArguments(models, { model, operation, args }, 7)
const refused = (model: string, operation: string, args: unknown) =>
  expect(() => scoped(model, operation, args), JSON.stringify(args)).toThrow(ScopeError)

describe('the scope of an account', () => {
  test.each(['findMany', 'findFirst', 'count', 'aggregate', 'groupBy', 'deleteMany'])(
    'narrows %s to its rows',
    (op) => {
      expect(scoped('Trade', op, undefined)).toEqual({ where: { accountId: 7 } })
      expect(scoped('Trade', op, { where: { OR: [{ id: 1 }, { accountId: 8 }] } })).toEqual({
        where: { AND: [{ accountId: 7 }, { OR: [{ id: 1 }, { accountId: 8 }] }] },
      })
    },
  )

  test.each(['findUnique', 'findUniqueOrThrow', 'delete'])('adds the account to the key of %s', (op) => {
    expect(scoped('Trade', op, { where: { id: 1 } })).toEqual({ where: { id: 1, accountId: 7 } })
    refused('Trade', op, { where: { id: 1, accountId: 8 } })
    refused('Trade', op, { where: { accountId_id: { accountId: 8, id: 1 } } })
  })

  test('puts the account into every row it creates', () => {
    expect(scoped('Trade', 'create', { data: { quantity: 1 } })).toEqual({ data: { quantity: 1, accountId: 7 } })
    expect(scoped('Trade', 'createMany', { data: [{ a: 1 }, { a: 2, accountId: 7 }] })).toEqual({
      data: [
        { a: 1, accountId: 7 },
        { a: 2, accountId: 7 },
      ],
    })
    expect(scoped('Trade', 'upsert', { where: { id: 1 }, create: { a: 1 }, update: { a: 2 } })).toEqual({
      where: { id: 1, accountId: 7 },
      create: { a: 1, accountId: 7 },
      update: { a: 2 },
    })
  })

  test('lets no row be created for, or given to, another account', () => {
    refused('Trade', 'create', { data: { accountId: 8 } })
    refused('Trade', 'createMany', { data: [{ accountId: 7 }, { accountId: 8 }] })
    refused('Trade', 'update', { where: { id: 1 }, data: { accountId: 8 } })
    refused('Trade', 'update', { where: { id: 1 }, data: { accountId: { set: 8 } } })
    refused('Trade', 'updateMany', { data: { accountId: 8 } })
    refused('Trade', 'upsert', { where: { id: 1 }, create: {}, update: { accountId: 8 } })
  })

  test('refuses nested writes', () => {
    refused('Portfolio', 'create', { data: { trades: { create: [{ accountId: 8 }] } } })
    refused('Portfolio', 'update', { where: { id: 1 }, data: { trades: { connect: { id: 2 } } } })
    refused('Trade', 'create', { data: { portfolio: { connect: { id: 2 } } } })
  })

  test('narrows lists and counts of owned rows, however deep', () => {
    const own = { where: { accountId: 7 } }
    expect(scoped('Listing', 'findMany', { include: { trades: true } })).toEqual({ include: { trades: own } })
    expect(scoped('Plan', 'findMany', { select: { accounts: { include: { portfolios: true } } } })).toEqual({
      select: { accounts: { where: { id: 7 }, include: { portfolios: own } } },
    })
    expect(scoped('Listing', 'findUnique', { where: { id: 1 }, include: { trades: { where: { a: 1 } } } })).toEqual({
      where: { id: 1 },
      include: { trades: { where: { AND: [{ accountId: 7 }, { a: 1 }] } } },
    })
    expect(scoped('Listing', 'findMany', { include: { _count: { select: { trades: true } } } })).toEqual({
      include: { _count: { select: { trades: own } } },
    })
    refused('Listing', 'findMany', { include: { _count: true } })
  })

  test('follows a relation to one row only where the foreign key holds the account', () => {
    expect(scoped('Trade', 'findMany', { include: { portfolio: true } })).toMatchObject({
      include: { portfolio: true },
    })
    refused('Portfolio', 'findMany', { include: { note: true } })
  })

  test('refuses filters and orders that look at rows of other accounts', () => {
    const where = { trades: { some: { a: 1 } } }
    expect(JSON.stringify(scoped('Portfolio', 'findMany', { where }))).toContain(JSON.stringify(where))
    refused('Listing', 'findMany', { where: { trades: { some: { a: 1 } } } })
    refused('Listing', 'findMany', { where: { AND: [{ NOT: { trades: { none: {} } } }] } })
    refused('Listing', 'findMany', { orderBy: [{ trades: { _count: 'desc' } }] })
    refused('Portfolio', 'findMany', { where: { trades: { some: { listing: { trades: { some: {} } } } } } })
  })

  test('reads shared models and does not write them', () => {
    expect(scoped('Listing', 'findMany', { where: { id: 1 } })).toEqual({ where: { id: 1 } })
    for (const operation of ['create', 'update', 'deleteMany', 'upsert']) refused('Listing', operation, { data: {} })
  })

  test('is one account: it neither makes nor ends accounts', () => {
    expect(scoped('Account', 'findMany', {})).toEqual({ where: { id: 7 } })
    refused('Account', 'findUnique', { where: { id: 8 } })
    for (const operation of ['create', 'createMany', 'delete', 'deleteMany', 'upsert', 'updateMany'])
      refused('Account', operation, { data: {}, where: { id: 7 } })
  })

  test('refuses operations it does not know', () => {
    refused('Trade', 'aggregateRaw', {})
    refused('Unheard', 'findMany', {})
  })
})

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyDigest } from '../../src/account/key/api-key.ts'
import { models, ownedTables } from '../../src/account/owner/model-owners.ts'
import { type Owner, ownedBy } from '../../src/account/owner/owned-by.ts'
import { ownerOf, writeWithin } from '../../src/account/owner/owner-of.ts'
import { ScopeError } from '../../src/account/owner/scoped-arguments.pure.ts'
import { pool } from '../../src/core/database/db.ts'
import { useApp } from '../setup/app.ts'
import { unboundStatements } from '../setup/owned-statements.ts'
import { sentOf } from '../setup/statements.ts'

const app = useApp()
let mine: number
let theirs: number
beforeEach(async () => {
  mine = await newAccount()
  theirs = await newAccount()
  for (const accountId of [mine, theirs])
    for (const requestId of ['a', 'b', 'c'])
      await ownedBy(accountId).creditCharge.create({ data: charge(accountId, requestId) })
})

async function newAccount(): Promise<number> {
  const { rows } = await pool.query('SELECT account_id FROM api_key WHERE digest = $1', [keyDigest(await app.key())])
  return rows[0].account_id
}

function charge(accountId: number, requestId: string = randomUUID()) {
  return { accountId, requestId, operation: 'test', credits: 1, periodStart: new Date(0), chargedAt: new Date(0) }
}

async function requestIds(accountId: number): Promise<string[]> {
  const { rows } = await pool.query('SELECT request_id FROM credit_charge WHERE account_id = $1 ORDER BY 1', [
    accountId,
  ])
  return rows.map((row) => row.request_id)
}

const ids = (rows: readonly { requestId: string; accountId: number }[]) =>
  rows.map(({ accountId, requestId }) => `${accountId === mine ? 'mine' : 'theirs'} ${requestId}`)

describe('the scope of an account', () => {
  test('reads its rows only, whatever the filter asks for', async () => {
    const { creditCharge, account, apiKey } = ownedBy(mine)
    const orderBy = { requestId: 'asc' } as const
    expect(ids(await creditCharge.findMany({ orderBy }))).toEqual(['mine a', 'mine b', 'mine c'])
    expect(await creditCharge.findMany({ where: { accountId: theirs } })).toEqual([])
    expect(ids(await creditCharge.findMany({ where: { OR: [{ requestId: 'a' }, { accountId: theirs }] } }))).toEqual([
      'mine a',
    ])
    expect(await creditCharge.count()).toBe(3)
    expect((await creditCharge.aggregate({ _sum: { credits: true } }))._sum.credits).toBe(3)
    expect(await creditCharge.groupBy({ by: 'accountId', _count: true })).toEqual([{ accountId: mine, _count: 3 }])
    expect(await creditCharge.findFirst({ where: { requestId: 'a' } })).toMatchObject({ accountId: mine })
    expect((await account.findMany()).map(({ id }) => id)).toEqual([mine])
    expect(await apiKey.findMany()).toHaveLength(1)
  })

  test('pages from its own rows only', async () => {
    const { creditCharge, apiKey } = ownedBy(mine)
    const after = { accountId_requestId: { accountId: mine, requestId: 'a' } }
    expect(ids(await creditCharge.findMany({ cursor: after, skip: 1, orderBy: { requestId: 'asc' } }))).toEqual([
      'mine b',
      'mine c',
    ])
    const foreign = await pool.query('SELECT id FROM api_key WHERE account_id = $1', [theirs])
    expect(await apiKey.findMany({ cursor: { id: foreign.rows[0].id } })).toEqual([])
    const own = await pool.query('SELECT id FROM api_key WHERE account_id = $1', [mine])
    expect(await apiKey.findMany({ cursor: { id: own.rows[0].id } })).toHaveLength(1)
  })

  test('finds no row of another account by its key', async () => {
    const foreign = await pool.query('SELECT id, prefix FROM api_key WHERE account_id = $1', [theirs])
    const { id, prefix } = foreign.rows[0]
    expect(await ownedBy(mine).apiKey.findUnique({ where: { id } })).toBeNull()
    expect(await ownedBy(mine).apiKey.findUnique({ where: { prefix } })).toBeNull()
    expect(await ownedBy(theirs).apiKey.findUnique({ where: { id } })).toMatchObject({ prefix })
    await expect(ownedBy(mine).apiKey.findUniqueOrThrow({ where: { id } })).rejects.toThrow()
    const both = await Promise.all([mine, theirs].map((of) => ownedBy(of).apiKey.findUnique({ where: { id } })))
    expect(both.map((row) => row?.accountId)).toEqual([undefined, theirs])
  })

  test('changes and deletes no row of another account', async () => {
    const { creditCharge, apiKey } = ownedBy(mine)
    const foreign = await pool.query('SELECT id FROM api_key WHERE account_id = $1', [theirs])
    const where = { id: foreign.rows[0].id }
    await expect(apiKey.update({ where, data: { revokedAt: new Date() } })).rejects.toThrow()
    await expect(apiKey.delete({ where })).rejects.toThrow()
    expect(await apiKey.updateMany({ where, data: { revokedAt: new Date() } })).toEqual({ count: 0 })
    expect(await creditCharge.deleteMany({ where: { requestId: 'a' } })).toEqual({ count: 1 })
    expect(await creditCharge.deleteMany()).toEqual({ count: 2 })
    expect([await requestIds(mine), await requestIds(theirs)]).toEqual([[], ['a', 'b', 'c']])
  })

  test('writes no row of another account', async () => {
    const { creditCharge } = ownedBy(mine)
    const where = { accountId_requestId: { accountId: theirs, requestId: 'a' } }
    await expect(creditCharge.create({ data: charge(theirs) })).rejects.toThrow(ScopeError)
    await expect(creditCharge.createMany({ data: [charge(mine), charge(theirs)] })).rejects.toThrow(ScopeError)
    await expect(creditCharge.upsert({ where, create: charge(mine), update: {} })).rejects.toThrow(ScopeError)
    await expect(creditCharge.updateMany({ data: { accountId: theirs } })).rejects.toThrow(ScopeError)
    expect([await requestIds(mine), await requestIds(theirs)]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
  })

  test('reaches no other account through shared rows', async () => {
    const plans = await ownedBy(mine).plan.findMany({
      where: { name: 'internal' },
      include: { accounts: { include: { keys: true } } },
    })
    expect(
      plans.flatMap(({ accounts }) => accounts.map(({ id, keys }) => [id, keys.map((key) => key.accountId)])),
    ).toEqual([[mine, [mine]]])
    const counted = await ownedBy(mine).plan.findMany({
      where: { name: 'internal' },
      select: { _count: { select: { accounts: true } } },
    })
    expect(counted).toEqual([{ _count: { accounts: 1 } }])
    expect(
      await ownedBy(mine)
        .plan.findUnique({ where: { name: 'internal' } })
        .accounts(),
    ).toHaveLength(1)
    await expect(ownedBy(mine).plan.findMany({ where: { accounts: { some: { id: theirs } } } })).rejects.toThrow(
      ScopeError,
    )
  })

  test('holds in transactions and in transactions within them, which can be undone by themselves', async () => {
    await ownedBy(mine).$transaction(async (owner) => {
      await owner.creditCharge.create({ data: charge(mine, 'd') })
      const undone = owner.$transaction(async (inner: Owner) => {
        expect(await inner.creditCharge.count()).toBe(4)
        await inner.creditCharge.deleteMany()
        await expect(inner.creditCharge.create({ data: charge(theirs) })).rejects.toThrow(ScopeError)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
    })
    expect([await requestIds(mine), await requestIds(theirs)]).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c'],
    ])
  })

  test('takes hand-written statements that are bound to it, and refuses the others', async () => {
    const owner = ownedBy(mine)
    expect(await owner.$queryRaw`SELECT count(*)::int AS n FROM credit_charge WHERE account_id = ${mine}`).toEqual([
      { n: 3 },
    ])
    expect(await owner.$executeRawUnsafe('UPDATE credit_charge SET credits = 2 WHERE account_id = $1', mine)).toBe(3)
    await expect(owner.$queryRaw`SELECT * FROM credit_charge WHERE account_id = ${theirs}`).rejects.toThrow(ScopeError)
    await expect(owner.$queryRaw`SELECT * FROM credit_charge`).rejects.toThrow(ScopeError)
    await expect(owner.$executeRawUnsafe('DELETE FROM credit_charge')).rejects.toThrow(ScopeError)
    expect(await owner.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
  })

  test('sends no statement on an owned table without its account', async () => {
    const sent = await sentOf(async () => {
      const { creditCharge, plan, account } = ownedBy(mine)
      await creditCharge.findMany({ cursor: { accountId_requestId: { accountId: mine, requestId: 'a' } } })
      await creditCharge.upsert({
        where: { accountId_requestId: { accountId: mine, requestId: 'a' } },
        create: charge(mine),
        update: { credits: 3 },
      })
      await plan.findMany({
        include: { accounts: { include: { keys: true } }, _count: { select: { accounts: true } } },
      })
      await account.findMany({ include: { preference: true, answers: true } })
    })
    expect(sent.length).toBeGreaterThan(5)
    expect(unboundStatements(sent, [mine])).toEqual([])
  })
})

test('an operation reaches the rows of its account, within the transaction it was given', async () => {
  const [outside, inside] = [{ accountId: mine }, { accountId: mine }]
  expect(ownerOf(outside)).toBe(ownerOf(outside))
  await ownedBy(mine).$transaction(async (transaction) => {
    writeWithin(inside, transaction)
    await ownerOf(inside).creditCharge.create({ data: charge(mine, 'd') })
    expect([await ownerOf(inside).creditCharge.count(), await ownerOf(outside).creditCharge.count()]).toEqual([4, 3])
  })
  expect(await ownerOf(outside).creditCharge.count()).toBe(4)
})

test('every table with an account_id is known as owned, by its name', async () => {
  const { rows } = await pool.query(
    `SELECT table_name FROM information_schema.columns WHERE column_name = 'account_id' AND table_schema = 'public'`,
  )
  expect([...ownedTables].toSorted()).toEqual(rows.map((row) => row.table_name).toSorted())
})

test('a relation between owned rows holds the account in its foreign key', () => {
  const loose = [...models].flatMap(([model, { ownerField, relations }]) =>
    [...relations].flatMap(([field, relation]) => {
      const owned = ownerField === 'accountId' && models.get(relation.model)?.ownerField === 'accountId'
      return owned && !relation.withinOwner ? [`${model}.${field}`] : []
    }),
  )
  expect(loose).toEqual([])
})

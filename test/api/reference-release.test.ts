import { expect, test } from 'vitest'
import { readReference } from '../../src/catalog/reference/reference.source.ts'
import { upsertReference } from '../../src/catalog/reference/reference.store.ts'
import { pool } from '../../src/core/database/db.ts'
import { useApp } from '../setup/app.ts'

useApp()

async function stored(source: string, target: string): Promise<{ type: string; weight: number; shipped: boolean }[]> {
  const { rows } = await pool.query(
    `SELECT r.type, r.weight, r.shipped FROM relation r JOIN listing s ON s.id = r.source_id JOIN listing t ON t.id = r.target_id
      WHERE s.ticker = $1 AND t.ticker = $2 ORDER BY r.type`,
    [source, target],
  )
  return rows
}

async function count(): Promise<number> {
  const { rows } = await pool.query('SELECT count(*)::int AS count FROM relation')
  return rows[0].count
}

test('a release deletes edges it no longer ships, and keeps those the user added or changed', async () => {
  const { rows, sha256 } = await readReference('relation')
  const [changed, dropped, kept] = rows
  if (!changed || !dropped || !kept) throw new Error('The shipped relations are too few for this test.')
  const before = await count()
  const own = { source: 'AAPL.US', target: '7203.JP', type: 'partner', weight: 0.3, sign: null, note: 'mine' } as const
  await upsertReference('relation', [own, { ...changed, weight: 0.123 }], null)
  const next = rows.filter((row) => row !== dropped).map((row) => (row === kept ? { ...kept, weight: 0.456 } : row))
  await upsertReference('relation', next, `${sha256.slice(1)}0`)

  expect(await stored(own.source, own.target)).toEqual([{ type: 'partner', weight: 0.3, shipped: false }])
  expect(await stored(changed.source, changed.target)).toContainEqual({
    ...{ type: changed.type, weight: 0.123, shipped: false },
  })
  expect(await stored(kept.source, kept.target)).toContainEqual({ type: kept.type, weight: 0.456, shipped: true })
  const left = await stored(dropped.source, dropped.target)
  expect(left.filter(({ type }) => type === dropped.type)).toEqual([])
  expect(await count()).toBe(before)
})

test('a release does not overwrite a listing the user has changed', async () => {
  const { rows, sha256 } = await readReference('listing')
  const apple = rows.find(({ ticker }) => ticker === 'AAPL.US')
  if (!apple) throw new Error('AAPL.US is not shipped.')
  await upsertReference('listing', [{ ...apple, description: 'My words.' }], null)
  await upsertReference('listing', rows, sha256)
  const { rows: said } = await pool.query(`SELECT description, shipped FROM listing WHERE ticker = 'AAPL.US'`)
  expect(said).toEqual([{ description: 'My words.', shipped: false }])
})

import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { TokenLedger } from './ledger.source.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-'))
  return () => rm(folder, { recursive: true, force: true })
})

test('what is set aside and corrected adds up, also for a ledger opened later', async () => {
  const ledger = new TokenLedger(folder, 1_000)
  const first = await ledger.reserve(600, NOON)
  expect(first).not.toBeNull()
  expect(await ledger.reserve(600, NOON)).toBeNull()
  if (first) await ledger.settle(first, 100)
  const later = new TokenLedger(folder, 1_000)
  expect(await later.reserve(901, NOON)).toBeNull()
  expect(await later.reserve(900, NOON)).not.toBeNull()
  expect(await ledger.reserve(1, NOON)).toBeNull()
})

test('many ledgers on one folder never set aside more than the cap', async () => {
  const ledgers = Array.from({ length: 8 }, () => new TokenLedger(folder, 1_000))
  const got = await Promise.all(Array.from({ length: 80 }, (_, i) => ledgers[i % 8]?.reserve(90, NOON)))
  const count = got.filter(Boolean).length
  expect(count).toBeGreaterThan(0)
  expect(count * 90).toBeLessThanOrEqual(1_000)
})

test('a new UTC day begins at nothing and takes the old record away; a late correction goes to its own day', async () => {
  const ledger = new TokenLedger(folder, 1_000)
  const old = await ledger.reserve(1_000, Date.UTC(2026, 10, 20, 23, 59, 59))
  const next = await ledger.reserve(1_000, Date.UTC(2026, 10, 21))
  expect(next).not.toBeNull()
  expect(await readdir(folder)).toEqual(['2026-11-21.log'])
  if (old) await ledger.settle(old, 5_000)
  if (next) await ledger.settle(next, 10)
  expect(await ledger.reserve(990, Date.UTC(2026, 10, 21, 1))).not.toBeNull()
})

test('a damaged line is passed over, and half a line is read when it is whole', async () => {
  const file = join(folder, '2026-11-20.log')
  await appendFile(file, '+100\nrubbish\n+1e9\n+20')
  const ledger = new TokenLedger(folder, 1_000)
  expect(await ledger.reserve(901, NOON)).toBeNull()
  await appendFile(file, '0\n')
  expect(await ledger.reserve(701, NOON)).toBeNull()
  expect(await ledger.reserve(700, NOON)).not.toBeNull()
  expect(await readFile(file, 'utf8')).toBe('+100\nrubbish\n+1e9\n+200\n+700\n')
})

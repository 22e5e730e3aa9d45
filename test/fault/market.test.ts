import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { flowCsv, flowJson, flowRow } from '../setup/flow-rows.ts'
import {
  askDatabase,
  commandJson,
  postgresLeft,
  preparedFolder,
  runProcess,
  startService,
  temporaryFolder,
} from '../setup/service.ts'
import { SOON } from '../setup/soon.ts'

const demo = (...args: string[]) => ['src/cli/demo.ts', ...args]
const SMALL = ['--listings', '40', '--years', '1', '--days', '5', '--articles', '40']

describe.concurrent('commands that bring a market', () => {
  test.each([
    [['--listings', '0'], '--listings must be a whole number from 1 to 99999; "0" was given.'],
    [['--years', 'five'], '--years must be a whole number from 1 to 40; "five" was given.'],
    [['--days', '2.5'], '--days must be a whole number from 1 to 3650; "2.5" was given.'],
    [['--articles', '200001'], '--articles must be a whole number from 0 to 200000; "200001" was given.'],
    [['--seed', '1e3'], '--seed must be a whole number from 0 to'],
    [['--listing', '5'], "'--listing' (Did you mean --listings?)"],
    [['--days', '5', '--days', '6'], 'The option --days is given twice.'],
    [['everything'], 'Too many arguments'],
  ])('%s is refused before anything is opened, by its name', async (args, said) => {
    const dataDir = join(await temporaryFolder(), 'none')
    const { code, stdout, stderr } = await runProcess(demo(...args), { dataDir })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(said)
    expect(stderr).not.toMatch(/ at .*:\d+:\d+/)
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  test('loads as much as it is told, the same again when told again, and less without what it had made up', async () => {
    const dataDir = await preparedFolder()
    const first = await commandJson(demo(...SMALL), { dataDir })
    expect(first.market).toMatchObject({ source: 'demo', updated: 0, rejected_count: 0 })
    expect(first.market.inserted).toBeGreaterThan(40 * 240)
    expect(first.news).toMatchObject({ inserted: 40, rejected_count: 0 })
    expect(await postgresLeft(dataDir)).toEqual([])

    const { url, key } = await startService({ dataDir })
    const facts = async () => {
      const [row] = await askDatabase<{ listings: number; bars: number; digest: string; invented: number }>(
        dataDir,
        `SELECT (SELECT count(*) FROM market_series)::int AS listings, (SELECT count(*) FROM bar)::int AS bars,
                (SELECT md5(string_agg(b::text, ',' ORDER BY listing_id, date)) FROM bar b WHERE listing_id < 200) AS digest,
                (SELECT count(*) FROM listing WHERE ticker ~ '^X[0-9]{5}[.]' AND description LIKE 'Made-up company%')::int AS invented`,
      )
      return row
    }
    const small = await facts()
    expect(small).toMatchObject({ listings: 40, bars: first.market.inserted, invented: 0 })
    // More than there are companies: the others are made up, whatever their number. Of a world that is smaller than the one that
    // ships, as what is tested is not how long thousands of series take.
    await askDatabase(dataDir, 'DELETE FROM listing WHERE id > 300')
    const [{ known } = { known: 0 }] = await askDatabase<{ known: number }>(
      dataDir,
      'SELECT count(*)::int AS known FROM listing',
    )
    const more = await commandJson(
      demo('--listings', String(known + 25), '--years', '1', '--days', '5', '--articles', '0'),
      { dataDir },
    )
    expect(await facts()).toMatchObject({ listings: known + 25, bars: more.market.inserted, invented: 25 })
    const read = async (path: string) =>
      (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).json()
    await vi.waitFor(async () => expect((await read('/v1/stocks/X00001.US/prices')).close).toBeGreaterThan(0), SOON)

    const again = await commandJson(demo(...SMALL), { dataDir })
    expect(again.market.inserted).toBe(first.market.inserted)
    expect(await facts()).toEqual(small)
  })

  test('ingest --currency says whose money the bars are in; what is no code is refused by its name', async () => {
    const dataDir = await preparedFolder()
    const file = join(dataDir, 'ge.csv')
    await writeFile(file, 'date,open,high,low,close,volume\n2026-11-19,10,11,9,10.5,100\n2026-11-20,10,11,9,10.6,100\n')
    const ingest = (...args: string[]) => ['src/cli/ingest.ts', ...args]
    const [euro, toNews] = await Promise.all([
      runProcess(ingest('bars', file, '--currency', 'Euro'), { dataDir: join(dataDir, 'a') }),
      runProcess(ingest('news', file, '--currency', 'EUR'), { dataDir: join(dataDir, 'b') }),
    ])
    for (const { code, stderr } of [euro, toNews]) {
      expect(code).toBe(2)
      expect(stderr).toContain('--currency')
      expect(stderr).not.toMatch(/ at .*:\d+:\d+/)
    }
    const summary = await commandJson(ingest('bars', file, '--ticker', 'GE', '--currency', 'eur'), { dataDir })
    expect(summary).toMatchObject({ read: 2, inserted: 2, rejected: [] })
    const { url, key } = await startService({ dataDir })
    const price = await fetch(`${url}/v1/stocks/GE/prices`, { headers: { authorization: `Bearer ${key}` } })
    expect(await price.json()).toMatchObject({ ticker: 'GE.US', currency: 'EUR', close: 10.6 })
  })

  test('ingest tradestats takes a folder while the service runs, which answers from it at once', async () => {
    const dataDir = await preparedFolder()
    const { url, key } = await startService({ dataDir })
    const files = join(dataDir, 'flows')
    await mkdir(files)
    const flow = (partner: number, value: number) =>
      flowRow({ period: '2024', reporter: 156, partner, flow: 'X', code: '850760', value })
    await writeFile(join(files, 'a.csv'), flowCsv([flow(276, 5), flow(842, 7)]))
    await writeFile(join(files, 'b.json'), flowJson([flow(0, 12), { ...flow(392, 1), period: 'now' }]))
    await writeFile(join(files, 'c.json'), flowJson([flow(392, 1)]).slice(0, -9))
    const ask = async () => {
      const headers = { authorization: `Bearer ${key}` }
      const response = await fetch(`${url}/v1/ext/tradestats/top-partners?reporter=CN&codes=8507.60`, { headers })
      return { status: response.status, body: await response.json() }
    }
    expect(await ask()).toMatchObject({ status: 402, body: { error: 'byok_missing' } })
    const summary = await commandJson(['src/cli/ingest.ts', 'tradestats', files], { dataDir })
    expect(summary).toMatchObject({
      source: 'tradestats',
      read: 3,
      inserted: 3,
      rejected: [
        { file: 'b.json', line: 2 },
        { file: 'c.json', line: 0 },
      ],
    })
    expect(await ask()).toMatchObject({ status: 200, body: { period: '2024', total_value_usd: 12, count: 2 } })
  })
})

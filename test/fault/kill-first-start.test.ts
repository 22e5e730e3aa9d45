import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { queryOnce } from '../../src/core/database/migration/scratch-database.ts'
import { DEMO_NEWS } from '../../src/demo/demo-size.ts'
import { newDatabase } from '../setup/behind-proxy.ts'
import {
  askDatabase,
  commandJson,
  DatabaseWatch,
  postgresLeft,
  startProcess,
  startService,
  temporaryFolder,
} from '../setup/service.ts'
import { untilReady } from '../setup/soon.ts'

/** How often a first start is killed at some moment besides; `FIRST_START_KILLS=50` for the whole attack. */
const KILLS = Number(process.env['FIRST_START_KILLS'] ?? 0)

const RECORDS = `SELECT (SELECT count(*) FROM _prisma_migrations)::int AS migrations,
  (SELECT count(*) FROM _prisma_migrations WHERE finished_at IS NULL)::int AS unfinished,
  (SELECT count(DISTINCT migration_name) FROM _prisma_migrations)::int AS names`
const FACTS = `${RECORDS},
  (SELECT count(*) FROM listing)::int AS listings, (SELECT count(*) FROM relation)::int AS relations,
  (SELECT count(*) FROM article)::int AS articles, (SELECT count(*) FROM bar)::int AS bars, (SELECT count(*) FROM api_key)::int AS keys`

/** True while a transaction writes the table. */
const beingWritten = (table: string) =>
  `EXISTS (SELECT 1 FROM pg_locks WHERE relation = '${table}'::regclass AND mode = 'RowExclusiveLock')`

describe.concurrent('a first start', { timeout: 300_000 + KILLS * 30_000 }, () => {
  test('killed while it makes the cluster, the schema, the bars and the news is finished by the next one, with nothing missing', async ({
    onTestFinished,
  }) => {
    const dataDir = await temporaryFolder()
    /** Starts, and kills when `reached` is true of what is there by then. */
    const killOnce = async (reached: () => Promise<boolean>) => {
      const { child, ended, said } = startProcess(['src/server.ts'], { dataDir, env: { DEMO: 'on' } })
      const gone = ended.then(() => true)
      while (!(await Promise.race([reached(), gone]))) {
        expect(said(), 'it was ready before it could be killed').toBe('')
        await pause(10)
      }
      child.kill('SIGKILL')
      const { code, signal, stdout, stderr } = await ended
      const told = `ended with ${code} and said "${stdout}${stderr}"`
      expect({ signal, stderr }, told).toEqual({ signal: 'SIGKILL', stderr: '' })
    }
    const database = new DatabaseWatch(dataDir)
    onTestFinished(() => database.end())
    await killOnce(async () => (await readdir(dataDir)).some((name) => /^postgres\.\d+$/.test(name)))
    await killOnce(() => database.sees(`to_regclass('_prisma_migrations') IS NOT NULL`))
    await killOnce(() => database.sees(beingWritten('bar')))
    await killOnce(() => database.sees(beingWritten('article')))

    const service = await startService({ dataDir, env: { DEMO: 'on' } })
    expect(service.key).toMatch(/^mi_live_/)
    const headers = { authorization: `Bearer ${service.key}` }
    expect((await fetch(`${service.url}/v1/news?limit=1`, { headers })).status).toBe(200)
    const [facts] = await askDatabase(dataDir, FACTS)
    const [undisturbed] = await queryOnce(await newDatabase(), FACTS)
    expect(facts).toEqual({ ...undisturbed, articles: DEMO_NEWS.articles, bars: expect.any(Number), keys: 1 })
    // No listing of the demo market was left without bars.
    const [series] = await askDatabase(
      dataDir,
      `SELECT count(*)::int AS listings, count(*) FILTER (WHERE bars IS NULL)::int AS without
         FROM market_series LEFT JOIN (SELECT listing_id, count(*) AS bars FROM bar GROUP BY 1) of USING (listing_id)`,
    )
    expect(series).toEqual({ listings: expect.any(Number), without: 0 })
    expect(series?.['listings']).toBeGreaterThan(300)
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 })
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  test.runIf(KILLS > 0)('killed at any moment, again and again, ends as an undisturbed one', async () => {
    const undisturbed = await temporaryFolder()
    const begun = performance.now()
    const reference = await startService({ dataDir: undisturbed, env: { DEMO: 'on' } })
    const startMs = performance.now() - begun
    const expected = await askDatabase(undisturbed, FACTS)
    await reference.kill('SIGTERM')

    // Ten kills a folder: early ones fall into making the cluster; what was reached stays, so that all phases are met.
    for (let killed = 0; killed < KILLS; killed += 10) {
      const dataDir = await temporaryFolder()
      for (let kill = 0; kill < 10; kill++) {
        const { child, ended } = startProcess(['src/server.ts'], { dataDir, env: { DEMO: 'on' } })
        await Promise.race([pause(((kill + killed / KILLS) / 10) * startMs), ended])
        child.kill('SIGKILL')
        const { stderr } = await ended
        expect(stderr, `after ${killed + kill} kills`).toBe('')
      }
      const service = await startService({ dataDir, env: { DEMO: 'on' } })
      expect(service.key).toMatch(/^mi_live_/)
      expect(await askDatabase(dataDir, FACTS), `after ${killed + 10} kills`).toEqual(expected)
      expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 })
      expect(await postgresLeft(dataDir)).toEqual([])
    }
  })

  test('of three processes on one fresh external database succeeds in each: one migrates and loads, the others wait', async () => {
    const url = await newDatabase({ empty: true })
    const services = await Promise.all(
      [1, 2, 3].map(async () => {
        const dataDir = await temporaryFolder()
        return startService({ dataDir, env: { DATABASE_URL: url } })
      }),
    )
    for (const service of services) await untilReady(service.url)
    const [facts] = await queryOnce(url, FACTS)
    expect(facts).toMatchObject({ unfinished: 0, migrations: facts?.['names'] })
    for (const service of services) expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  })

  test('leaves room for commands beside it on the embedded database: all succeed', async () => {
    const dataDir = await temporaryFolder()
    const starting = startService({ dataDir })
    const made = await Promise.all(
      [0, 300, 900].map(async (ms) => {
        await pause(ms)
        return commandJson(['src/cli/key.ts', 'create', '--plan', 'free'], { dataDir })
      }),
    )
    const service = await starting
    for (const { key } of made) {
      const response = await fetch(`${service.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })
      expect(response.status).toBe(200)
    }
  })

  test('that an older version left half recorded is resumed, whether its script was carried out or not', async () => {
    for (const state of ['carried out', 'not carried out'] as const) {
      const url = await newDatabase({ empty: state === 'not carried out' })
      if (state === 'carried out') {
        await queryOnce(
          url,
          `UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0
            WHERE started_at = (SELECT max(started_at) FROM _prisma_migrations) OR migration_name LIKE '%foundation'`,
        )
      } else {
        const migrated = await newDatabase()
        const [first] = await queryOnce(
          migrated,
          'SELECT migration_name AS name, checksum FROM _prisma_migrations ORDER BY migration_name LIMIT 1',
        )
        await queryOnce(
          url,
          `CREATE TABLE _prisma_migrations (id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
             migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ, started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
             applied_steps_count INTEGER NOT NULL DEFAULT 0);
           INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', '${first?.['checksum']}', '${first?.['name']}')`,
        )
      }
      // A command migrates as the service does.
      const dataDir = await temporaryFolder()
      await commandJson(['src/cli/key.ts', 'list'], { dataDir, env: { DATABASE_URL: url } })
      const [facts] = await queryOnce(url, RECORDS)
      expect(facts).toMatchObject({ unfinished: 0, migrations: facts?.['names'] })
    }
  })
})

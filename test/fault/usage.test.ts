import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runProcess, temporaryFolder } from '../setup/service.ts'

const manifest = z
  .object({ version: z.string(), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')))

/** The scripts of package.json that run a file of src/cli, with that file. */
const COMMANDS = Object.entries(manifest.scripts).flatMap(([script, line]) => {
  const file = /^node (src\/cli\/[\w-]+\.ts)$/.exec(line)?.[1]
  return file ? [[script, file] as const] : []
})

/** Runs a command on a data folder that does not exist yet; it must stay so, as nothing here opens a database. */
async function run(file: string, ...args: string[]) {
  return runProcess([file, ...args], { dataDir: join(await temporaryFolder(), 'none') })
}

describe.concurrent('commands', () => {
  test('there are the commands of the contract', () => {
    expect(COMMANDS.map(([script]) => script)).toEqual(
      expect.arrayContaining(['key', 'ingest', 'enrich', 'demo', 'migration', 'drift', 'schema']),
    )
  })

  test.each(COMMANDS)('%s explains itself, with an example, and says its version', async (script, file) => {
    const [help, version] = await Promise.all([run(file, script === 'key' ? '-h' : '--help'), run(file, '--version')])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toMatch(new RegExp(`^Usage: npm run ${script} -- `))
    expect(help.stdout).toMatch(new RegExp(`\nExample:\n {2}npm run ${script}`))
    expect(version).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  test.each([
    [['key', 'creat', '--plan', 'free'], 2, 'Did you mean create?'],
    [['key', 'destroy'], 2, 'Commands: create, list, revoke, rotate'],
    [['key', 'create', '--plna', 'free'], 2, 'Did you mean --plan?'],
    [['key', 'create'], 2, '--plan'],
    [['key', 'create', '--plan', 'golden'], 2, 'There is no plan "golden". Plans: free, personal,'],
    [['key', 'create', '--plan', 'free', '--plan', 'free'], 2, 'The option --plan is given twice.'],
    [['key', 'list', '--json', '--json'], 2, 'The option --json is given twice.'],
    [['key', 'list', 'all'], 2, 'Too many arguments'],
    [['ingest', 'new', 'feed.xml'], 2, 'Did you mean news?'],
    [['ingest', 'news'], 2, "'source'"],
    [['ingest', 'bars', 'x.csv', '--tickr', 'KO'], 2, 'Did you mean --ticker?'],
    [['ingest', 'trades', 'x.csv'], 2, '--portfolio'],
    [['ingest', 'trades', 'no-such-file', '--portfolio', '1'], 1, 'no-such-file: There is no such file or folder.'],
    [['ingest', 'edgar'], 2, 'Name a file, a folder, a CIK, or a listing with --ticker.'],
    [['ingest', 'edgar', '320193'], 2, 'set SEC_CONTACT to your name and mail address'],
    [['ingest', 'edgar', 'a.json', 'b.json', '--ticker', 'KO'], 2, '--ticker goes with a single source.'],
    [['ingest', 'edgar', 'no-such-file'], 1, 'no-such-file: There is no such file or folder.'],
    [['ingest', 'statements', 'no-such-file'], 1, 'no-such-file: There is no such file or folder.'],
    [['ingest', 'tradestat', 'x.csv'], 2, 'Did you mean tradestats?'],
    [['ingest', 'tradestats'], 2, "'file'"],
    [['ingest', 'tradestats', 'no-such-file'], 1, 'no-such-file: There is no such file or folder.'],
    [['ingest', 'news', 'no-such-file'], 1, 'no-such-file: There is no such file or folder.'],
    [['ingest', 'bars', 'no-such-file'], 1, 'no-such-file: There is no such file or folder.'],
    [['enrich'], 2, "'file'"],
    [['enrich', '--jsn', 'x'], 2, "'--jsn'"],
    [['enrich', 'no-such-file'], 1, 'no-such-file: There is no such file or folder.'],
    [['enrich', 'src'], 1, 'src: It is a folder, not a file.'],
    [['migration', 'Add-Column'], 2, '"Add-Column"'],
    [['migration', '../up'], 2, '"../up"'],
    [['migration'], 2, "'name'"],
    [['schema', '--chek'], 2, 'Did you mean --check?'],
  ])('%j ends with %i and one line', async ([script, ...args], expected, said) => {
    const { code, stdout, stderr } = await run(`src/cli/${script === 'schema' ? 'print-schema' : script}.ts`, ...args)
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
    expect(stderr).toContain(said)
    expect(stderr).toMatch(/^[^\n]+\n$/)
  })

  test('ingest --json prints a summary also of a file that is not there', async () => {
    const { code, stdout, stderr } = await run('src/cli/ingest.ts', 'bars', 'no-such-file', '--json')
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'no-such-file: There is no such file or folder.\n' })
    expect(JSON.parse(stdout)).toEqual({
      ...{ source: 'bars', read: 0, inserted: 0, updated: 0, skipped: 0, rejected_count: 1, elapsed_ms: 0 },
      rejected: [{ line: 0, reason: 'There is no such file or folder.' }],
    })
  })

  test('enrich takes an empty text for none', async () => {
    const file = join(await temporaryFolder(), 'headlines.jsonl')
    await writeFile(file, '{"title":"Shell cuts its dividend","text":""}\n{"title":"Shell cuts its dividend"}\n')
    const { code, stdout } = await run('src/cli/enrich.ts', file)
    const [empty, absent] = stdout.trim().split('\n')
    expect({ code, empty }).toEqual({ code: 0, empty: absent })
    expect(JSON.parse(empty ?? '')).toMatchObject({ title: 'Shell cuts its dividend' })
  })
})

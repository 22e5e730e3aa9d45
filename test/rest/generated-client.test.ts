import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { clientTypes } from '../client/client-types.ts'
import { ingest, newsItem, useApp } from '../setup/app.ts'

const app = useApp()
const root = fileURLToPath(new URL('../../', import.meta.url))

const COMPILER_OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'nodenext',
  allowImportingTsExtensions: true,
  types: [],
  skipLibCheck: false,
  noEmit: true,
}

beforeAll(async () => {
  await ingest([
    newsItem({ title: 'Apple cuts iPhone production as demand for smartphones weakens' }),
    newsItem({ title: 'Nvidia AI chips demand surges as data center orders jump' }),
  ])
})

/** A folder with the generated types and the program that uses them. */
async function clientFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'market-impact-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const document = await (await app.fetch('/openapi.json', { key: null })).text()
  await writeFile(join(folder, 'schema.d.ts'), await clientTypes(document))
  await writeFile(join(folder, 'program.ts'), await readFile(join(root, 'test/client/program.txt')))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

test('a client generated from the served document compiles under strict and works', async () => {
  const folder = await clientFolder()
  const compiled = await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
    (error) => error,
  )
  expect(compiled.stdout).toBe('')
  const { run } = await import(pathToFileURL(join(folder, 'program.ts')).href)
  const queries: string[] = []
  const answer = await run(async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    queries.push(search)
    const { method, headers } = request
    return app.fetch(
      `${pathname}${search}`,
      method === 'GET' ? { headers } : { method, headers, body: await request.text() },
    )
  })
  expect(queries[0]).toContain('ticker=AAPL&ticker=NVDA')
  expect(answer).toMatchObject({
    title: 'Apple cuts iPhone production as demand for smartphones weakens',
    found: 2,
    tickers: ['AAPL.US', '7203.JP'],
    saved: true,
    message: expect.stringContaining('NOSUCHTHING'),
    code: 'unknown_ticker',
    matches: expect.arrayContaining(['AAPL.US']),
  })
  expect(answer.detail).toBe(answer.problemMessage)
  expect(answer.detail).toMatch(/\.$/)
})

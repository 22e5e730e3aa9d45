import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyFacts, twoYears } from '../setup/company-facts.ts'
import { annualText, reportOf } from '../setup/cot.ts'
import { flowCsv, flowRow } from '../setup/flow-rows.ts'
import { COMMAND_LINES, INLINE_COMMANDS, README } from '../setup/readme.ts'
import { COMPILED, type Ended, postgresLeft, temporaryFolder } from '../setup/service.ts'
import { untilReady } from '../setup/soon.ts'

/** Commands that no test can run, and why, with the steps of .ci/run that run them from a clean checkout. */
const NOT_HERE: Readonly<Record<string, { readonly why: string; readonly steps: readonly string[] }>> = {
  'npm ci': { why: 'it takes the packages away from under the tests that run', steps: ['npm ci'] },
  'npm test': { why: 'it would run this test again', steps: ['npm test'] },
  'npm run lint': { why: 'it checks the whole checkout, of which there is a part here', steps: ['npm run lint'] },
  'npm run examples': {
    why: 'it loads the whole demo once more; openapi.test.ts holds what it wrote against the document',
    steps: ['npm test'],
  },
  'npm run calibrate': {
    why: 'it reads the labelled headlines, which are not here; confidence.source.test.ts holds the fit',
    steps: ['npm test'],
  },
  'npm run train': {
    why: 'it learns from the labelled headlines, which are not here, for minutes; network.test.ts holds the gradient',
    steps: ['npm test'],
  },
  'npm run check': { why: 'it would run this test again', steps: ['npm run lint', 'npm test'] },
}

/** What the README speaks of as the reader's own, or made up. */
const examples = new Map([
  ['http://127.0.0.1:4000', () => service.url],
  ['https://example.com/rss', () => feedAddress()],
  ['mi_live_Abc12345', () => prefix],
  ['mi_live_Xyz67890', () => prefix],
])

const now = new Date()
const FILES: Readonly<Record<string, string>> = {
  'feed.xml': rss('Apple raises its outlook as iPhone demand jumps', 'Nvidia wins a record order for AI chips'),
  'articles.jsonl': `${JSON.stringify({ title: 'Toyota recalls a million cars over faulty brakes', published: now })}\n`,
  'headlines.jsonl': '{"title":"Shell cuts its dividend"}\n{"title":"Acme wins an order","entities":["Acme"]}\n',
  'msft.csv': 'Date,Close/Last,Volume,Open,High,Low\n03/08/2024,$406,"22,600,000",$407,$410,$404\n',
  'splits-and-dividends.csv': 'ticker,date,type,value\nMSFT,2024-03-07,dividend,0.83\nKO,2012-08-13,split,2:1\n',
  'my-listings.csv': 'ticker,name,country,currency\nQQZZ.US,Quizzical Zebra Inc.,US,USD\n',
  'cmd_h6.csv': 'id,text,parent\n850760,850760 - Electric accumulators; lithium-ion,8507\n',
  'CIK0000320193.json': companyFacts(320_193, 'Apple Inc.', twoYears()),
  'my-statements.csv':
    'ticker,period_end,period_type,currency,revenue,net_income\n7203.JP,2024-03-31,A,JPY,45095,4945\n7203.JP,2025-03-31,A,JPY,48037,4765\n',
  'annual.txt': annualText([reportOf('088691', 20_000, {})]),
  'AAPL.json': JSON.stringify({
    timestamp: '2024-11-13 20:00:00',
    data: { symbol: 'AAPL', current_price: 150, options: ['145', '150', '155'].map(quotedCall) },
  }),
  'my-chains.csv': `underlying,quote_date,expiration,strike,type,iv,volume,open_interest,underlying_price
KO,2024-11-13,2024-12-20,60,put,0.2,5,9,62\nKO,2024-11-13,2024-12-20,65,call,0.2,5,9,62\n`,
  'my-trades.csv': `Symbol,Date,Shares,Price,Commission\nKO,${dayBefore(20)},"1,000",$70.25,1\nKO,${dayBefore(10)},-400,71,1\n`,
  'TEMPHELPS.csv': 'observation_date,TEMPHELPS\n2026-01-01,2500.1\n2026-02-01,2490.5\n',
  'literacy.csv':
    '"Country Name","Country Code","Indicator Name","Indicator Code","2020","2021"\n"Chad","TCD","Literacy rate","SE.ADT.LITR.ZS","26","27"\n',
  'TradeData.csv': flowCsv([
    flowRow({ period: '2024', reporter: 276, partner: 156, flow: 'M', code: '850760', value: 9_000_000 }),
  ]),
  'my-relations.csv': 'source,target,type,weight,note\nMSFT.US,QQZZ.US,supplier,0.4,Sells it computing\n',
}

function quotedCall(strike: string): object {
  return { option: `AAPL241220C00${strike}000`, bid: 5, ask: 5.2, iv: 0.3, open_interest: 10, volume: 5 }
}

/** An earlier day in the American way. */
function dayBefore(days: number): string {
  const [year, month, day] = new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10).split('-')
  return `${month}/${day}/${year}`
}

/** What a command does when it does what the README says of it. */
interface Outcome {
  readonly of: RegExp
  readonly says: (said: string, errors: string) => void | Promise<void>
  /** Where it is not 0. */
  readonly code?: number
  /** Where it is not silent on standard error. */
  readonly errors?: RegExp
}

const WITHOUT_REJECTS = /^[1-9]\d* read: [1-9]\d* new, 0 changed, 0 known already, 0 rejected, in \d+\.\d s$/
const NEW_KEY =
  /^key {5}mi_live_[0-9A-Za-z]{38}\nprefix {2}mi_live_[0-9A-Za-z]{8}\nplan {4}free\nThe key is shown only now/

const OUTCOMES: readonly Outcome[] = [
  {
    of: /^npm run ingest .*--json$/,
    says(said) {
      const { inserted, rejected_count } = JSON.parse(said)
      expect({ inserted, rejected_count }).toEqual({ inserted: 1, rejected_count: 0 })
    },
  },
  { of: /\bnpm run ingest /, says: (said) => expect(said).toMatch(WITHOUT_REJECTS) },
  {
    of: /^npm run enrich /,
    says(said) {
      const [shell, acme, ...more] = said.split('\n').map((line) => JSON.parse(line))
      expect(shell.impacts).toContainEqual(expect.objectContaining({ ticker: 'SHEL.LSE', direction: 'neg' }))
      expect(acme.entities).toMatchObject([{ name: 'Acme', ticker: null, direction: 'pos' }])
      expect(more).toEqual([])
    },
  },
  { of: /^npm run key -- (create|rotate) /, says: (said) => expect(said).toMatch(NEW_KEY) },
  {
    of: /^npm run key -- list$/,
    says: (said) => expect(said).toMatch(new RegExp(`^${prefix} +free +live .* laptop$`, 'm')),
  },
  { of: /^npm run key -- revoke /, says: (said) => expect(said).toBe(`${prefix} is revoked.`) },
  {
    of: /^npm run demo /,
    says: (said) =>
      expect(said).toMatch(
        /^\d{6,} demo bars of 2 years .*\n\d{5,} demo periods of statements loaded in .* s\n\d{4,} demo reports of positions loaded in .* s\n\d{5,} demo sessions of options loaded in .* s\n\d{4} demo series of macro data loaded in .* s\n1000 demo articles of 30 days loaded in .* s\n\ndividend_yield .* p10 +p50 +p90\nEnergy +\d+( +0\.\d+){3}\n/,
      ),
  },
  { of: /^npm run migration -- /, says: (said) => expect(said).toBe('Nothing to do.') },
  { of: /^npm run sbom$/, says: (said) => expect(JSON.parse(said)).toMatchObject({ bomFormat: 'CycloneDX' }) },
  { of: /^npm run drift$/, says: (said) => expect(said).toBe('') },
  {
    of: /^npm run schema$/,
    async says() {
      expect(await readFile(join(project, 'schema.graphql'), 'utf8')).toBe(
        await readFile(join(ROOT, 'schema.graphql'), 'utf8'),
      )
    },
  },
  {
    // The measuring takes minutes: that each name is one that can be measured is enough.
    of: /^npm run bench -- NAME$/,
    code: 2,
    errors: /./,
    says(_, errors) {
      const named = /`npm run bench -- NAME`\s+measures: ([^.]+)\./.exec(README)?.[1]?.match(/\w+/g)
      expect(/Benchmarks: (.*)/.exec(errors)?.[1]?.split(', ').sort()).toEqual(named?.sort())
    },
  },
  {
    of: /^curl .*format=text/,
    errors: /^/,
    says: (said) => expect(said).toMatch(/^[A-Z.]+ .*\n(.*\n)+.*Revenue/i),
  },
  {
    of: /^curl .*\/v1\/screen /,
    errors: /^/,
    says(said) {
      const { results, stats } = JSON.parse(said)
      expect(results).toHaveLength(3)
      for (const { matched } of results) {
        expect(matched.ta).toMatchObject([{ step: 1, pattern: 'above', a: 'close', b: 'sma50', bars_ago: 0 }])
        const [{ value, threshold, cohort }] = matched.fundamental
        expect(value).toBeLessThan(threshold)
        expect(threshold).toBe(cohort.p50)
      }
      expect(stats.per_leg.fundamental).toBeGreaterThan(stats.matched)
      expect(stats.per_leg.ta).toBe(stats.matched)
    },
  },
  {
    of: /^curl /,
    // Where it writes to no terminal, curl shows its progress.
    errors: /^/,
    says(said) {
      expect(JSON.parse(said)).not.toHaveProperty('error')
      expect(said).not.toMatch(/"results":\[\]|"matches":\[\]|"nodes":\[\]/)
    },
  },
]

const ROOT = join(import.meta.dirname, '../..')
const START = 'npm start'
const commands = [...COMMAND_LINES, ...INLINE_COMMANDS]
  .flatMap((line) => line.split(/\s*&&\s*/))
  .filter((command) => !(command in NOT_HERE))
const hasCurl = spawnSync('curl', ['--version']).status === 0

let project: string
let service: { url: string; key: string; ended: Promise<Ended>; interrupt(): void }
/** Of the key that the README's commands made last. */
let prefix = ''
let feeds: Server
const started = new Set<ChildProcess>()

beforeAll(async () => {
  project = await temporaryFolder()
  for (const name of [
    '.npmrc',
    'bench',
    'package-lock.json',
    'package.json',
    'prisma',
    'rest-compat',
    'schema.graphql',
    'src',
  ]) {
    await cp(join(ROOT, name), join(project, name), { recursive: true })
  }
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'))
  await writeFile(join(project, '.env'), `DATA_DIR=${join(project, 'data')}\nALLOW_PRIVATE_FEEDS=true\n`)
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(project, name), text)
  feeds = createServer((_, response) => response.end(rss('Samsung Electronics cuts memory chip output')))
  await new Promise<void>((settle) => feeds.listen(0, '127.0.0.1', settle))
  service = await start()
})

afterAll(() => {
  feeds?.close()
  for (const { pid } of started) if (pid) process.kill(-pid, 'SIGKILL')
})

describe('the README', { shuffle: false }, () => {
  test('leaves out nothing but what .ci/run runs', async () => {
    const ci = await readFile(join(ROOT, '.ci/run'), 'utf8')
    for (const [command, { steps }] of Object.entries(NOT_HERE)) {
      expect([...COMMAND_LINES, ...INLINE_COMMANDS].join('\n')).toContain(command)
      for (const step of steps) expect(ci).toMatch(new RegExp(`^step (.* )?${step}( |$)`, 'm'))
    }
  })

  test(`starts a service with "${START}"`, async () => {
    expect(commands).toContain(START)
    expect(service.key).toMatch(/^mi_live_/)
    await untilReady(service.url)
  })

  for (const command of commands.filter((one) => one !== START)) {
    // Where a machine has no curl, docs.test.ts makes these calls all the same.
    const impossible = command.startsWith('curl ') && !hasCurl
    test.skipIf(impossible)(`means what it says: ${command}`, () => tryOut(command))
  }

  test('stops the service with Ctrl-C, database and all', async () => {
    service.interrupt()
    expect(await service.ended).toMatchObject({ stderr: '' })
    expect(await postgresLeft(join(project, 'data'))).toEqual([])
    await expect(fetch(service.url)).rejects.toThrow()
  })
})

/** Types the command, and holds what it said to its outcome. */
async function tryOut(command: string): Promise<void> {
  const outcome = OUTCOMES.find(({ of }) => of.test(command))
  expect(outcome, 'The test does not know what this command of the README is to do.').toBeDefined()
  const typed = [...examples].reduce((line, [example, own]) => line.replaceAll(example, own), command)
  const { code, stdout, stderr } = await type(typed).ended
  expect({ code, stderr }).toEqual({
    code: outcome?.code ?? 0,
    stderr: expect.stringMatching(outcome?.errors ?? /^$/),
  })
  expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+:\d+/m)
  const said = stdout.replace(NPM_BANNER, '').trimEnd()
  prefix = /^prefix +(\S+)$/m.exec(said)?.[1] ?? prefix
  await outcome?.says(said, stderr)
}

/** What npm itself says before a script runs. */
const NPM_BANNER = /^\n(> .*\n)+\n/

/** Runs a line in the shell, in the project's folder. */
function type(line: string): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(line, {
    shell: true,
    cwd: project,
    // A process group of its own, as a terminal gives: a signal reaches all that the line started.
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      KEY: service?.key,
      NODE_COMPILE_CACHE: COMPILED,
      npm_config_update_notifier: 'false',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk))
  const ended = new Promise<Ended>((settle) => {
    child.once('close', (code, signal) => {
      started.delete(child)
      settle({ code, signal, stdout, stderr })
    })
  })
  return { child, ended }
}

/** Types `npm start` and waits for the banner. */
async function start(): Promise<typeof service> {
  const { child, ended } = type(START)
  let banner = ''
  const ready = new Promise<true>((settle) => {
    child.stdout?.on('data', (chunk) => {
      banner += chunk
      if (/^ {2}try .*\n/m.test(banner)) settle(true)
    })
  })
  if ((await Promise.race([ready, ended])) !== true) throw new Error(`${START}: ${JSON.stringify(await ended)}`)
  return {
    url: /ready on (\S+)/.exec(banner)?.[1] ?? '',
    key: (await readFile(join(project, 'data', 'demo-key'), 'utf8')).trim(),
    ended,
    interrupt: () => process.kill(-(child.pid ?? 0), 'SIGINT'),
  }
}

function feedAddress(): string {
  return `http://127.0.0.1:${(feeds.address() as AddressInfo).port}/rss`
}

function rss(...titles: string[]): string {
  const items = titles.map((title) => `<item><title>${title}</title><pubDate>${now.toUTCString()}</pubDate></item>`)
  return `<rss version="2.0"><channel><title>Wire</title>${items.join('')}</channel></rss>`
}

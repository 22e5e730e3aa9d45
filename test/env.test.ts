import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../src/core/config.ts'
import { environmentSchema } from '../src/core/environment.ts'

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
const named = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }))

describe('.env.example', () => {
  test('names exactly the variables the service reads, each once and explained', () => {
    expect(named.map(({ name }) => name)).toEqual(Object.keys(environmentSchema.shape))
    for (const { name } of named) expect(example).toMatch(new RegExp(`^# .+\\n(# .+\\n)*${name}=`, 'm'))
  })

  test('shows the defaults: reading it is reading nothing', () => {
    const asShown = Object.fromEntries(named.map(({ name, value }) => [name, value]))
    expect(readConfig(asShown)).toEqual(readConfig({}))
    for (const [name, rule] of Object.entries(environmentSchema.shape)) {
      const standard = rule.safeParse(undefined)
      const shown = named.find((one) => one.name === name)?.value
      expect(shown, name).toBe(standard.data === undefined ? '' : String(standard.data))
    }
  })
})

describe('the environment', () => {
  test('with several wrong values is refused with all of them at once', () => {
    const wrong = { PORT: 'abc', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x', BILLING_PERIOD: 'week' }
    expect(() => readConfig(wrong)).toThrow(ConfigError)
    for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(new RegExp(`^ {2}${name}: `, 'm'))
  })

  test('with one wrong value is refused in one line that names it', () => {
    expect(() => readConfig({ PORT: '70000' })).toThrow(/^The environment has a wrong value: PORT: [^\n]+$/)
  })

  test.each([
    ['PORT', 'abc', 'must be a number'],
    ['PORT', '1.5', 'must be a whole number'],
    ['PORT', '70000', 'must be at most 65535'],
    ['DATABASE_POOL_SIZE', '1', 'must be at least 2'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace, or silent'],
    ['DEMO', 'maybe', 'must be on or off'],
    ['SECRET_KEY', 'short', 'must have at least 32 characters'],
    ['SECRET_KEY', 'x'.repeat(1_001), 'must have at most 1000 characters'],
    ['COT_URL', 'ftp://x', 'must be an http:// or https:// URL'],
  ])('says of %s=%s in words what it must be', (name, value, rule) => {
    expect(() => readConfig({ [name]: value })).toThrow(`The environment has a wrong value: ${name}: ${rule}`)
  })

  test('never repeats a password in what it says', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:hunter2@host/db' })).toThrow(/^(?![\s\S]*hunter2)/)
  })

  test('with empty values is as if they were not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}))
  })
})

import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { repeated } from '../../test/setup/repeated.ts'
import { openUncutEnricher } from '../../test/setup/uncut-enricher.ts'
import { readShippedRows } from '../core/file/shipped-rows.source.ts'

const FOLDER = new URL('../../test/fixtures/event-directions/', import.meta.url)

const row = z.object({
  ticker: z.string().min(1),
  /** `ambiguous`: an impact without a direction; `none`: such an impact, or no impact at all. */
  direction: z.enum(['pos', 'neg', 'ambiguous', 'none']),
  headline: z.string().min(1),
  /** What all the headlines of a group show, in rows that stand together. */
  guarantee: z.string().min(1),
})

/** Headlines with the direction of one asset, a file per kind of event. */
const FILES = readdirSync(FOLDER).map((name) => ({ name, rows: readShippedRows(new URL(name, FOLDER), row) }))
const ROWS = FILES.flatMap(({ rows }) => rows)

let opened: Awaited<ReturnType<typeof openUncutEnricher>>

beforeAll(async () => {
  opened = await openUncutEnricher()
})

function directionOf(headline: string, ticker: string) {
  return opened.impactsOf(headline).get(ticker)?.direction
}

describe.each(FILES)('$name', ({ rows }) => {
  describe.each([...Map.groupBy(rows, ({ guarantee }) => guarantee)])('%s', (_, cases) => {
    test.each(cases)('$headline: $ticker $direction', ({ headline, ticker, direction }) => {
      const found = directionOf(headline, ticker)
      if (direction === 'none') expect(found ?? 'ambiguous').toBe('ambiguous')
      else expect(found).toBe(direction)
    })
  })
})

test('prices that are raised for higher costs are no gain', () => {
  expect(directionOf('Maruti to raise car prices on higher input costs', 'MARUTI.NSE')).not.toBe('pos')
})

describe('the files of headlines', () => {
  test('name listings that ship', () => {
    const known = new Set(opened.knowledge.assets.map(({ ticker }) => ticker))
    expect(ROWS.filter(({ ticker }) => !known.has(ticker))).toEqual([])
  })

  test('ask of each headline and asset once', () => {
    expect(repeated(ROWS.map(({ ticker, headline }) => `${headline}: ${ticker}`))).toEqual([])
  })

  test('keep the headlines of a guarantee together', () => {
    for (const { name, rows } of FILES) {
      const groups = rows.map(({ guarantee }) => guarantee).filter((one, index, all) => one !== all[index - 1])
      expect(repeated(groups), name).toEqual([])
    }
  })
})

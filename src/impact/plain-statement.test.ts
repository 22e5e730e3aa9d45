import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openUncutEnricher } from '../../test/setup/uncut-enricher.ts'
import { readShippedRows } from '../core/file/shipped-rows.source.ts'

const verbs = z.string().transform((text) => text.split('|').filter((verb) => verb !== ''))
const row = z.object({
  /** Who does something to something, `{verb}` where the verb stands. */
  statement: z.string().includes('{verb}'),
  ticker: z.string().min(1),
  /** Verbs by which the asset gains, and those by which it loses. */
  lifting: verbs,
  lowering: verbs,
})

const STATEMENTS = readShippedRows(new URL('../../test/fixtures/statements.csv', import.meta.url), row)

let opened: Awaited<ReturnType<typeof openUncutEnricher>>

beforeAll(async () => {
  opened = await openUncutEnricher()
})

describe('a plain statement moves an asset the way its verb says, whichever verb it is', () => {
  test.each(STATEMENTS)('$statement: $ticker', ({ statement, ticker, lifting, lowering }) => {
    const directionsOf = (some: readonly string[]) =>
      some.map((verb) => `${verb}: ${opened.impactsOf(statement.replace('{verb}', verb)).get(ticker)?.direction}`)
    expect(directionsOf(lifting)).toEqual(lifting.map((verb) => `${verb}: pos`))
    expect(directionsOf(lowering)).toEqual(lowering.map((verb) => `${verb}: neg`))
  })
})

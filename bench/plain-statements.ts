import { z } from 'zod'
import { readShippedRows } from '../src/core/file/shipped-rows.source.ts'
import type { Direction } from '../src/enrichment/vocabulary/verdict.pure.ts'

const verbs = z.string().transform((text) => text.split('|').filter((verb) => verb !== ''))
/** Who does what, `{verb}` where the verb stands, with the verbs by which an asset gains and those by which it loses. */
const row = z.object({ statement: z.string(), ticker: z.string(), lifting: verbs, lowering: verbs })

const FILE = new URL('../prisma/reference/labelled/statements.csv', import.meta.url)

/** Prints how many plain statements that nobody has read move an asset as their verb says. */
export function printPlainStatements(directionsOf: (headline: string) => ReadonlyMap<string, Direction>): void {
  const found = readShippedRows(FILE, row).flatMap(({ statement, ticker, lifting, lowering }) => {
    const read = (some: readonly string[], expected: Direction) =>
      some.map((verb) => ({ expected, got: directionsOf(statement.replace('{verb}', verb)).get(ticker) }))
    return [...read(lifting, 'pos'), ...read(lowering, 'neg')]
  })
  const right = found.filter(({ expected, got }) => got === expected).length
  const opposite = found.filter(({ expected, got }) => got !== expected && (got === 'pos' || got === 'neg')).length
  process.stdout.write(
    `plain statements: ${right} of ${found.length} (${(right / found.length).toFixed(3)}), ${opposite} the wrong way\n`,
  )
}

import type { Enricher } from '../src/enrichment/enrich.pure.ts'
import { readNewsworthiness } from '../src/impact/lexicon/newsworthiness.source.ts'

/** Right at the first run, before any rule was changed for the batch: score within the range, first news type one of those expected. */
const FIRST_CONTACT: Readonly<Record<number, string>> = {
  1: '44 and 65 of 80 by the rules before the batch was written',
  2: '57 and 72 of 80',
}

/** Prints how many impact scores and news types are as expected, for each batch of expectations that was written blind. */
export function printNewsworthiness(enrich: Enricher): void {
  for (const [batch, rows] of Map.groupBy(readNewsworthiness(), (row) => row.batch)) {
    const read = rows.map((row) => ({ row, ...enrich({ title: row.title }) }))
    const scores = read.filter(({ row, impactScore }) => row.least <= impactScore && impactScore <= row.most)
    const types = read.filter(({ row, newsTypes }) => row.types.some((type) => type === newsTypes[0]))
    process.stdout.write(
      `newsworthiness, batch ${batch}: ${rows.length} headlines, ${scores.length} scores and ${types.length} news types as expected; first contact ${FIRST_CONTACT[batch]}\n`,
    )
  }
}

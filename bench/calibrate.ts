import { writeFile } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import { readKnowledge } from '../src/impact/knowledge.source.ts'
import { readLexicons } from '../src/impact/lexicon/lexicon.source.ts'
import { fitAll, readVerdicts } from './confidence.ts'

/** `npm run calibrate`: recomputes prisma/reference/confidence from the labelled sets. */
const FOLDER = new URL('../prisma/reference/confidence/', import.meta.url)
const [knowledge, shipped] = await Promise.all([readKnowledge(), readLexicons()])
let { confidence } = shipped
// What is reached through the graph depends on the confidence of the named; the silent ones on the cut-off.
for (let round = 0; round < 3; round++) {
  const lexicons = { ...shipped, confidence }
  const directed = (await readVerdicts(knowledge, lexicons, 0)).filter((one) => one.kind === 'direction')
  const silent = (await readVerdicts(knowledge, lexicons, confidence.cutOff)).filter((one) => one.kind === 'ambiguous')
  const { weights, points } = fitAll([...directed, ...silent])
  confidence = { ...confidence, weights, points }
  const weightRows = weights.map(({ kind, ground, logOdds, verdicts }) => [kind, ground, logOdds, verdicts])
  const pointRows = points.map(({ kind, raw, confidence: value, verdicts }) => [kind, raw, value, verdicts])
  await writeFile(
    new URL('weights.csv', FOLDER),
    stringify([['kind', 'ground', 'log_odds', 'verdicts'], ...weightRows]),
  )
  await writeFile(
    new URL('calibration.csv', FOLDER),
    stringify([['kind', 'raw', 'confidence', 'verdicts'], ...pointRows]),
  )
  process.stdout.write(`round ${round + 1}: ${directed.length} directions, ${silent.length} silent verdicts\n`)
}

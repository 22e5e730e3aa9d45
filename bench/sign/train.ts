import { readFileSync, writeFileSync } from 'node:fs'
import { readKnowledge } from '../../src/impact/knowledge.source.ts'
import { readLexicons } from '../../src/impact/lexicon/lexicon.source.ts'
import { readWordVectors, shapeOf } from '../../src/impact/lexicon/sign-model.source.ts'
import { makeTrainingExamples } from './examples.ts'
import { fitNetwork, TRAINING } from './fit.ts'

/** `npm run train`: trains the network of prisma/reference/sign from the labelled headlines. */
const FOLDER = new URL('../../prisma/reference/', import.meta.url)
/** Kinds that fewer headlines have are not told apart. */
const HEADLINES_MIN = 20

const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
const wire = readFileSync(new URL('labelled/wire.jsonl', FOLDER), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const { headlines, read } = makeTrainingExamples(knowledge, lexicons, wire)
const examples = [...headlines, ...read]
const counts = Map.groupBy(headlines, ({ kindName }) => kindName)
const kinds = [...counts].filter(([, some]) => some.length >= HEADLINES_MIN).map(([name]) => name).sort()
const classes = [...new Set(examples.flatMap(({ input }) => input.tokens.flatMap((one) => one.classes)))].sort()
process.stdout.write(`${headlines.length} headlines labelled name by name, ${read.length} by ticker\n`)
const weights = fitNetwork(
  shapeOf(classes, kinds),
  readWordVectors(),
  examples.map((one) => ({ input: one.input, signs: one.signs, kind: kinds.indexOf(one.kindName) })),
  TRAINING,
  (epoch, loss) => process.stdout.write(`epoch ${epoch} of ${TRAINING.epochs}: loss ${loss.toFixed(3)}\n`),
)
writeFileSync(new URL('sign/shape.json', FOLDER), `${JSON.stringify({ classes, kinds }, null, 2)}\n`)
writeFileSync(new URL('sign/weights.bin', FOLDER), Buffer.from(weights.buffer))

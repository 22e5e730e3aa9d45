import { writeFileSync } from 'node:fs'
import { readKnowledge } from '../../src/impact/knowledge.source.ts'
import { readLexicons } from '../../src/impact/lexicon/lexicon.source.ts'
import { readWordVectors, shapeOf } from '../../src/impact/lexicon/sign-model.source.ts'
import { makeTrainingExamples, readWire, vocabularyOf } from './examples.ts'
import { fitNetwork, TRAINING } from './fit.ts'

/** `npm run train`: trains the network of prisma/reference/sign from the labelled headlines. */
const FOLDER = new URL('../../prisma/reference/sign/', import.meta.url)

const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
const { headlines, read } = makeTrainingExamples(knowledge, lexicons, readWire())
const examples = [...headlines, ...read]
const vocabulary = vocabularyOf(examples)
process.stdout.write(`${headlines.length} headlines labelled name by name, ${read.length} by ticker\n`)
const weights = fitNetwork(
  shapeOf(vocabulary),
  readWordVectors(),
  examples.map((one) => ({ ...one, kind: vocabulary.kinds.indexOf(one.kindName) })),
  TRAINING,
  (epoch, loss) => process.stdout.write(`epoch ${epoch} of ${TRAINING.epochs}: loss ${loss.toFixed(3)}\n`),
)
writeFileSync(new URL('shape.json', FOLDER), `${JSON.stringify(vocabulary, null, 2)}\n`)
writeFileSync(new URL('weights.bin', FOLDER), Buffer.from(weights.buffer))

import { decideVerdict, mostLikely, sharesOf } from '../src/enrichment/sign/decide.pure.ts'
import { type HeadlineInput, type InputName, isAsked } from '../src/enrichment/sign/input.pure.ts'
import { SIGNS } from '../src/enrichment/sign/layout.pure.ts'
import { createSignNetwork } from '../src/enrichment/sign/network.pure.ts'
import type { Direction, Verdict } from '../src/enrichment/vocabulary/verdict.pure.ts'
import { readKnowledge } from '../src/impact/knowledge.source.ts'
import { readLexicons } from '../src/impact/lexicon/lexicon.source.ts'
import { readWordVectors, shapeOf } from '../src/impact/lexicon/sign-model.source.ts'
import { type LabelledExample, makeTrainingExamples, readWire, vocabularyOf } from './sign/examples.ts'
import { fitNetwork, TRAINING } from './sign/fit.ts'

/** One of so many headlines is kept from training; those made of the same words are never parted. */
const HELD_OUT = 12

/**
 * Benchmarks the signs of named companies and commodities on headlines that network and rules have not seen: every twelfth of those
 * labelled name by name is kept from training. The peers are the rules alone, at their first contact, and the network without them.
 */
export async function benchSign(): Promise<void> {
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  const { headlines, read } = makeTrainingExamples(knowledge, lexicons, readWire())
  const held = headlines.filter(isHeldOut)
  const examples = [...headlines.filter((one) => !isHeldOut(one)), ...read]
  const shape = shapeOf(vocabularyOf(examples))
  const vectors = readWordVectors()
  process.stdout.write(`training on ${examples.length} headlines, ${held.length} kept out\n`)
  const weights = fitNetwork(
    shape,
    vectors,
    examples.map((one) => ({ ...one, kind: shape.kinds.indexOf(one.kindName) })),
    TRAINING,
    (epoch, loss) => process.stdout.write(`  epoch ${epoch} of ${TRAINING.epochs}: loss ${loss.toFixed(3)}\n`),
  )
  const readNetwork = createSignNetwork({ shape, vectors, weights })
  const readSigns = (input: HeadlineInput) => {
    const { signsOf } = readNetwork(input)
    return input.names.map((name, i) => (isAsked(name) ? signsOf(i) : undefined))
  }
  const ofBoth = (one: LabelledExample) => readSigns(one.input)
  const ofWords = (one: LabelledExample) =>
    readSigns({
      ...one.input,
      names: one.input.names.map((name) => ({ ...name, readings: name.readings.map(() => 0) })),
    })
  const rules = count(held, ({ input }, at) => toSign(readRules(input.names[at])))
  const decided = count(held, (one, at) => {
    const shares = ofBoth(one)[at]
    const name = one.input.names[at]
    const verdict: Verdict = {
      ...{ direction: readRules(name), score: 0, aspect: 'demand', because: '' },
      grounds: name?.readings[11] === 1 ? ['read=mention'] : [],
    }
    return toSign(decideVerdict(verdict, shares && sharesOf(shares)).direction)
  })
  print('rules, changed by a sure network', decided, rules)
  const network = count(held, (one, at) => toSign(likelySign(ofBoth(one)[at])))
  print('rules and network', network, rules)
  const alone = count(held, (one, at) => toSign(likelySign(ofWords(one)[at])))
  print('network alone', alone, rules)
  print('rules alone', rules, rules)
}

/** The direction by words and event together, as the network hears it. */
function readRules(name: InputName | undefined): Direction {
  return name?.readings[8] === 1 ? 'pos' : name?.readings[9] === 1 ? 'neg' : 'ambiguous'
}

interface Score {
  readonly names: number
  readonly right: number
  readonly directed: number
  readonly directedRight: number
}

/** Counts linked companies, products and commodities: all of them, and those that are labelled good or bad. */
function count(held: readonly LabelledExample[], signOf: (one: LabelledExample, at: number) => string): Score {
  const rows = held.flatMap((one) =>
    one.input.names.flatMap(({ kind, ticker }, at) => {
      const label = SIGNS[one.signs[at] ?? -1]
      const isCounted = ticker !== null && (kind === 'company' || kind === 'product' || kind === 'commodity')
      return !isCounted || label === undefined || label === 'decides' ? [] : [{ label, sign: signOf(one, at) }]
    }),
  )
  const directed = rows.filter(({ label }) => label !== 'none')
  const rightOf = (some: typeof rows) => some.filter(({ label, sign }) => label === sign).length
  return { names: rows.length, right: rightOf(rows), directed: directed.length, directedRight: rightOf(directed) }
}

function likelySign(shares: ArrayLike<number> | undefined): Direction {
  return shares === undefined ? 'ambiguous' : mostLikely(sharesOf(shares))
}

function toSign(direction: Direction): string {
  return direction === 'ambiguous' ? 'none' : direction
}

function print(name: string, { names, right, directed, directedRight }: Score, peer: Score): void {
  process.stdout.write(
    `${name.padEnd(32)} ${right} of ${names} names (${(right / names).toFixed(3)}, ${(right / peer.right).toFixed(2)} of the rules), ` +
      `${directedRight} of ${directed} that gain or lose (${(directedRight / directed).toFixed(3)}, ${(directedRight / peer.directedRight).toFixed(2)})\n`,
  )
}

function isHeldOut({ headline }: LabelledExample): boolean {
  let hash = 2_166_136_261
  for (const word of headline.toLowerCase().split(' ').toSorted().slice(0, 4))
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 16_777_619) >>> 0
  return (hash >>> 8) % HELD_OUT === 0
}

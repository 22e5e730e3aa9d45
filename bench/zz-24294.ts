import { writeFileSync } from 'node:fs'
import { readKnowledge } from '../src/impact/knowledge.source.ts'
import { readLexicons } from '../src/impact/lexicon/lexicon.source.ts'
import { readSignModel } from '../src/impact/lexicon/sign-model.source.ts'
import { makeTrainingExamples, readWire } from './sign/examples.ts'
import { TRAINING } from './sign/fit.ts'
import { createGradient } from './sign/gradient.ts'

const [, , out, epochsArg = '5', rateArg = '0.0006', seedArg = '3'] = process.argv
const epochs = Number(epochsArg),
  rate = Number(rateArg)
const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
const { headlines, read } = makeTrainingExamples(knowledge, lexicons, readWire())
const model = readSignModel()
const { shape, vectors } = model
const examples = [...headlines, ...read].map((o) => ({ ...o, kind: shape.kinds.indexOf(o.kindName) }))
console.log(examples.length)
const weights = Float32Array.from(model.weights)
const mean = new Float64Array(weights.length)
const means = 0
let state = Number(seedArg) >>> 0
const random = () => {
  state = (state + 0x6d2b79f5) >>> 0
  let v = Math.imul(state ^ (state >>> 15), 1 | state)
  v = (v + Math.imul(v ^ (v >>> 7), 61 | v)) ^ v
  return ((v ^ (v >>> 14)) >>> 0) / 4294967296
}
const gradient = new Float32Array(weights.length),
  first = new Float32Array(weights.length),
  second = new Float32Array(weights.length)
const learn = createGradient(shape, vectors, TRAINING.dropout, random)
const order = examples.map((_, i) => i)
const batch = 64
const steps = epochs * Math.ceil(order.length / batch)
let step = 0
for (let epoch = 1; epoch <= epochs; epoch++) {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  let loss = 0
  for (let from = 0; from < order.length; from += batch) {
    const some = order.slice(from, from + batch).map((i) => examples[i]!)
    const names = some.reduce((s, { signs }) => s + signs.filter((o) => o >= 0).length, 0)
    gradient.fill(0)
    for (const e of some) loss += learn(e, weights, gradient, 1 / Math.max(1, names))
    step++
    const part = step / steps,
      warm = 0.05
    const now = rate * (part < warm ? part / warm : 0.5 * (1 + Math.cos((Math.PI * (part - warm)) / (1 - warm))))
    let length = 0
    for (const g of gradient) length += g * g
    const shrink = Math.min(1, 2 / Math.sqrt(length + 1e-12))
    const a = 1 - 0.9 ** step,
      b = 1 - 0.999 ** step
    for (let i = 0; i < weights.length; i++) {
      const g = gradient[i]! * shrink
      const m = 0.9 * first[i]! + 0.1 * g
      const v = 0.999 * second[i]! + 0.001 * g * g
      first[i] = m
      second[i] = v
      weights[i] = weights[i]! - now * (m / a / (Math.sqrt(v / b) + 1e-8) + TRAINING.decay * weights[i]!)
    }
  }
  console.log(`epoch ${epoch}: ${(loss / Math.ceil(order.length / batch)).toFixed(3)} ${new Date().toISOString()}`)
  writeFileSync(out!, Buffer.from(weights.buffer))
}

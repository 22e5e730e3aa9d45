import { readKnowledge } from '../src/impact/knowledge.source.ts'

/** Deterministic random numbers (mulberry32), so that every run has the same news. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const EVENTS = [
  'beats profit estimates as demand for {thing} rises {n} percent',
  'cuts full-year outlook after sales of {thing} fall {n} percent',
  'wins {n} million order for {thing}',
  'faces probe over {thing} in {n} countries',
  'raises prices of {thing} by {n} percent',
  'recalls {n} thousand {thing} after complaints',
  'plans to spend {n} million on new {thing} plant',
  'shares jump {n} percent on upgrade of {thing} business',
  'loses {thing} contract worth {n} million to rival',
  'names new head of {thing} unit, to cut {n} hundred jobs',
]
const THINGS = [
  'chips',
  'batteries',
  'phones',
  'engines',
  'medicines',
  'software',
  'cloud services',
  'steel',
  'cars',
  'network gear',
  'drinks',
  'loans',
]

/** When made-up articles are published: the first of them, and how far apart they are. */
interface Rhythm {
  readonly beginMs: number
  readonly everyMs: number
}

const EVERY_TWO_MINUTES: Rhythm = { beginMs: Date.UTC(2026, 0, 1), everyMs: 120_000 }

/** Made-up articles about real companies, one every two minutes unless said otherwise, as JSONL lines. */
export async function* newsLines(
  count: number,
  seed = 7,
  { beginMs, everyMs } = EVERY_TWO_MINUTES,
): AsyncGenerator<string> {
  const { assets } = await readKnowledge()
  const names = assets
    .filter((asset) => asset.type === 'stock' && asset.shortNames.length > 0)
    .map((asset) => asset.shortNames[0] ?? asset.name)
  const random = randomFrom(seed)
  const pick = <Item>(items: readonly Item[], fallback: Item): Item =>
    items[Math.floor(random() * items.length)] ?? fallback
  for (let number = 0; number < count; number++) {
    const event = pick(EVENTS, '')
      .replace('{thing}', pick(THINGS, ''))
      .replace('{n}', String(1 + Math.floor(random() * 98)))
    yield JSON.stringify({
      title: `${pick(names, '')} ${event}`,
      published: new Date(beginMs + number * everyMs).toISOString(),
      source: pick(['alpha_wire', 'beta_news', 'gamma_post', 'delta_times'], ''),
      url: `https://news.example/${seed}/${number}`,
    })
  }
}

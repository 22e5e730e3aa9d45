import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Knowledge } from '../catalog/knowledge.pure.ts'
import { finish } from '../core/pieces.pure.ts'
import { readKnowledge } from '../impact/knowledge.source.ts'
import { readLexicons } from '../impact/lexicon/lexicon.source.ts'
import { attributeEvidence } from './direction/attribution/attribute.pure.ts'
import { computeContextWeight } from './direction/evidence/context-weight.pure.ts'
import { extractEvidence } from './direction/evidence/extract.pure.ts'
import { createParser, type ParsedText } from './direction/parse/parsed-text.pure.ts'
import { createReader } from './enrich.pure.ts'
import { createEntityLinker } from './link/entity-link.pure.ts'
import { nameIndexInPieces } from './link/name-index.pure.ts'
import { encodeSignature } from './story/signature-codec.pure.ts'
import { StoryIndex } from './story/story-index.pure.ts'
import { tokenise } from './text/token.pure.ts'
import type { Lexicons } from './vocabulary/lexicons.pure.ts'

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')

/** The headline the page follows, and the same story in other words. */
const TITLE = 'Rolls-Royce shares climb despite delivery delays at Airbus'
const VARIANT = 'Rolls-Royce stock rises even as Airbus delays deliveries'

let knowledge: Knowledge
let lexicons: Lexicons

beforeAll(async () => {
  knowledge = await readKnowledge()
  lexicons = await readLexicons()
})

const plain = (value: number) => String(Math.round(value * 1000) / 1000)

/** The first and last column of the page's table: a file and the value it gives for the headline. */
function trace(): string[][] {
  const tickers = new Map(knowledge.assets.map((asset) => [asset.id, asset.ticker]))
  const names = finish(nameIndexInPieces(knowledge, lexicons.link))
  const link = createEntityLinker(knowledge, lexicons.link, names)
  const tokens = tokenise(TITLE)
  const { mentions } = link({ title: TITLE })
  const parsed = createParser(lexicons.direction)(TITLE, mentions)
  const evidence = extractEvidence(parsed)
  const wordsOf = (one: { from: number; to: number }) => words(parsed, one.from, one.to)
  const read = createReader(knowledge, lexicons)
  const { enrichment, signature } = read({ title: TITLE })
  const named = enrichment.impacts.filter((impact) => impact.hop === 0)
  const indirect = enrichment.impacts.filter((impact) => impact.hop > 0)
  const index = new StoryIndex()
  index.add(1, signature, 0)
  const joined = index.match(read({ title: VARIANT }).signature, 3_600_000) === 1
  const row = (file: string, values: readonly string[]) => [`\`${file}\``, values.join('<br>')]
  return [
    row('text/token.pure.ts', [`${tokens.words.length} tokens in ${tokens.casing} case: ${tokens.words.join(' ')}`]),
    row(
      'link/entity-link.pure.ts',
      mentions.map(({ asset, name, kind, start, end }) => `${name} (${start}-${end}) is ${asset.ticker}, ${kind} name`),
    ),
    row(
      'direction/parse/clause.pure.ts',
      parsed.clauses.map((clause) => `${clause.relation}: ${wordsOf(clause)}`),
    ),
    row(
      'direction/parse/parsed-text.pure.ts',
      parsed.hits.map((hit) => `${wordsOf(hit)}: ${sensesOf(hit.entry)}`),
    ),
    row(
      'direction/evidence/extract.pure.ts',
      evidence.map(
        (one) => `${wordsOf(one)}: ${one.construction}, ${plain(one.subject)}${one.isPrice ? ', price' : ''}`,
      ),
    ),
    row(
      'direction/evidence/context-weight.pure.ts',
      evidence.map((one) => `${wordsOf(one)}: ${plain(computeContextWeight(one, parsed))}`),
    ),
    row(
      'direction/attribution/attribute.pure.ts',
      evidence.flatMap((one) =>
        attributeEvidence(one, parsed, evidence).map(
          ({ name, polarity }) => `${wordsOf(one)}: ${plain(polarity)} for ${wordsOf(name)}`,
        ),
      ),
    ),
    row(
      'direction/direction.pure.ts',
      named.map(({ assetId, direction, aspect }) => `${tickers.get(assetId)} ${direction}, ${aspect}`),
    ),
    row('classify/news-type.pure.ts', [enrichment.newsTypes.join(', ')]),
    row('classify/impact-score.pure.ts', [`${enrichment.impactScore} of 5`]),
    row(
      'ripple/seed.pure.ts',
      named.map(({ assetId, relevance }) => `${tickers.get(assetId)} with relevance ${relevance}`),
    ),
    row(
      'ripple/propagate.pure.ts',
      indirect
        .slice(0, 2)
        .map(
          ({ assetId, direction, relevance, hop, rationale }) =>
            `${tickers.get(assetId)} ${direction} ${relevance}, hop ${hop}: ${rationale}`,
        ),
    ),
    row('story/signature.pure.ts', [
      `${signature.assets.length} assets, ${signature.events.length} events, ${signature.genericTerms.length} generic term, move ${signature.moveSign}: ${encodeSignature(signature).length} bytes`,
    ]),
    row('story/story-index.pure.ts', [`"${VARIANT}" ${joined ? 'joins the story' : 'is another story'}`]),
  ]
}

function words({ tokens }: ParsedText, from: number, to: number): string {
  return tokens.text.slice(tokens.starts[from] ?? 0, tokens.ends[to - 1] ?? 0)
}

function sensesOf(entry: ParsedText['hits'][number]['entry']): string {
  const { verb, noun, move, moveNoun, quantity, modifier, semanticRole } = entry
  const senses = { verb, noun, move, 'move noun': moveNoun, quantity, modifier, 'semantic role': semanticRole }
  return Object.entries(senses)
    .flatMap(([sense, value]) => (value === null ? [] : [sense]))
    .join(', ')
}

test('the table of the README has the values that the code gives', () => {
  expect(readme).toContain(`> ${TITLE}`)
  const table = readme.split('\n').filter((line) => line.startsWith('| `'))
  const columns = table.map((line) => line.slice(2, -2).split(' | '))
  expect(columns.map(([file, , value]) => [file, value])).toEqual(trace())
})

test('every file and folder that the README names is there', () => {
  const root = new URL('../../', import.meta.url)
  const paths = [...readme.matchAll(/`((?:prisma|src|bench|test)\/[\w./-]+)`/g)].map((match) => match[1] ?? '')
  const files = [
    ...readme.matchAll(/`((?:vocabulary|text|link|direction|classify|ripple|confidence|story)\/[\w./-]*)`/g),
  ]
  const all = [...paths, ...files.map((match) => `src/enrichment/${match[1]}`)]
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

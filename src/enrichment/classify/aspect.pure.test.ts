import { beforeAll, expect, test } from 'vitest'
import { readDirectionLexicon } from '../../impact/lexicon/direction-lexicon.source.ts'
import { createDirectionClassifier, type DirectionClassifier } from '../direction/direction.pure.ts'

let classifyDirections: DirectionClassifier

beforeAll(async () => {
  classifyDirections = createDirectionClassifier(await readDirectionLexicon())
})

test.each([
  ['Nike slides on weak China orders', 'Nike', 'demand'],
  ['Moderna vaccine trial meets primary endpoint', 'Moderna', 'technology'],
  ['Barclays raises dividend and announces buyback', 'Barclays', 'capital'],
  ['AMD loses market share to Nvidia', 'AMD', 'competition'],
  ['EU opens antitrust probe into Google ad business', 'Google', 'regulation'],
  ['Chip shortage forces Toyota to halt production', 'Toyota', 'supply'],
  ['Rising fuel costs eat into Lufthansa margins', 'Lufthansa', 'pricing'],
  ['Tariff threat hits LVMH', 'LVMH', 'geopolitics'],
  ['Boeing falls for fifth straight day', 'Boeing', 'capital'],
  ['Acme does something', 'Acme', 'demand'],
])('%s', (title, name, aspect) => {
  const start = title.indexOf(name)
  const verdicts = classifyDirections({ title }, [{ key: 'x', field: 'title', start, end: start + name.length }])
  expect(verdicts.get('x')?.aspect).toBe(aspect)
})

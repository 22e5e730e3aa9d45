import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { CONTESTS } from '../bench/contests.ts'
import { GROWING_DOCUMENTS } from '../bench/fire-documents.ts'
import { schema } from '../src/schema.ts'

test.each(CONTESTS)('the GraphQL twin of $title in the benchmark fits the schema', ({ twins }) => {
  for (const { query } of twins) expect(validate(schema, parse(query))).toEqual([])
})

test.each(GROWING_DOCUMENTS)('the document of $name in the benchmark fits the schema', ({ of }) => {
  for (const size of [1, 3]) expect(validate(schema, parse(of(size)))).toEqual([])
})

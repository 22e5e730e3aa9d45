import { type GraphQLSchema, graphql, isInputObjectType, validateSchema } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CostMeter } from '../../account/metering/meter.ts'
import { CallBudget } from '../call/call-budget.ts'
import { enumeration } from '../input/enumeration.pure.ts'
import type { Page } from '../input/paging.pure.ts'
import { wholePage } from '../input/paging.pure.ts'
import { choice, integer, listOf, number, object } from '../input/rule.ts'
import { day } from '../input/span-rule.ts'
import { text } from '../input/text-rule.ts'
import './metered-field.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'
import { declareDataSet } from './data-set.ts'
import { type CursorSpan, meteredNodes } from './metered-field.ts'
import { pageType } from './page.ts'

// A schema to throw away: rows of costs.csv charged by the row (news, impacts) and by the call (brief: 15).
interface Row {
  readonly word: string
  readonly dataSet: string | null
}

const rows: readonly Row[] = [
  { word: 'one', dataSet: null },
  { word: 'two', dataSet: 'demo' },
  { word: 'three', dataSet: null },
  { word: 'four', dataSet: 'trial' },
]
const RowType = builder.objectRef<Row>('TestRow').implement({
  description: 'A row.',
  fields: (t) => ({ word: t.exposeString('word', { description: 'A word.' }) }),
})
declareDataSet(RowType, ({ dataSet }) => dataSet)

interface Late {
  readonly word: string
}
const LateType = builder.objectRef<Late>('TestLate').implement({
  description: 'What tells its data set later.',
  fields: (t) => ({ word: t.exposeString('word', { description: 'A word.' }) }),
})
declareDataSet(LateType, async ({ word }) => (word === 'real' ? null : word))

const RowPage = pageType<Page<Row>>('TestRowPage', { description: 'A page of rows.', of: RowType })

const side = enumeration('TestSide', 'Side of a trade.', { buy: 'Bought.', sell: 'Sold.' })
const trade = object('TestTrade', 'A trade.', {
  listing: text('Ticker.', 40),
  quantity: number('Units traded.', { min: 0, max: 1_000 }).optional(),
  side: choice('Side.', side).default('buy'),
  tradedOn: day('Day of the trade.').optional(),
})
let parses = 0
const tradesInput = z
  .strictObject({
    trades: listOf(trade, 3, 'Trades.').optional(),
    first: trade.optional(),
    limit: integer('How many.', { min: 1, max: 10 }).default(3),
  })
  .check(() => void parses++)
const seen: unknown[] = []
const spans: CursorSpan[] = []
const fail = () => {
  throw new Error('no')
}

builder.queryFields((t) => ({
  testTrades: t.metered({
    type: 'Boolean',
    cost: 'brief',
    description: 'Takes trades.',
    input: tradesInput,
    resolve: (_, input) => {
      seen.push(input)
      return true
    },
  }),
  testRow: t.metered({ type: RowType, cost: 'news', description: 'One row.', resolve: () => rows[1] ?? null }),
  testNothing: t.metered({ type: RowType, cost: 'news', description: 'No row.', resolve: () => null }),
  testRows: t.metered({ type: [RowType], cost: 'news', description: 'Rows.', resolve: () => rows }),
  testRowsLater: t.metered({ type: [RowType], cost: 'news', description: 'Rows.', resolve: async () => rows }),
  testRowPage: t.metered({
    type: RowPage,
    cost: 'news',
    description: 'A page.',
    input: z.strictObject({ limit: integer('How many.', { min: 1 }).default(2) }),
    resolve: (_, { limit }) => wholePage(rows.slice(0, limit)),
  }),
  testCall: t.metered({ type: [RowType], cost: 'brief', description: 'By the call.', resolve: () => rows.slice(2, 3) }),
  testLate: t.metered({
    type: [LateType],
    cost: 'newsTypes',
    description: 'Rows that tell their data set later.',
    resolve: () => [{ word: 'real' }, { word: 'late' }],
  }),
  testFailing: t.metered({ type: RowType, cost: 'news', description: 'Fails.', resolve: fail }),
  testFailingLater: t.metered({ type: RowType, cost: 'brief', description: 'Fails.', resolve: async () => fail() }),
  testConnection: t.meteredConnection({
    type: RowType,
    cost: 'impacts',
    description: 'Rows by cursor.',
    input: z.strictObject({ word: text('Only this word.').optional() }),
    cursorOf: ({ word }) => word,
    read: async (_, { word }, span) => {
      spans.push(span)
      const fitting = rows.filter((row) => word === undefined || row.word === word)
      const from = span.after === undefined ? 0 : fitting.findIndex((row) => row.word === span.after) + 1
      return (span.fromEnd ? fitting.toReversed() : fitting.slice(from)).slice(0, span.limit)
    },
  }),
}))
builder.mutationFields((t) => ({
  testChange: t.metered({ type: RowType, cost: 'brief', description: 'Changes.', resolve: () => rows[0] ?? null }),
}))

let schema: GraphQLSchema
beforeAll(() => {
  schema = builder.toSchema()
})

/** What a resolver gets, with a meter that prices by costs.csv. */
function contextWith(parsedInput?: NonNullable<Context['parsedInput']>): Context {
  const admittedCaller = () => Promise.reject(new Error('Nobody has to enter.'))
  const facts = { accountId: 1, admittedCaller, clock: { now: () => 0 }, requestId: 'test' }
  return {
    ...facts,
    meter: new CostMeter(),
    budget: new CallBudget(30),
    dataSets: new Set<string>(),
    ...(parsedInput ? { parsedInput } : {}),
  }
}

async function run(source: string, parsedInput?: NonNullable<Context['parsedInput']>) {
  const contextValue = contextWith(parsedInput)
  const { data, errors = [] } = await graphql({ schema, source, contextValue })
  const { meter, dataSets } = contextValue
  const result: unknown = JSON.parse(JSON.stringify(data ?? null))
  return { data: result, errors, credits: meter.credits, operation: meter.operation, dataSets: [...dataSets] }
}

describe('arguments of a field', () => {
  test('are those of its rules, objects as input types', () => {
    expect(validateSchema(schema)).toEqual([])
    const args = schema.getQueryType()?.getFields()['testTrades']?.args ?? []
    expect(args.map((arg) => [arg.name, String(arg.type), arg.defaultValue])).toEqual([
      ['first', 'TestTrade', undefined],
      ['limit', 'Int', 3],
      ['trades', '[TestTrade!]', undefined],
    ])
    const type = schema.getType('TestTrade')
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : []
    expect(fields.map((field) => [field.name, String(field.type), field.defaultValue, field.description])).toEqual([
      ['listing', 'String!', undefined, 'Ticker. Text of 1 to 40 characters.'],
      ['quantity', 'Float', undefined, 'Units traded. A number from 0 to 1000.'],
      ['side', 'TestSide', 'buy', 'Side.'],
      ['tradedOn', 'Date', undefined, 'Day of the trade. A calendar day, YYYY-MM-DD.'],
    ])
  })

  test('reach the resolver by their rules, nulls left out', async () => {
    const { errors } = await run(
      '{ testTrades(trades: [{listing: "A", tradedOn: "2026-01-02"}, {listing: "B", side: sell, quantity: null}], first: null) }',
    )
    expect(errors).toEqual([])
    expect(seen.at(-1)).toEqual({
      limit: 3,
      trades: [
        { listing: 'A', side: 'buy', tradedOn: '2026-01-02' },
        { listing: 'B', side: 'sell' },
      ],
    })
  })

  test('that break a rule deep inside are named with their place, and nothing is charged', async () => {
    const { errors, credits } = await run('{ testTrades(trades: [{listing: "A"}, {listing: "B", quantity: 1001}]) }')
    expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID_PARAMETER', param: 'trades[1].quantity' })
    expect(credits).toBe(0)
  })

  test.each([
    '{ testTrades(first: {}) }',
    '{ testTrades(first: {listing: "A", nope: 1}) }',
    '{ testTrades(trades: [null]) }',
  ])('that do not fit their type are refused before anything runs: %s', async (source) => {
    const ran = seen.length
    const { data, errors } = await run(source)
    expect([data, errors.length, seen.length]).toEqual([null, 1, ran])
  })

  test('are checked once; those REST has checked are handed through as they are', async () => {
    parses = 0
    await run('{ testTrades(limit: 2) }')
    expect(parses).toBe(1)
    const values = { limit: 2, first: { listing: 'handed through' } }
    await run('{ testTrades(limit: 2) }', { schema: tradesInput, values })
    expect(parses).toBe(1)
    expect(seen.at(-1)).toBe(values)
  })

  test('of another field than the one REST calls are checked as ever', async () => {
    const { data } = await run('{ testRowPage(limit: 1) { count } }', { schema: tradesInput, values: { limit: 9 } })
    expect(data).toEqual({ testRowPage: { count: 1 } })
  })
})

describe('a field is charged', () => {
  test.each([
    ['testRow { word }', 1],
    ['testNothing { word }', 0],
    ['testRows { word }', 4],
    ['testRowsLater { word }', 4],
    ['testRowPage { count }', 2],
    ['testRowPage(limit: 3) { items { word } }', 3],
    ['testCall { word }', 15],
    ['testLate { word }', 0],
    ['a: testCall { word } b: testCall { word } c: testRow { word }', 31],
  ])('what it brings: { %s } costs %i', async (fields, credits) => {
    const answer = await run(`{ ${fields} }`)
    expect(answer.errors).toEqual([])
    expect(answer.credits).toBe(credits)
  })

  test('nothing when it fails, beside others that do not', async () => {
    const answer = await run('{ testFailing { word } testFailingLater { word } testRows { word } }')
    expect(answer.errors.map(({ path }) => path)).toEqual([['testFailing'], ['testFailingLater']])
    expect(answer.data).toMatchObject({ testFailing: null, testFailingLater: null })
    expect([answer.credits, answer.operation]).toEqual([4, 'news'])
  })

  test('under the names of its costs, each once', async () => {
    expect((await run('{ testRow { word } testCall { word } testRows { word } }')).operation).toBe('news+brief')
    expect((await run('mutation { testChange { word } }')).operation).toBe('brief')
  })
})

describe('an answer is marked with the data sets', () => {
  test.each([
    ['of an object', 'testRow { word }', ['demo']],
    ['of the rows of a list', 'testRows { word }', ['demo', 'trial']],
    ['of rows that come later', 'testRowsLater { word }', ['demo', 'trial']],
    ['of the rows of a page, and only those', 'testRowPage { count }', ['demo']],
    ['that are told later', 'testLate { word }', ['late']],
    ['of the rows of a connection, and only those', 'testConnection(first: 3) { nodes { word } }', ['demo']],
  ])('%s', async (_, field, dataSets) => {
    expect((await run(`{ ${field} }`)).dataSets).toEqual(dataSets)
  })

  test.each(['testNothing { word }', 'testRowPage(limit: 1) { count }', 'testCall { word }', 'testTrades'])(
    'and with none when all of it is real: %s',
    async (field) => {
      expect((await run(`{ ${field} }`)).dataSets).toEqual([])
    },
  )
})

describe('a connection', () => {
  test.each([
    ['', 4],
    ['(first: 2)', 2],
    ['(first: 0)', 0],
    ['(last: 3)', 3],
    ['(first: 100)', 4],
    ['(word: "two")', 1],
    ['(word: "nothing")', 0],
  ])('is charged by the rows of the page: testConnection%s costs %i', async (args, credits) => {
    const answer = await run(`{ testConnection${args} { edges { node { word } } } }`)
    expect(answer.errors).toEqual([])
    expect(JSON.stringify(answer.data).match(/"word"/g) ?? []).toHaveLength(credits)
    expect(answer.credits).toBe(credits)
  })

  test('reads one row more than its page holds, from the end that was asked for', async () => {
    await run('{ testConnection(first: 2, after: "one") { nodes { word } } }')
    expect(spans.at(-1)).toMatchObject({ after: 'one', limit: 3, fromEnd: false })
    const { data } = await run('{ testConnection(last: 2) { nodes { word } pageInfo { hasPreviousPage } } }')
    expect(spans.at(-1)).toMatchObject({ limit: 3, fromEnd: true })
    expect(data).toEqual({
      testConnection: { nodes: [{ word: 'three' }, { word: 'four' }], pageInfo: { hasPreviousPage: true } },
    })
  })

  test('checks its own arguments by their rules', async () => {
    const { errors, credits } = await run('{ testConnection(word: "") { nodes { word } } }')
    expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID_PARAMETER', param: 'word' })
    expect(credits).toBe(0)
  })
})

test('nodes by their ids are charged for those that are found', async () => {
  const context = contextWith()
  const find = (id: string) => rows.find(({ word }) => word === id) ?? null
  const load = meteredNodes('articles', async (ids: string[]) => ids.map(find))
  expect(await load(['one', 'no such', 'four'], context)).toEqual([rows[0], null, rows[3]])
  expect(context.meter.credits).toBe(2)
})

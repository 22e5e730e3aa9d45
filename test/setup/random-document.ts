import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql'
import { schema } from '../../src/schema.ts'

/** Longest document. */
const LENGTH_MAX = 3_000

/** A source of random numbers from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  id: ['AAPL', 'MSFT', '10000000', '32000000', '7203.JP', 'NOPE', 'U3RvY2s6MQ=='],
  query: ['apple', 'maker of the iphone', 'oil war', 'a', 'chips for cars and war in the gulf'],
  name: ['Query', 'Stock', 'NewsItem', 'Nope'],
}
const SOME = ['AAPL', 'US', 'en', '2026-11-01', '30d', 'Apple raises prices as demand grows', '']

/** A document the schema may have asked for: fields at random, deep and wide, aliased, in fragments of fragments, of up to 3 KB. */
export function randomDocument(random: () => number): string {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const chance = (share: number) => random() < share
  const depthMax = 1 + Math.floor(random() * 9)
  const greed = random()
  const fragments: { name: string; on: string; text: string }[] = []
  let room = 200 + Math.floor(random() * (LENGTH_MAX - 700))
  let aliases = 0

  function write(text: string): string {
    room -= text.length
    return text
  }

  function literalOf(arg: GraphQLArgument): string {
    const type = getNullableType(arg.type)
    const one = () => {
      const named = getNamedType(arg.type)
      if (isEnumType(named)) return pick(named.getValues())?.name ?? 'null'
      if (named.name === 'Int') return String(pick([1, 2, 5, 20, 50, 100, 1_000, 5_000, 0, -1]))
      if (named.name === 'Float') return String(pick([0, 0.5, 1, 9]))
      if (named.name === 'Boolean') return String(chance(0.6))
      return JSON.stringify(pick(TEXTS[arg.name] ?? TEXTS[named.name.toLowerCase()] ?? SOME))
    }
    return isListType(type) ? `[${Array.from({ length: 1 + Math.floor(random() * 4) }, one).join(', ')}]` : one()
  }

  function argumentsOf(field: GraphQLField<unknown, unknown>): string {
    const given = field.args.filter((arg) => isRequiredArgument(arg) || chance(0.2))
    return given.length > 0 ? `(${given.map((arg) => `${arg.name}: ${literalOf(arg)}`).join(', ')})` : ''
  }

  function selectionOf(type: GraphQLNamedType, depth: number): string {
    if (chance(0.15) && depth < depthMax) {
      const known = fragments.filter(({ on }) => on === type.name)
      const again = chance(0.6) ? pick(known) : undefined
      if (again) return write(`{ ${`...${again.name} `.repeat(1 + Math.floor(random() * 3))}}`)
      const name = `F${fragments.length}`
      const fragment = { name, on: type.name, text: '{ __typename }' }
      const text = fieldsOf(type, depth)
      // Known only now: no fragment is spread within itself.
      fragments.push({ ...fragment, text })
      write(`fragment ${name} on ${type.name}`)
      return write(`{ ...${name} }`)
    }
    return fieldsOf(type, depth)
  }

  function fieldsOf(type: GraphQLNamedType, depth: number): string {
    const all = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
    const meta = type === schema.getQueryType() && chance(0.1) ? [SchemaMetaFieldDef, TypeMetaFieldDef] : []
    const nested = all.filter((field) => !isLeaf(field))
    const parts: string[] = []
    const count = 1 + Math.floor(random() * (1 + greed * 8))
    for (let index = 0; index < count && room > 0; index++) {
      const field = pick(meta) ?? (chance(0.7) && depth < depthMax && nested.length > 0 ? pick(nested) : pick(all))
      if (!field || (!isLeaf(field) && depth >= depthMax)) continue
      const alias = chance(0.7) ? `a${aliases++}: ` : ''
      const directive = chance(0.03) ? ` @${pick(['include', 'skip'])}(if: ${chance(0.5)})` : ''
      const head = write(`${alias}${field.name}${argumentsOf(field)}${directive}`)
      parts.push(isLeaf(field) ? head : `${head} ${selectionOf(getNamedType(field.type), depth + 1)}`)
      if (isInterfaceType(type) && chance(0.5)) {
        const possible = pick(schema.getPossibleTypes(type))
        if (possible) parts.push(write(`... on ${possible.name} `) + fieldsOf(possible, depth + 1))
      }
    }
    return `{ ${parts.length > 0 ? parts.join(' ') : write('__typename')} }`
  }

  const query = schema.getQueryType()
  if (!query) throw new Error('The schema has no queries.')
  const operation = fieldsOf(query, 0)
  const text = [operation, ...fragments.map(({ name, on, text: body }) => `fragment ${name} on ${on} ${body}`)].join(
    '\n',
  )
  return text.slice(0, LENGTH_MAX)
}

function isLeaf({ type }: GraphQLField<unknown, unknown>): boolean {
  const named = getNamedType(type)
  return !isObjectType(named) && !isInterfaceType(named)
}

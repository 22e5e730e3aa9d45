import type { Enumeration } from '../input/enumeration.pure.ts'
import { builder, type Types } from './builder.ts'

type EnumRef<Token extends string> = PothosSchemaTypes.EnumRef<Types, Token, Token>

const declared = new Map<string, EnumRef<string>>()

/** Declares the GraphQL enum of a closed set. */
export function enumType<Token extends string>(enumeration: Enumeration<Token>): EnumRef<Token> {
  const values: Record<string, { description: string }> = {}
  for (const token of enumeration.tokens) values[token] = { description: enumeration.values[token] }
  const ref = builder.enumType(enumeration.name, { description: enumeration.description, values })
  declared.set(enumeration.name, ref)
  // Its values are the tokens, which Pothos reads off a literal only.
  return ref as EnumRef<string> as EnumRef<Token>
}

/** The GraphQL enum of a closed set, declared at the first use where no type has declared it. */
export function enumRefOf(enumeration: Enumeration<string>): EnumRef<string> {
  return declared.get(enumeration.name) ?? enumType(enumeration)
}

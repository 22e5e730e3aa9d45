/** A closed set of tokens with what each means: a GraphQL enum, a REST choice and a TypeScript union in one. */
export interface Enumeration<Token extends string> {
  /** Name of the GraphQL enum. */
  readonly name: string
  readonly description: string
  /** Each token with its description, in the order they are listed. */
  readonly values: Readonly<Record<Token, string>>
  readonly tokens: readonly [Token, ...Token[]]
}

/** Declares a closed set; the tokens are the contract's, in both faces. */
export function enumeration<Token extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Token, string>>,
): Enumeration<Token> {
  const tokens = Object.keys(values).filter((token): token is Token => Object.hasOwn(values, token))
  const [first, ...others] = tokens
  if (first === undefined) throw new Error(`The enumeration ${name} has no values.`)
  return { name, description, values, tokens: [first, ...others] }
}

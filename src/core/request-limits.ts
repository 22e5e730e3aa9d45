/** What one GraphQL document may ask for at most; more is refused with 400 before anything runs. */
export const REQUEST_LIMITS = {
  /** Lexical tokens of the document. */
  tokens: 2_000,
  /** Levels of nesting. */
  depth: 16,
  /** Fields selected in all, fragments spread out. */
  breadth: 400,
  /** Weighted fields: a list counts its items. */
  complexity: 250_000,
  /** Root fields, aliases included. */
  rootFields: 20,
  /** Aliases in the document. */
  aliases: 150,
  /** Directives in the document. */
  directives: 50,
} as const

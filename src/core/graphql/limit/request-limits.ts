/** What one GraphQL document may ask for at most; more is refused with 400 before anything runs. */
export const REQUEST_LIMITS = {
  /** Lexical tokens of the document. */
  tokens: 2_000,
  /** Levels of nesting. */
  depth: 16,
  /** Fields and fragments selected in all, fragments spread out. */
  breadth: 400,
  /** Those of a document that is still compiled; larger ones are interpreted. */
  compiledBreadth: 200,
  /** Work in about microseconds: a list counts what it holds. */
  complexity: 250_000,
  /** Root fields, aliases included. */
  rootFields: 20,
  /** Values it may turn out to bring: lists may hold more than expected. */
  fields: 500_000,
  /** Times the schema itself is asked for. */
  schemaFields: 1,
  /** Aliases in the document, fragments spread out. */
  aliases: 150,
  /** Directives in the document. */
  directives: 50,
} as const

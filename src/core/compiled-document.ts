import { type ExecutionResult, type GraphQLSchema, getOperationAST, parse } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from './context.ts'
import { presentErrors } from './present-error.ts'

/** A document ready to run. */
export interface CompiledDocument {
  /** Whether it is a mutation. */
  readonly writes: boolean
  /** Runs it with the variables and context of a request. */
  run(variables: Readonly<Record<string, unknown>>, context: Context): Promise<ExecutionResult>
}

/**
 * Makes a document of ours ready to run: parsed and compiled once, past the limits and hooks that are for documents of callers. Tests
 * check every one of them against the schema.
 */
export function compiledDocument(schema: GraphQLSchema, source: string): CompiledDocument {
  const document = parse(source, { noLocation: true })
  const compiled = compileQuery(schema, document)
  if (!isCompiledQuery(compiled)) throw new Error(`A document of ours does not compile: ${JSON.stringify(compiled)}`)
  return {
    writes: getOperationAST(document)?.operation === 'mutation',
    run: async (variables, context) =>
      presentErrors<ExecutionResult>(await compiled.query(undefined, context, variables), context),
  }
}

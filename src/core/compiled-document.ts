import { type ExecutionResult, type GraphQLSchema, parse } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from './context.ts'
import { presentErrors } from './present-error.ts'

/** Runs one document with the variables and context of a request. */
export type RunDocument = (variables: Readonly<Record<string, unknown>>, context: Context) => Promise<ExecutionResult>

/**
 * Makes a document of ours ready to run: parsed and compiled once, past the limits and hooks that are for documents of callers. Tests
 * check every one of them against the schema.
 */
export function compiledDocument(schema: GraphQLSchema, source: string): RunDocument {
  const compiled = compileQuery(schema, parse(source, { noLocation: true }))
  if (!isCompiledQuery(compiled)) throw new Error(`A document of ours does not compile: ${JSON.stringify(compiled)}`)
  return async (variables, context) =>
    presentErrors<ExecutionResult>(await compiled.query(undefined, context, variables), context)
}

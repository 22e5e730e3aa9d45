import { type ExecutionResult, type GraphQLSchema, getOperationAST, parse } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from './context.ts'
import { weightOf } from './limit/document-limits.ts'
import { presentErrors } from './present-error.ts'

/** A document ready to run. */
export interface CompiledDocument {
  /** Whether it is a mutation. */
  readonly writes: boolean
  /** Rows of costs.csv it is charged for certain when nothing fails. */
  readonly certainCosts: readonly string[]
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
  const { certainCosts, fieldsPerRow } = weightOf({ schema, document })
  return {
    writes: getOperationAST(document)?.operation === 'mutation',
    certainCosts,
    run: async (variables, context) => {
      context.budget.fieldsPerRow = fieldsPerRow
      return presentErrors<ExecutionResult>(await compiled.query(undefined, context, variables), context)
    },
  }
}

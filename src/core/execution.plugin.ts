import { type DocumentNode, type ExecutionArgs, execute, type GraphQLError, Kind, parse } from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { problemsOf, refusalOf } from './document-limits.ts'
import { presentErrors, requestError } from './present-error.ts'
import { REQUEST_LIMITS } from './request-limits.ts'

/** Parses within limits, refuses what is too deep, wide or costly before it runs, compiles documents that come back, masks faults of ours. */
export function executionPlugin(): Plugin {
  const compiled = new WeakMap<DocumentNode, CompiledQuery | 'seen' | 'interpreted'>()

  function run(args: ExecutionArgs): ReturnType<typeof execute> {
    const state = compiled.get(args.document)
    if (state === undefined) {
      compiled.set(args.document, 'seen')
      return execute(args)
    }
    if (state === 'interpreted') return execute(args)
    if (typeof state === 'object') return query(state, args)
    const result = compileQuery(args.schema, args.document, args.operationName ?? undefined)
    // A document of several operations runs differently by name: those stay interpreted.
    const single =
      args.document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION).length === 1
    if (!isCompiledQuery(result) || !single) {
      compiled.set(args.document, 'interpreted')
      return execute(args)
    }
    compiled.set(args.document, result)
    return query(result, args)
  }

  return {
    onParse({ params, setParseFn, setParsedDocument }) {
      const source = String(params.source)
      const known = documents.get(source)
      if (known) return setParsedDocument(known)
      setParseFn(() => {
        const document = parseWithin(source)
        if (source.length <= REMEMBERED_LENGTH_MAX) documents.set(source, document)
        return document
      })
    },
    onValidate({ params, setResult }) {
      const { schema, documentAST } = params
      const problems = validated.get(documentAST) ?? problemsOf(schema, documentAST)
      validated.set(documentAST, problems)
      setResult(problems)
    },
    onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
      const refusal = refusalOf(args)
      if (refusal) return setResultAndStopExecution({ errors: [refusal] })
      setExecuteFn(async (given: ExecutionArgs) => {
        const result = await run(given)
        return presentErrors(result, given.contextValue)
      })
    },
  }
}

/** Documents that were asked lately, with what was found out about them: bounded, so that a million different ones cost nothing. */
const documents = new LRUCache<string, DocumentNode>({ max: 500 })
const REMEMBERED_LENGTH_MAX = 20_000
const validated = new WeakMap<DocumentNode, readonly GraphQLError[]>()

function parseWithin(source: string): DocumentNode {
  try {
    return parse(source, { maxTokens: REQUEST_LIMITS.tokens })
  } catch (error) {
    throw requestError(error instanceof Error ? error.message : 'The document does not parse.')
  }
}

function query(compiledQuery: CompiledQuery, args: ExecutionArgs): ReturnType<typeof execute> {
  return compiledQuery.query(args.rootValue, args.contextValue, args.variableValues)
}

import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLError,
  Kind,
  parse,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import type { CallBudget } from '../call/call-budget.ts'
import { isLarge, jsonText } from '../http/json-text.ts'
import type { Context } from './context.ts'
import { documentShape, problemsOf, refusalOf, weightOf } from './limit/document-limits.ts'
import { REQUEST_LIMITS } from './limit/request-limits.ts'
import { presentErrors, requestError } from './present-error.ts'

/** Parses within limits, refuses what is too deep, wide or costly before it runs, compiles documents that come back, masks faults of ours. */
export function executionPlugin(): Plugin<Context> {
  const compiled = new WeakMap<DocumentNode, CompiledQuery | 'seen' | 'interpreted'>()

  function run(args: ExecutionArgs): ReturnType<typeof execute> {
    const state = compiled.get(args.document) ?? (isCompiled(args.document) ? 'new' : 'interpreted')
    if (typeof state === 'object') return query(state, args)
    if (state === 'new' && weightOf(args).weight < COMPILED_AT_ONCE_WEIGHT) {
      compiled.set(args.document, 'seen')
      return execute(args)
    }
    if (state === 'interpreted') return execute(args)
    const result = compileQuery(args.schema, args.document, args.operationName ?? undefined)
    if (!isCompiledQuery(result)) {
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
        const { contextValue } = args
        contextValue.budget.fieldsPerRow = weightOf(given).fieldsPerRow
        contextValue.budget.fieldsMax = REQUEST_LIMITS.fields
        return inPieces(presentErrors(await run(given), contextValue), contextValue.budget)
      })
    },
  }
}

/** From here on a document is worth compiling even for one run: interpreting takes several times as long. */
const COMPILED_AT_ONCE_WEIGHT = 5_000

/** Writes the data of a large result piece by piece; what is added to the result later is written around it. */
async function inPieces(result: ExecutionResult, budget: CallBudget): Promise<ExecutionResult> {
  if (!isLarge(budget) || !result.data) return result
  const data = await jsonText(result.data, budget)
  const stringify = ({ data: _, ...rest }: ExecutionResult) => {
    const more = JSON.stringify(rest, (key, value) => (key === 'stringify' ? undefined : value))
    return more === '{}' ? `{"data":${data}}` : `{"data":${data},${more.slice(1)}`
  }
  return Object.assign({ ...result }, { stringify })
}

/** Introspection is interpreted, and so are documents that take long to compile, or of several operations, which run differently by name. */
function isCompiled(document: DocumentNode): boolean {
  const { introspects, breadth } = documentShape(document)
  if (introspects || breadth > REQUEST_LIMITS.compiledBreadth) return false
  return document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length === 1
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

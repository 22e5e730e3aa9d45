import { PothosValidationError } from '@pothos/core'
import { createComplexityRule } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { ApiError, asApiError, type ErrorCode, errorCodeOf } from './errors.ts'
import { log } from './log.ts'
import { REQUEST_LIMITS } from './request-limits.ts'

/** Documents of ours, checked by tests at every build: parsed and compiled once, their cost known. */
const trustedDocuments = new Map<string, DocumentNode>()
const trusted = new WeakSet<DocumentNode>()

/** Marks a document as ours. */
export function trustDocument(source: string): void {
  if (trustedDocuments.has(source)) return
  const document = parse(source, { noLocation: true })
  trustedDocuments.set(source, document)
  trusted.add(document)
}

/** Parses within limits, refuses what is too deep, wide or costly before it runs, compiles documents that come back, masks faults of ours. */
export function executionPlugin(): Plugin {
  const compiled = new WeakMap<DocumentNode, CompiledQuery | 'seen' | 'interpreted'>()

  function run(args: ExecutionArgs): ReturnType<typeof execute> {
    const state = compiled.get(args.document)
    if (state === undefined && !trusted.has(args.document)) {
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
      const known = trustedDocuments.get(source) ?? documents.get(source)
      if (known) return setParsedDocument(known)
      setParseFn(() => {
        const document = parseWithin(source)
        if (source.length <= REMEMBERED_LENGTH_MAX) documents.set(source, document)
        return document
      })
    },
    onValidate({ params, setResult }) {
      setResult(memoised(validated, params.documentAST, () => problemsOf(params.schema, params.documentAST)))
    },
    onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
      const problem = trusted.has(args.document) ? null : weighed(args)
      if (problem) return setResultAndStopExecution({ errors: [variablesError(args) ?? requestError(problem)] })
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
const weights = new WeakMap<DocumentNode, Map<string, string | null>>()
const WEIGHTS_PER_DOCUMENT_MAX = 50
const WEIGHT_KEY_LENGTH_MAX = 1_000

function memoised<Key extends WeakKey, Value>(memory: WeakMap<Key, Value>, key: Key, find: () => Value): Value {
  const known = memory.get(key)
  if (known !== undefined) return known
  const found = find()
  memory.set(key, found)
  return found
}

function parseWithin(source: string): DocumentNode {
  try {
    return parse(source, { maxTokens: REQUEST_LIMITS.tokens })
  } catch (error) {
    throw requestError(error instanceof Error ? error.message : 'The document does not parse.')
  }
}

function problemsOf(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  if (trusted.has(document)) return []
  const wide = tooWide(document)
  if (wide) return [requestError(wide)]
  const errors = validate(schema, document, specifiedRules, { maxErrors: 5 })
  if (errors.length > 0) return errors.map((error) => requestError(error.message, error))
  // Only now is it sure that fragments do not go round in circles.
  const many = tooManyRoots(document)
  return many ? [requestError(many)] : []
}

/** What is wrong with a document's weight; it depends on the variables that are numbers, flags or lists, never on text. */
function weighed(args: ExecutionArgs): string | null {
  const memory = memoised(weights, args.document, () => new Map<string, string | null>())
  const key = weightKey(args)
  const known = key === null ? undefined : memory.get(key)
  if (known !== undefined) return known
  const problem = tooCostly(args)
  if (memory.size >= WEIGHTS_PER_DOCUMENT_MAX) memory.clear()
  if (key !== null) memory.set(key, problem)
  return problem
}

/** What a weight is remembered by; null for variables too large or too deep to be worth it. */
function weightKey({ variableValues, operationName }: ExecutionArgs): string | null {
  try {
    const values = JSON.stringify([variableValues], (_, value) => (typeof value === 'string' ? '' : value))
    return values.length > WEIGHT_KEY_LENGTH_MAX ? null : `${values}${operationName}`
  } catch {
    // JSON.stringify gives up on thousands of levels.
    return null
  }
}

function query(compiledQuery: CompiledQuery, args: ExecutionArgs): ReturnType<typeof execute> {
  return compiledQuery.query(args.rootValue, args.contextValue, args.variableValues)
}

/** What does not fit about the variables; null when they do. */
function variablesError({ schema, document, variableValues, operationName }: ExecutionArgs): GraphQLError | null {
  const operation = getOperationAST(document, operationName)
  const { errors } = getVariableValues(
    schema,
    operation?.variableDefinitions ?? [],
    { ...variableValues },
    { maxErrors: 1 },
  )
  return errors?.[0] ? variableFault(errors[0].message) : null
}

function variableFault(message: string): GraphQLError {
  return new GraphQLError(message.slice(0, MESSAGE_LENGTH_MAX), {
    extensions: { code: 'INVALID_PARAMETER', status: 400, http: { status: 400 } },
  })
}

/** Messages of graphql-js repeat what was given, however long. */
const MESSAGE_LENGTH_MAX = 500

/** A fault of the request as a whole: nothing ran, and the HTTP status says so. */
function requestError(message: string, origin?: GraphQLError): GraphQLError {
  return new GraphQLError(message.slice(0, MESSAGE_LENGTH_MAX), {
    ...(origin?.nodes ? { nodes: origin.nodes } : {}),
    // `spec: false`: the status says it in every media type; Yoga would answer application/json with 200.
    extensions: { code: 'INVALID_QUERY', status: 400, http: { status: 400, spec: false } },
  })
}

function tooWide(document: DocumentNode): string | null {
  let aliases = 0
  let directives = 0
  visit(document, {
    Field(node) {
      if (node.alias) aliases++
    },
    Directive() {
      directives++
    },
  })
  if (aliases > REQUEST_LIMITS.aliases)
    return `The document has ${aliases} aliases; ${REQUEST_LIMITS.aliases} are allowed.`
  if (directives > REQUEST_LIMITS.directives)
    return `The document has ${directives} directives; ${REQUEST_LIMITS.directives} are allowed.`
  return null
}

/** Fields of the operation itself, those in fragments counted wherever they are spread. */
function tooManyRoots(document: DocumentNode): string | null {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet]] : [],
    ),
  )
  const counts = new Map<SelectionSetNode | undefined, number>()
  const rootsOf = (set: SelectionSetNode | undefined): number => {
    const known = counts.get(set)
    if (known !== undefined) return known
    let roots = 0
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) roots++
      else
        roots += rootsOf(
          selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments.get(selection.name.value),
        )
    }
    counts.set(set, roots)
    return roots
  }
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const roots = rootsOf(definition.selectionSet)
    if (roots > REQUEST_LIMITS.rootFields)
      return `The operation has ${roots} root fields; ${REQUEST_LIMITS.rootFields} are allowed.`
  }
  return null
}

function tooCostly(args: ExecutionArgs): string | null {
  const errors = validate(
    args.schema,
    args.document,
    [
      createComplexityRule({
        context: {},
        variableValues: { ...args.variableValues },
        ...(args.operationName ? { operationName: args.operationName } : {}),
        maxComplexity: REQUEST_LIMITS.complexity,
        maxBreadth: REQUEST_LIMITS.breadth,
        maxDepth: REQUEST_LIMITS.depth,
      }),
    ],
    { maxErrors: 3 },
  )
  return errors[0]?.message ?? null
}

/** What the caller may read of each error; the rest goes to the log. */
function presentErrors<Result>(result: Result, context: unknown): Result {
  if (!isResult(result) || !result.errors?.length) return result
  // Without data the request itself was at fault: variables that do not fit their types.
  const requestFault = !('data' in result)
  return { ...result, errors: result.errors.map((error) => presentError(error, requestFault, context)) }
}

function isResult(value: unknown): value is ExecutionResult {
  return typeof value === 'object' && value !== null && ('data' in value || 'errors' in value)
}

function presentError(error: GraphQLError, requestFault: boolean, context: unknown): GraphQLError {
  const known = asApiError(error)
  if (known) return locate(known.message, error, { ...known.extensions })
  if (requestFault) return variableFault(error.message)
  if (isMissingRecord(error.originalError)) {
    const missing = new ApiError('not_found', 'There is no such object.')
    return locate(missing.message, error, { ...missing.extensions })
  }
  // What Pothos itself refuses are arguments: sizes and cursors of connections, global ids.
  if (error.originalError instanceof PothosValidationError) {
    const refused = new ApiError('invalid_parameter', error.originalError.message.slice(0, 200))
    return locate(refused.message, error, { ...refused.extensions })
  }
  return maskFault(error, context)
}

/** Prisma's P2025: a node was asked for that is not there, or not the caller's. */
function isMissingRecord(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2025'
}

function locate(message: string, error: GraphQLError, extensions: Record<string, unknown>): GraphQLError {
  return new GraphQLError(message, {
    ...(error.nodes ? { nodes: error.nodes } : {}),
    ...(error.path ? { path: error.path } : {}),
    extensions,
  })
}

const CODE_OF_STATUS: ReadonlyMap<unknown, ErrorCode> = new Map([
  [400, 'invalid_query'],
  [405, 'method_not_allowed'],
  [406, 'not_acceptable'],
])

/** What Yoga itself refuses says an HTTP status: a mutation by GET, a request without a query. It gets a code of the table. */
function yogaRefusal(error: unknown): GraphQLError | null {
  if (!(error instanceof GraphQLError) || error.originalError) return null
  const http: unknown = error.extensions?.['http']
  const status = typeof http === 'object' && http !== null && 'status' in http ? http.status : undefined
  const code = CODE_OF_STATUS.get(status)
  return code ? withPlainStatus(locate(error.message, error, { http, code: code.toUpperCase(), status })) : null
}

/** Yoga marks faults of requests `spec`: answered 200 to clients that accept application/json. Here they are 400 to everyone. */
function withPlainStatus(error: GraphQLError): GraphQLError {
  const http: unknown = error.extensions['http']
  if (typeof http === 'object' && http !== null && 'spec' in http) {
    const { spec: _, ...plain } = http
    error.extensions['http'] = plain
  }
  return error
}

/** Hides a fault of ours behind the internal code and puts the facts into the log. */
export function maskFault(error: unknown, context: unknown): GraphQLError {
  // A code of the table is given by us only: what carries one was written for the caller.
  if (error instanceof GraphQLError && errorCodeOf(error.extensions?.['code'])) return withPlainStatus(error)
  const refusal = yogaRefusal(error)
  if (refusal) return refusal
  const requestId =
    typeof context === 'object' && context !== null && 'requestId' in context ? context.requestId : undefined
  const origin = error instanceof GraphQLError ? (error.originalError ?? error) : error
  log.error({ err: origin, request_id: requestId }, 'request failed')
  const masked = new ApiError(
    'internal',
    'The service failed on this request. The request id leads to the facts in its log.',
  )
  return error instanceof GraphQLError ? locate(masked.message, error, { ...masked.extensions }) : masked
}

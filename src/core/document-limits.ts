import { createComplexityRule } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  type SelectionSetNode,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { requestError, variableFault } from './present-error.ts'
import { REQUEST_LIMITS } from './request-limits.ts'

const weights = new WeakMap<DocumentNode, Map<string, string | null>>()
const WEIGHTS_PER_DOCUMENT_MAX = 50
const WEIGHT_KEY_LENGTH_MAX = 1_000

/** What is wrong with a document whatever its variables: it does not fit the schema, or is too wide. */
export function problemsOf(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const wide = tooWide(document) ?? unknownOperation(schema, document)
  if (wide) return [requestError(wide)]
  const errors = validate(schema, document, specifiedRules, { maxErrors: 5 })
  if (errors.length > 0) return errors.map((error) => requestError(error.message, error))
  // Only now is it sure that fragments do not go round in circles.
  const many = tooManyRoots(document)
  return many ? [requestError(many)] : []
}

/** What is wrong with a document's weight; it depends on the variables that are numbers, flags or lists, never on text. */
function weightProblem(args: ExecutionArgs): string | null {
  const memory = weights.get(args.document) ?? new Map<string, string | null>()
  weights.set(args.document, memory)
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

/** Why an operation must not run with these variables; null when it may. */
export function refusalOf(args: ExecutionArgs): GraphQLError | null {
  const problem = weightProblem(args)
  return problem === null ? null : (variablesError(args) ?? requestError(problem))
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

/** The rules of graphql-js let an operation pass whose root type the schema lacks. */
function unknownOperation(schema: GraphQLSchema, document: DocumentNode): string | null {
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION && !schema.getRootType(definition.operation))
      return `There is no ${definition.operation} here.`
  }
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

import {
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { requestError, variableFault } from '../present-error.ts'
import { type DocumentShape, shapeOf } from './document-shape.ts'
import { type DocumentWeight, weigh } from './document-weight.ts'
import { REQUEST_LIMITS } from './request-limits.ts'

const shapes = new WeakMap<DocumentNode, DocumentShape>()
const weights = new WeakMap<DocumentNode, Map<string, DocumentWeight>>()
const WEIGHTS_PER_DOCUMENT_MAX = 50
const WEIGHT_KEY_LENGTH_MAX = 1_000

/** What is wrong with a document whatever its variables: it does not fit the schema, or is too large. */
export function problemsOf(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  // First what takes no longer than reading the document: validation compares fields with each other.
  const large = tooLarge(document) ?? unknownOperation(schema, document)
  if (large) return [requestError(large)]
  const errors = validate(schema, document, specifiedRules, { maxErrors: 5 })
  return errors.map((error) => requestError(error.message, error))
}

/** The shape of a document, looked at once. */
export function documentShape(document: DocumentNode): DocumentShape {
  const shape = shapes.get(document) ?? shapeOf(document)
  shapes.set(document, shape)
  return shape
}

/** The weight of an operation; it depends on the variables that are numbers, flags or lists, never on text. */
export function weightOf(args: ExecutionArgs): DocumentWeight {
  const memory = weights.get(args.document) ?? new Map<string, DocumentWeight>()
  weights.set(args.document, memory)
  const key = weightKey(args)
  const known = key === null ? undefined : memory.get(key)
  if (known !== undefined) return known
  const operation = getOperationAST(args.document, args.operationName)
  if (!operation) throw requestError('The document holds no such operation.')
  const weight = weigh(args.schema, args.document, operation, args.variableValues ?? {})
  if (memory.size >= WEIGHTS_PER_DOCUMENT_MAX) memory.clear()
  if (key !== null) memory.set(key, weight)
  return weight
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
  // Which operation is meant is for the execution to find out.
  if (!getOperationAST(args.document, args.operationName)) return null
  const { weight } = weightOf(args)
  if (weight <= REQUEST_LIMITS.complexity) return null
  const problem = `The operation has a complexity of ${weight}; ${REQUEST_LIMITS.complexity} is allowed. Ask for fewer rows at once, or for less of each.`
  return variablesError(args) ?? requestError(problem)
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

function tooLarge(document: DocumentNode): string | null {
  let directives = 0
  visit(document, {
    Directive() {
      directives++
    },
  })
  const { aliases, breadth, depth, rootFields, schemaFields } = documentShape(document)
  const spread = 'with its fragments spread out'
  if (aliases > REQUEST_LIMITS.aliases)
    return `The document has ${aliases} aliases ${spread}; ${REQUEST_LIMITS.aliases} are allowed.`
  if (directives > REQUEST_LIMITS.directives)
    return `The document has ${directives} directives; ${REQUEST_LIMITS.directives} are allowed.`
  if (breadth > REQUEST_LIMITS.breadth)
    return `The document has a breadth of ${breadth} selections ${spread}; ${REQUEST_LIMITS.breadth} are allowed.`
  if (depth > REQUEST_LIMITS.depth)
    return `The document has a depth of ${depth} fields; ${REQUEST_LIMITS.depth} are allowed.`
  if (rootFields > REQUEST_LIMITS.rootFields)
    return `The operation has ${rootFields} root fields; ${REQUEST_LIMITS.rootFields} are allowed.`
  if (schemaFields > REQUEST_LIMITS.schemaFields)
    return `The document asks for __schema ${schemaFields} times; once is allowed.`
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

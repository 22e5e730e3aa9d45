import type { Answer, JsonSchema, Operation, Parameter, Reference } from './openapi-types.ts'

/**
 * One operation for a path and method that take two sets of parameters: every parameter of either, those of one mode alone no longer
 * required, and an answer of either shape.
 */
export function inBothModes(one: Operation, other: Operation): Operation {
  const parameters = new Map<string, Parameter | Reference>()
  for (const parameter of [...(one.parameters ?? []), ...(other.parameters ?? [])]) {
    const name = '$ref' in parameter ? parameter.$ref : parameter.name
    const inBoth = [one, other].every((mode) => mode.parameters?.some((its) => nameOf(its) === name))
    // Said twice, it is said with its example.
    if (parameters.has(name) && ('$ref' in parameter || parameter.example === undefined)) continue
    parameters.set(name, inBoth || '$ref' in parameter ? parameter : { ...parameter, required: false })
  }
  const responses = { ...other.responses, ...one.responses }
  for (const [status, answer] of Object.entries(one.responses)) {
    const its = other.responses[status]
    if (its && !('$ref' in its) && !('$ref' in answer)) responses[status] = eitherAnswer(answer, its)
  }
  return {
    ...one,
    summary: `${one.summary} ${other.summary}`,
    parameters: [...parameters.values()],
    responses,
  }
}

function nameOf(parameter: Parameter | Reference): string {
  return '$ref' in parameter ? parameter.$ref : parameter.name
}

function eitherAnswer(one: Answer, other: Answer): Answer {
  const [first, second] = [jsonOf(one), jsonOf(other)]
  if (!first || !second) return one
  return { ...one, content: { ...one.content, 'application/json': { schema: { anyOf: [first, second] } } } }
}

function jsonOf(answer: Answer): JsonSchema | undefined {
  return answer.content?.['application/json']?.schema
}

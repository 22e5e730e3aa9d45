import type { Answer, Operation, Parameter, Reference } from './types.ts'

/**
 * One operation for a path that two routes serve, told apart by their parameters: what only one of them takes is optional, and the
 * answer is the one or the other. Examples are the first one's, so that they go together.
 */
export function bothModes(first: Operation, second: Operation): Operation {
  return {
    ...first,
    summary: `${first.summary} Else: ${second.summary.charAt(0).toLowerCase()}${second.summary.slice(1)}`,
    parameters: bothParameters(first.parameters ?? [], second.parameters ?? []),
    responses: Object.fromEntries(
      [...new Set([...Object.keys(first.responses), ...Object.keys(second.responses)])].flatMap((status) => {
        const answer = bothAnswers(first.responses[status], second.responses[status])
        return answer ? [[status, answer]] : []
      }),
    ),
  }
}

type AnyParameter = Parameter | Reference

const isNamed = (one: AnyParameter): one is Parameter => !('$ref' in one)

function bothParameters(first: readonly AnyParameter[], second: readonly AnyParameter[]): AnyParameter[] {
  const links = [...first, ...second].filter((one) => !isNamed(one))
  const others = new Map(second.filter(isNamed).map((one) => [one.name, one]))
  const named = first.filter(isNamed).map((one) => {
    const other = others.get(one.name)
    others.delete(one.name)
    if (!other) return { ...one, required: false }
    const same = JSON.stringify(one.schema) === JSON.stringify(other.schema)
    return same ? one : { ...one, required: false, schema: { anyOf: [one.schema, other.schema] } }
  })
  const rest = [...others.values()].map(({ example: _, ...one }) => ({ ...one, required: false }))
  const distinct = new Map(links.map((link) => [JSON.stringify(link), link]))
  return [...named, ...rest, ...distinct.values()]
}

function bothAnswers(first: Answer | Reference | undefined, second: Answer | Reference | undefined) {
  if (!first || !second) return first ?? second
  const [one, other] = [first, second].map((answer) =>
    '$ref' in answer ? undefined : answer.content?.['application/json'],
  )
  if ('$ref' in first || !one || !other) return first
  const examples = { ...one.examples, ...other.examples }
  return {
    ...first,
    content: { ...first.content, 'application/json': { schema: { oneOf: [one.schema, other.schema] }, examples } },
  }
}

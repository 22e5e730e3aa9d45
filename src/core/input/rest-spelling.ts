import { restName } from './parse.ts'
import { type InputSchema, metaOf } from './rule.ts'

/** Values by the names of their rules, spelled as REST spells them: what a caller may send as a body. */
export function spellForRest(rule: InputSchema, values: unknown): unknown {
  if (Array.isArray(values)) return values.map((one) => spellForRest(rule, one))
  if (typeof values !== 'object' || values === null) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = Object.hasOwn(rule.shape, name) ? rule.shape[name] : undefined
      const fields = field && metaOf(field).object?.fields
      return [restName(rule, name), fields ? spellForRest(fields, value) : value]
    }),
  )
}

import type { InputFieldMap } from '@pothos/core'
import { z } from 'zod'
import { builder } from './builder.ts'
import { type InputSchema, metaOf } from './input.ts'

/**
 * GraphQL arguments of a field, taken from its input rules: types, defaults, descriptions. The rules themselves are applied by
 * `parseInput` in the resolver, so that both faces obey the same ones.
 */
export function argumentsOf(schema: InputSchema): InputFieldMap {
  return builder.args((arg) =>
    Object.fromEntries(
      Object.entries(schema.shape).map(([name, rule]) => {
        const meta = metaOf(rule)
        const description = `${meta.description}${meta.range ? ` ${capitalised(meta.range)}.` : ''}`
        const type = meta.type === 'Date' ? 'String' : meta.type
        const required = !(rule instanceof z.ZodOptional || rule instanceof z.ZodDefault)
        if (meta.list) return [name, arg.field({ description, required, type: [type] })]
        const defaultValue = rule instanceof z.ZodDefault ? { defaultValue: rule.def.defaultValue } : {}
        return [name, arg.field({ description, required, type, ...defaultValue })]
      }),
    ),
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  type GraphQLType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Context } from '../context.ts'

/** Whether a field gives, or an argument takes, a list. */
export function givesList({ type }: { readonly type: GraphQLType }): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type)
}

/**
 * Makes every list of a schema count against the budget of its call, and give way to other calls before it is read and written out.
 * Returns the schema.
 */
export function boundLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields()))
      if (givesList(field)) bound(field, `${type.name}.${field.name}`)
  }
  return schema
}

function bound(field: GraphQLField<unknown, Context>, coordinate: string): void {
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (parent, args, context, info) => {
    const { budget } = context
    const read = () => {
      const list: unknown = resolve(parent, args, context, info)
      if (Array.isArray(list)) budget.bring(list.length, coordinate)
      if (!(list instanceof Promise)) return list
      return list.then((settled) => {
        if (!Array.isArray(settled)) return settled
        budget.bring(settled.length, coordinate)
        // It came with others, all of which are written out now.
        const pause = budget.pause()
        return pause ? pause.then(() => settled) : settled
      })
    }
    const pause = budget.pause()
    return pause ? pause.then(read) : read()
  }
}

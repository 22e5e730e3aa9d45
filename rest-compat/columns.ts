import { Kind, parse, type SelectionSetNode } from 'graphql'
import type { Route } from './route.ts'

/** The keys of a list's rows in the order the route's document asks for them: the header of its CSV, rows or not. */
export function rowColumns(route: Route): string[] {
  if (route.rows === undefined) return []
  let selection: SelectionSetNode | undefined
  for (const definition of parse(route.document).definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) selection = definition.selectionSet
  }
  for (const key of [...route.at.split('.'), route.rows]) {
    selection = fieldsOf(selection).find((field) => field.key === key)?.selection
  }
  return fieldsOf(selection).map((field) => field.key)
}

function fieldsOf(selection: SelectionSetNode | undefined): { key: string; selection: SelectionSetNode | undefined }[] {
  return (selection?.selections ?? []).flatMap((node) =>
    node.kind === Kind.FIELD ? [{ key: (node.alias ?? node.name).value, selection: node.selectionSet }] : [],
  )
}

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** How large a document is with all its fragments spread out, as it runs and compiles. */
export interface DocumentShape {
  /** Fields and fragments selected in all. */
  readonly breadth: number
  readonly aliases: number
  /** Levels of fields. */
  readonly depth: number
  readonly rootFields: number
  /** How often the schema itself is asked for. */
  readonly schemaFields: number
  /** Whether it asks for anything of the schema itself. */
  readonly introspects: boolean
}

const NOTHING: DocumentShape = {
  breadth: 0,
  aliases: 0,
  depth: 0,
  rootFields: 0,
  schemaFields: 0,
  introspects: false,
}

/**
 * The shape of a document's largest operation. Each fragment is looked at once, however often it is spread, so that this takes no longer
 * than reading the document; a fragment within itself counts as nothing, for validation to refuse.
 */
export function shapeOf(document: DocumentNode): DocumentShape {
  const fragments = new Map<string, FragmentDefinitionNode>()
  const operations: OperationDefinitionNode[] = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
  }
  const known = new Map<FragmentDefinitionNode, DocumentShape>()
  const shapeOfFragment = (name: string): DocumentShape => {
    const fragment = fragments.get(name)
    if (!fragment) return NOTHING
    const shape = known.get(fragment)
    if (shape) return shape
    known.set(fragment, NOTHING)
    const fresh = shapeOfSet(fragment.selectionSet)
    known.set(fragment, fresh)
    return fresh
  }
  const shapeOfSelection = (selection: SelectionNode): DocumentShape => {
    if (selection.kind === Kind.FIELD) {
      const inner = selection.selectionSet ? shapeOfSet(selection.selectionSet) : NOTHING
      const { value: name } = selection.name
      return {
        breadth: inner.breadth + 1,
        aliases: inner.aliases + (selection.alias ? 1 : 0),
        depth: inner.depth + 1,
        rootFields: 1,
        schemaFields: inner.schemaFields + (name === '__schema' ? 1 : 0),
        introspects: inner.introspects || name === '__schema' || name === '__type',
      }
    }
    const spread =
      selection.kind === Kind.INLINE_FRAGMENT
        ? shapeOfSet(selection.selectionSet)
        : shapeOfFragment(selection.name.value)
    return { ...spread, breadth: spread.breadth + 1 }
  }
  const shapeOfSet = ({ selections }: SelectionSetNode): DocumentShape =>
    selections.map(shapeOfSelection).reduce(
      (sum, one) => ({
        breadth: sum.breadth + one.breadth,
        aliases: sum.aliases + one.aliases,
        depth: Math.max(sum.depth, one.depth),
        rootFields: sum.rootFields + one.rootFields,
        schemaFields: sum.schemaFields + one.schemaFields,
        introspects: sum.introspects || one.introspects,
      }),
      NOTHING,
    )
  return operations
    .map(({ selectionSet }) => shapeOfSet(selectionSet))
    .reduce(
      (most, one) => ({
        breadth: Math.max(most.breadth, one.breadth),
        aliases: Math.max(most.aliases, one.aliases),
        depth: Math.max(most.depth, one.depth),
        rootFields: Math.max(most.rootFields, one.rootFields),
        schemaFields: Math.max(most.schemaFields, one.schemaFields),
        introspects: most.introspects || one.introspects,
      }),
      NOTHING,
    )
}

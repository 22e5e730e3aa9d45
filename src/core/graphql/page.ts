import type { FieldMap, OutputRef } from '@pothos/core'
import { hasMore, type Page } from '../input/paging.pure.ts'
import { builder, type Types } from './builder.ts'
import { declareRows } from './data-set.ts'

/** What every list says beside its rows. */
const OffsetPageType = builder.interfaceRef<Page<unknown>>('OffsetPage').implement({
  description: 'A page of a list, by limit and offset.',
  fields: (t) => ({
    count: t.int({ description: 'Number of rows in this page.', resolve: (page) => page.rows.length }),
    total: t.exposeInt('total', { description: 'Number of rows that match in all.' }),
    limit: t.exposeInt('limit', { description: 'Page size asked for.' }),
    offset: t.exposeInt('offset', { description: 'Number of rows skipped.' }),
    all: t.exposeBoolean('all', { description: 'Whether the full set was asked for.' }),
    hasMore: t.boolean({ description: 'Whether another page exists.', resolve: hasMore }),
    notes: t.stringList({
      nullable: true,
      description: 'Notes on adjustments and on what the rows do not show.',
      resolve: (page) => page.notes?.slice() ?? null,
    }),
  }),
})

/** What a page type adds to its rows. */
interface PageOptions<Shape extends Page<unknown>> {
  readonly description: string
  /** Type of its rows. */
  readonly of: OutputRef<Shape['rows'][number]>
  /** Interfaces it has beside that of all pages. */
  readonly interfaces?: readonly object[]
  /** Fields beside the rows and the paging facts. */
  readonly fields?: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Shape>) => FieldMap
}

/** Declares the type of a list's page: its rows as `items`, the paging facts, and what is particular to it. */
export function pageType<Shape extends Page<unknown>>(
  name: string,
  { description, of, interfaces = [], fields }: PageOptions<Shape>,
): PothosSchemaTypes.ObjectRef<Types, Shape> {
  // That every Shape fits the interface and its rows the row type, Pothos cannot tell of a type parameter: hence `never`.
  const ref = builder.objectRef<Shape>(name).implement({
    description,
    interfaces: [OffsetPageType, ...interfaces] as never,
    isTypeOf: () => true,
    fields: (t) => ({
      items: t.field({ type: [of], description: 'Rows of this page.', resolve: ({ rows }) => [...rows] as never }),
      ...fields?.(t),
    }),
  })
  declareRows(ref, of)
  return ref
}

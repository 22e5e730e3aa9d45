import type { Context } from './context.ts'

/** Name of the data set a value comes from, where it is not real data (`demo`); null for real data. */
type DataSetOf<Value> = (value: Value) => string | null | undefined | Promise<string | null>

type Marks = Pick<Context, 'dataSets'>
type Marker = (value: unknown, context: Marks) => Promise<void> | undefined

const readers = new WeakMap<object, DataSetOf<never>>()
const rowTypes = new WeakMap<object, object>()

/** Declares how a type's values tell the data set they come from; answers of metered fields are marked by it. */
export function declareDataSet<Value>(type: { readonly $inferType: Value }, dataSetOf: DataSetOf<Value>): void {
  readers.set(type, dataSetOf)
}

/** Declares the type of a page's rows, each of which tells its data set. */
export function declareRows(page: object, rows: object): void {
  rowTypes.set(page, rows)
}

/** Marks answers of a field's type, a list of it or a page with the data sets of what they hold; null where nothing tells any. */
export function dataSetMarker(type: unknown): Marker | null {
  const isList = Array.isArray(type)
  const named: unknown = isList ? type[0] : type
  if (typeof named !== 'object' || named === null) return null
  const own = readers.get(named)
  const rowType = rowTypes.get(named)
  const ofRows = rowType && readers.get(rowType)
  if (!own && !ofRows) return null
  return (value, context) => {
    const waiting: Promise<void>[] = []
    if (own) markEach(isList && Array.isArray(value) ? value : [value], own, context, waiting)
    if (ofRows && isPage(value)) markEach(value.rows, ofRows, context, waiting)
    return waiting.length > 0 ? Promise.all(waiting).then(() => undefined) : undefined
  }
}

function markEach(
  values: readonly unknown[],
  dataSetOf: DataSetOf<never>,
  { dataSets }: Marks,
  waiting: Promise<void>[],
) {
  for (const value of values) {
    // The reader was declared for the type the value is of.
    const name = dataSetOf(value as never)
    if (typeof name === 'string') dataSets.add(name)
    else if (name instanceof Promise) waiting.push(name.then((found) => void (found && dataSets.add(found))))
  }
}

/** True for a page of a list. */
export function isPage(value: unknown): value is { readonly rows: readonly unknown[]; readonly total: number } {
  return typeof value === 'object' && value !== null && 'rows' in value && 'total' in value && Array.isArray(value.rows)
}

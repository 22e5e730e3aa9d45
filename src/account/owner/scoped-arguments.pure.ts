/** What scoping needs to know of a model. */
export interface ModelShape {
  /** Field that holds the account; null for models that all accounts share. */
  readonly ownerField: 'accountId' | 'id' | null
  readonly relations: ReadonlyMap<string, Relation>
}

interface Relation {
  readonly model: string
  readonly list: boolean
  /** Whether its foreign key holds the account, so that both ends belong to the same one. */
  readonly withinOwner: boolean
}

/** The models of the Prisma schema by name. */
export type Models = ReadonlyMap<string, ModelShape>

/** A call of the database that cannot be kept to one account's rows; a mistake of the code that makes it. */
export class ScopeError extends Error {
  override name = 'ScopeError'
}

type Arguments = Readonly<Record<string, unknown>>

const READS_MANY = ['findMany', 'findFirst', 'findFirstOrThrow', 'count', 'aggregate', 'groupBy']
const READS_ONE = ['findUnique', 'findUniqueOrThrow']
const CHANGES_MANY = ['updateMany', 'updateManyAndReturn', 'deleteMany']
const CHANGES_ONE = ['update', 'delete']
const CREATES = ['create', 'createMany', 'createManyAndReturn']

/** The arguments of a Prisma operation, kept to the rows of one account; throws what cannot be kept to them. */
export function scopedArguments(
  models: Models,
  call: { readonly model: string; readonly operation: string; readonly args: unknown },
  accountId: number,
): Arguments {
  return new Scope(models, accountId).apply(call.model, call.operation, isRecord(call.args) ? call.args : {})
}

class Scope {
  readonly #models: Models
  readonly #accountId: number

  constructor(models: Models, accountId: number) {
    this.#models = models
    this.#accountId = accountId
  }

  apply(model: string, operation: string, args: Arguments): Arguments {
    const { ownerField } = this.#shape(model)
    const reads = READS_MANY.includes(operation) || READS_ONE.includes(operation)
    if (ownerField === null && !reads) throw new ScopeError(`${model} is shared: an account's scope only reads it.`)
    if (ownerField === 'id' && !reads && operation !== 'update')
      throw new ScopeError(`An account's scope does not ${operation} accounts.`)
    const selected = this.#selection(model, args)
    if (READS_MANY.includes(operation)) return this.#many(model, selected)
    if (READS_ONE.includes(operation)) return this.#one(model, selected)
    if (CHANGES_MANY.includes(operation)) return this.#written(model, this.#many(model, selected), 'update')
    if (CHANGES_ONE.includes(operation)) return this.#written(model, this.#one(model, selected), 'update')
    if (CREATES.includes(operation)) return this.#written(model, selected, 'create')
    if (operation === 'upsert') {
      const { where, create, update, ...rest } = this.#one(model, selected)
      return { ...rest, where, create: this.#row(model, create, 'create'), update: this.#row(model, update, 'update') }
    }
    throw new ScopeError(`The operation ${operation} of ${model} cannot be kept to one account.`)
  }

  #many(model: string, args: Arguments): Arguments {
    this.#checkFilter(model, args['where'])
    this.#checkFilter(model, args['orderBy'])
    const { ownerField } = this.#shape(model)
    if (ownerField === null) return args
    const own = { [ownerField]: this.#accountId }
    const { where, cursor } = args
    return {
      ...args,
      where: where === undefined ? own : { AND: [own, where] },
      ...(isRecord(cursor) ? { cursor: this.#unique(model, cursor) } : {}),
    }
  }

  #one(model: string, args: Arguments): Arguments {
    this.#checkFilter(model, args['where'])
    return isRecord(args['where']) ? { ...args, where: this.#unique(model, args['where']) } : args
  }

  /** A unique row's key, with the account beside it. */
  #unique(model: string, where: Arguments): Arguments {
    const { ownerField } = this.#shape(model)
    if (ownerField === null) return where
    this.#checkOwner(model, where[ownerField])
    for (const part of Object.values(where)) if (isRecord(part)) this.#checkOwner(model, part[ownerField])
    return { ...where, [ownerField]: this.#accountId }
  }

  #written(model: string, args: Arguments, kind: 'create' | 'update'): Arguments {
    const { data } = args
    if (data === undefined) return args
    const rows = Array.isArray(data) ? data.map((row) => this.#row(model, row, kind)) : this.#row(model, data, kind)
    return { ...args, data: rows }
  }

  #row(model: string, row: unknown, kind: 'create' | 'update'): Arguments {
    if (!isRecord(row)) throw new ScopeError(`A row of ${model} must be an object.`)
    const { ownerField, relations } = this.#shape(model)
    const nested = Object.keys(row).find((field) => relations.has(field))
    if (nested !== undefined)
      throw new ScopeError(`${model}.${nested} cannot be written through ${model}: write each model by itself.`)
    if (ownerField === null) return row
    this.#checkOwner(model, row[ownerField])
    return kind === 'create' ? { ...row, [ownerField]: this.#accountId } : row
  }

  #checkOwner(model: string, given: unknown): void {
    if (given !== undefined && given !== this.#accountId)
      throw new ScopeError(`A row of ${model} was asked for in the name of another account.`)
  }

  /** `include` and `select`, with the account added to every list of owned rows in them. */
  #selection(model: string, args: Arguments): Arguments {
    const scoped = { ...args }
    for (const clause of ['include', 'select']) {
      const fields = args[clause]
      if (isRecord(fields))
        scoped[clause] = Object.fromEntries(
          Object.entries(fields).map(([field, value]) => [field, this.#selected(model, field, value)]),
        )
    }
    return scoped
  }

  #selected(model: string, field: string, value: unknown): unknown {
    const { relations } = this.#shape(model)
    if (field === '_count' && value && relations.size > 0) return this.#counted(model, value)
    const relation = relations.get(field)
    if (!relation || !value) return value
    const nested = this.#selection(relation.model, isRecord(value) ? value : {})
    if (relation.list) return this.#many(relation.model, nested)
    if (this.#shape(relation.model).ownerField !== null && !relation.withinOwner)
      throw new ScopeError(`${model}.${field} may lead to another account: its foreign key lacks the account.`)
    return isRecord(value) ? nested : value
  }

  /** Counts of relations. `_count: true` would count the rows of every account; what is counted has to be named. */
  #counted(model: string, value: unknown): unknown {
    const fields = isRecord(value) ? value['select'] : undefined
    if (isRecord(fields)) {
      const counted = Object.entries(fields).map(([field, one]) => [field, this.#selected(model, field, one)])
      return { select: Object.fromEntries(counted) }
    }
    const relations = [...this.#shape(model).relations.values()]
    if (relations.some((relation) => relation.list && this.#owned(relation.model)))
      throw new ScopeError(`"_count" of ${model} must name what it counts.`)
    return value
  }

  /** A filter or an order may reach other rows of the same account only. */
  #checkFilter(model: string, filter: unknown): void {
    if (Array.isArray(filter)) for (const part of filter) this.#checkFilter(model, part)
    if (!isRecord(filter)) return
    const { relations } = this.#shape(model)
    for (const [field, value] of Object.entries(filter)) {
      const relation = relations.get(field)
      if (relation && this.#owned(relation.model) && !relation.withinOwner)
        throw new ScopeError(`${model}.${field} would look at the rows of other accounts.`)
      if (relation && isRecord(value)) {
        this.#checkFilter(relation.model, value)
        for (const part of Object.values(value)) this.#checkFilter(relation.model, part)
      } else if (['AND', 'OR', 'NOT'].includes(field)) this.#checkFilter(model, value)
    }
  }

  #owned(model: string): boolean {
    return this.#shape(model).ownerField !== null
  }

  #shape(model: string): ModelShape {
    const shape = this.#models.get(model)
    if (!shape) throw new ScopeError(`There is no model ${model}.`)
    return shape
  }
}

/** True for plain objects: dates, bytes and decimals are values. */
function isRecord(value: unknown): value is Arguments {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

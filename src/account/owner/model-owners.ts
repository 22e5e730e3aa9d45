import { getDatamodel } from '../../generated/pothos.ts'
import type { ModelShape, Models } from './scoped-arguments.pure.ts'

/** Column that says whose a row is. */
const OWNER_FIELD = 'accountId'

/** Every model of the Prisma schema with what scoping needs: models with `accountId` are owned, an account is its own row. */
export const models: Models = new Map(
  Object.entries(getDatamodel().datamodel.models).map(([name, { fields }]): [string, ModelShape] => {
    const relations = fields.filter((field) => field.kind === 'object')
    const ownerField =
      name === 'Account' ? 'id' : fields.some((field) => field.name === OWNER_FIELD) ? OWNER_FIELD : null
    return [
      name,
      {
        ownerField,
        relations: new Map(
          relations.map(({ name: field, type, isList, relationName }) => [
            field,
            { model: type, list: isList, withinOwner: namesOwner(relationName) },
          ]),
        ),
      },
    ]
  }),
)

/** True when the foreign key of a relation holds the account: both ends then belong to the same one. */
function namesOwner(relationName: string | undefined): boolean {
  return Object.values(getDatamodel().datamodel.models).some(({ fields }) =>
    fields.some(
      (field) =>
        field.kind === 'object' &&
        field.relationName === relationName &&
        field.relationFromFields?.includes(OWNER_FIELD) === true,
    ),
  )
}

/** Tables whose rows belong to accounts; a table is called like its model, in snake_case. */
export const ownedTables: readonly string[] = [...models]
  .filter(([, { ownerField }]) => ownerField === OWNER_FIELD)
  .map(([name]) => name.replaceAll(/(?<!^)[A-Z]/g, '_$&').toLowerCase())

import { type Owner, ownedBy } from './owned-by.ts'

/** The context of an operation, as far as it says who asks. */
interface Asking {
  readonly accountId: number
}

const owners = new WeakMap<Asking, Owner>()

/** The rows of the account that asks: what resolvers hand to the stores of owned rows. */
export function ownerOf(context: Asking): Owner {
  const known = owners.get(context)
  if (known) return known
  const owner = ownedBy(context.accountId)
  owners.set(context, owner)
  return owner
}

/** Lets everything an operation does with its account's rows happen in a transaction; to be called before it runs. */
export function writeWithin(context: Asking, transaction: Owner): void {
  owners.set(context, transaction)
}

/** Whether an operation asked for rows of its account: what it answers is then for that account's eyes alone. */
export function hasAskedForOwn(context: Asking): boolean {
  return owners.has(context)
}

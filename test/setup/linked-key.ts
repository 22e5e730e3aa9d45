import { writeLinkedKey } from '../../src/account/linked-key/linked-key.store.ts'
import { seal } from '../../src/account/linked-key/sealed-text.ts'
import type { Owner } from '../../src/account/owner/owned-by.ts'
import { clock } from './app.ts'

/** Links a key of the trade database without asking it: the limits of plans do not stop the test's own preparations. */
export async function linkTradestatsKey(owner: Owner, accountId: number, key: string): Promise<void> {
  const linkedAt = new Date(clock.now())
  await writeLinkedKey(owner, accountId, 'tradestats', { sealed: await seal(key, `${accountId} tradestats`), linkedAt })
}

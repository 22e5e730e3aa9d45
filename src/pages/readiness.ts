import { pool } from '../core/db.ts'

let draining = false

/** Says from now on that no more requests should come. */
export function startDraining(): void {
  draining = true
}

/** Why the service can't take requests; empty when it can. */
export async function notReadyBecause(): Promise<string[]> {
  if (draining) return ['shutting down']
  const ping = pool.query('SELECT 1').then(
    () => true,
    () => false,
  )
  const late = new Promise<boolean>((settle) => setTimeout(settle, 500, false).unref())
  return (await Promise.race([ping, late])) ? [] : ['the database does not answer']
}

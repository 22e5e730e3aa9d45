import { queryRows } from '../core/database/db.ts'
import { sql } from '../core/database/sql.ts'

/** True when there is demo news. Asks the articles only where the demo was ever loaded, for they have no index by outlet. */
export async function hasDemoNews(): Promise<boolean> {
  const rows = await queryRows<{ has: boolean }>(
    'has_demo_news',
    sql`SELECT CASE WHEN EXISTS (SELECT 1 FROM reference_load WHERE name = 'demo_news')
                 THEN EXISTS (SELECT 1 FROM article WHERE source LIKE 'demo\\_%') ELSE false END AS has`,
  )
  return rows[0]?.has ?? false
}

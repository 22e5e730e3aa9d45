import { pool, queryRows } from '../../core/database/db.ts'
import { sql } from '../../core/database/sql.ts'
import type { OfficialText } from './official-text.pure.ts'

/** When the latest official text of a classification was stored; null when there is none. */
export async function officialTextsAsOf(classification: string): Promise<Date | null> {
  const [row] = await queryRows<{ at: Date | null }>(
    'official_texts_as_of',
    sql`SELECT max(stored_at) AS at FROM official_text WHERE classification = ${classification}`,
  )
  return row?.at ?? null
}

/** The official texts of a classification. */
export async function readOfficialTexts(classification: string): Promise<OfficialText[]> {
  return queryRows('official_texts', sql`SELECT code, text FROM official_text WHERE classification = ${classification}`)
}

/** Stores official texts; one that is there already with the same words stays as it is. */
export async function storeOfficialTexts(
  classification: string,
  texts: readonly OfficialText[],
): Promise<{ inserted: number; updated: number }> {
  const { rows } = await pool.query<{ fresh: boolean }>(
    `INSERT INTO official_text AS old (classification, code, text, stored_at)
     SELECT $1, code, text, clock_timestamp() FROM unnest($2::text[], $3::text[]) AS given(code, text)
     ON CONFLICT (classification, code) DO UPDATE SET text = excluded.text, stored_at = excluded.stored_at
     WHERE old.text <> excluded.text
     RETURNING xmax = 0 AS fresh`,
    [classification, texts.map(({ code }) => code), texts.map(({ text }) => text)],
  )
  const inserted = rows.filter(({ fresh }) => fresh).length
  return { inserted, updated: rows.length - inserted }
}

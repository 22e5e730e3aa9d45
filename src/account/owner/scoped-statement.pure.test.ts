import { describe, expect, test } from 'vitest'
import { ScopeError } from './scoped-arguments.pure.ts'
import { checkStatement, namesAccount, touches } from './scoped-statement.pure.ts'

const check = (text: string, values: readonly unknown[]) => checkStatement(['trade'], { text, values }, 7)

describe('a hand-written statement', () => {
  test('on an owned table compares or writes the account, and brings it', () => {
    check('SELECT quantity FROM trade WHERE account_id = $1 AND id = $2', [7, 1])
    check('INSERT INTO trade (account_id, quantity) VALUES ($1, $2)', [7, 1])
    check('UPDATE "public"."trade" SET quantity = $1 WHERE "public"."trade"."account_id" = $2', [1, 7])
    expect(() => check('SELECT * FROM trade WHERE id = $1', [7])).toThrow(ScopeError)
    expect(() => check('SELECT account_id FROM trade WHERE id = $1', [7])).toThrow(ScopeError)
    expect(() => check('SELECT * FROM trade WHERE account_id = $1', [8])).toThrow(ScopeError)
    expect(() => check('DELETE FROM trade', [])).toThrow(ScopeError)
  })

  test('on other tables is free', () => {
    check('SELECT 1', [])
    check('SELECT * FROM trade_route WHERE id = $1', [1])
  })

  test('touches a table however it is spelled', () => {
    for (const text of [
      'select * from trade t',
      'SELECT * FROM "trade"',
      'SELECT * FROM public.trade',
      'SELECT 1 FROM a\n  JOIN trade ON true',
      'DELETE FROM ONLY trade',
      'COPY trade (a) FROM STDIN',
      'TRUNCATE TABLE trade',
    ])
      expect(touches(text, 'trade'), text).toBe(true)
    for (const text of ['SELECT trade FROM a', 'SELECT * FROM trades', 'SELECT * FROM my_trade'])
      expect(touches(text, 'trade'), text).toBe(false)
  })

  test('names the account in conditions, joins and rows, not in what it selects', () => {
    for (const text of [
      'WHERE t.account_id = $1',
      'WHERE account_id IN (1)',
      'WHERE account_id = ANY($1)',
      'JOIN x USING (id, account_id)',
      'ON a.account_id = b.account_id',
      'INSERT INTO trade AS t (account_id) SELECT 1',
      'INSERT INTO "public"."trade" ("id", "account_id") VALUES ($1)',
    ])
      expect(namesAccount(text), text).toBe(true)
    for (const text of [
      'SELECT account_id FROM trade',
      'SELECT id FROM trade ORDER BY account_id',
      'RETURNING account_id',
    ])
      expect(namesAccount(text), text).toBe(false)
  })
})

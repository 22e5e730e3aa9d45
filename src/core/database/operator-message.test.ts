import { expect, test } from 'vitest'
import { operatorMessage } from './operator-message.ts'

test.each([
  ['timeout expired', 'no connection could be had in time'],
  ['timeout exceeded when trying to connect', 'no connection could be had in time'],
  ['Query read timeout', 'a statement had no answer in time'],
])('an operator is told in words what "%s" means, and what to do', (message, words) => {
  const said = operatorMessage(new Error(message))
  expect(said).toContain(`The database failed: ${words}`)
  expect(said).toContain('try again')
})

test('a refusal of the database is told as it is, a fault of ours is not', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  expect(operatorMessage(refused)).toBe('The database failed: connect ECONNREFUSED 127.0.0.1:5432.')
  expect(operatorMessage(new Error('x is not a function'))).toBeNull()
})

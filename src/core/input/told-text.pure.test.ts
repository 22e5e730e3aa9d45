import { expect, test } from 'vitest'
import { toldText } from './told-text.pure.ts'

test('what was given is repeated in its own script', () => {
  expect(toldText('トヨタ')).toBe('トヨタ')
  expect(toldText('😀')).toBe('😀')
})

test('what is long is cut, and says so', () => {
  expect(toldText('x'.repeat(41))).toBe(`${'x'.repeat(40)}…`)
  expect(toldText('x'.repeat(40))).toBe('x'.repeat(40))
})

test('nothing that was given breaks a line, hides text or halves a character', () => {
  expect(toldText('a\r\nb\u0000c\u001b[31m\u2028\u202e')).toBe('a  b c [31m  ')
  expect(toldText(`${'x'.repeat(39)}😀`).isWellFormed()).toBe(true)
})

import { expect, test } from 'vitest'
import { PIECE_MAX } from '../../core/file/line-splitter.pure.ts'
import { readReferenceFile } from './reference-file.source.ts'

async function read(text: string): Promise<unknown[]> {
  async function* bytes() {
    yield Buffer.from(text)
  }
  const found: unknown[] = []
  for await (const one of readReferenceFile('relations', '-', bytes()))
    found.push('reason' in one ? [one.line, one.reason] : [one.line, one.row.target])
  return found
}

const HEAD = 'source,target,type,weight,note\n'
const row = (target: string, note = '') => `AAPL.US,${target},supplier,0.5,${note}\n`

test('lines keep their numbers across blank, over-long and continued ones, and what follows is read', async () => {
  const long = `${'x'.repeat(PIECE_MAX + 1)}\n`
  expect(await read(`${HEAD}\n${row('A.US')}${long}${row('B.US', '"two\nlines"')}\r\n${row('C.US')}${long}`)).toEqual([
    [3, 'A.US'],
    [4, `the line is longer than ${PIECE_MAX} characters`],
    [6, 'B.US'],
    [8, 'C.US'],
    [9, `the line is longer than ${PIECE_MAX} characters`],
  ])
})

test('a header that is too long is the one reason for the file', async () => {
  expect(await read(`${'x'.repeat(PIECE_MAX + 1)}\n${row('A.US')}`)).toEqual([
    [0, `The header line is longer than ${PIECE_MAX} characters.`],
  ])
})

test('a row with a character that no database stores is rejected', async () => {
  expect(await read(`${HEAD}${row('A.US', 'sup\u0000plies')}${row('B.US')}`)).toEqual([
    [2, 'the line holds a NUL character: the file is damaged'],
    [3, 'B.US'],
  ])
})

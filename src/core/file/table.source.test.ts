import { describe, expect, test } from 'vitest'
import { Unreadable } from './bytes.source.ts'
import { openTable } from './table.source.ts'

async function read(text: string) {
  async function* bytes() {
    yield Buffer.from(text)
  }
  const { columns, blocks } = await openTable(bytes())
  const found: unknown[] = []
  for await (const { rows, lines, rejected } of blocks) {
    found.push(...rows.map((row, index) => [lines[index], ...row]))
    found.push(...rejected.map(({ line, reason }) => [line, reason]))
  }
  return { columns, found }
}

describe('a delimited text', () => {
  test('has columns by name, and cells without quotes', async () => {
    expect(await read('Date,<Adj_Close>\n2026-01-02,"1,5"\n\n"say ""x""" ,2\n')).toEqual({
      columns: ['date', 'adj close'],
      found: [
        [2, '2026-01-02', '1,5'],
        [4, 'say "x"', '2'],
      ],
    })
  })

  test('keeps damaged lines out, with the reason, and reads the others', async () => {
    const { found } = await read('a,b\n1,2\n3,\u00004\n"5,6\n7,8\n')
    expect(found).toHaveLength(4)
    expect(found).toEqual(
      expect.arrayContaining([
        [2, '1', '2'],
        [3, 'the line holds a NUL character: the file is damaged'],
        [4, 'a quote that opens a cell does not close on its line'],
        [5, '7', '8'],
      ]),
    )
  })

  test.each([
    ['nothing', '', 'There is no header line.'],
    ['a header only', 'a,b\n', 'There is nothing below the header line.'],
    ['a header and blank lines', 'a,b\r\n\r\n \n', 'There is nothing below the header line.'],
    ['bytes', '\u0000\u0001a,b\n1,2\n', 'It is no text in UTF-8: its first line holds NUL characters.'],
  ])('of %s is told in one reason', async (_, text, reason) => {
    await expect(read(text)).rejects.toThrow(new Unreadable(reason))
  })
})

import { z } from 'zod'
import { parseInput } from '../../input/parse.ts'
import { integer } from '../../input/rule.ts'

/** Rows of a connection's page that names no size, and most rows of one. */
export const CONNECTION_SIZE = 20
export const CONNECTION_SIZE_MAX = 100

const size = (end: string) => integer(`Number of entries from the ${end}.`, { min: 0, max: CONNECTION_SIZE_MAX })

const sizes = z
  .strictObject({ first: size('beginning').optional(), last: size('end').optional() })
  .check(({ value: { first, last }, issues }) => {
    if (first !== undefined && last !== undefined)
      issues.push({
        code: 'custom',
        path: ['last'],
        input: last,
        message: '"first" and "last" exclude each other: a page begins at one end. Leave one out.',
        params: {},
      })
  })

/** Throws a 400 that names the argument when a page's size is out of range, or both ends are asked for. */
export function checkConnectionSize(asked: {
  readonly first?: number | null | undefined
  readonly last?: number | null | undefined
}): void {
  parseInput(sizes, asked)
}

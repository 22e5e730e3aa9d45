import { identifier } from '../../core/input/rule.ts'

/** Input rule of a megatrend identifier: node id of 8 digits or slug, in any letter case. */
export function megatrendKey(description: string) {
  return identifier(description, /^(\d{8}|[A-Za-z][A-Za-z0-9-]{0,99})$/, 'a megatrend node id of 8 digits, or a slug')
}

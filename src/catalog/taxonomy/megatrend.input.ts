import { enumeration } from '../../core/input/enumeration.pure.ts'
import { choice } from '../../core/input/rule.ts'
import { identifier } from '../../core/input/text-rule.ts'

/** Input rule of a megatrend identifier: node id of 8 digits or slug, in any letter case. */
export function megatrendKey(description: string) {
  return identifier(description, /^(\d{8}|[A-Za-z][A-Za-z0-9-]{0,99})$/, 'a megatrend node id of 8 digits, or a slug')
}

/** Which stories belong to a megatrend. */
export const MEGATREND_SCOPE = enumeration('MegatrendScope', 'Which stories belong to a megatrend.', {
  theme: 'Stories whose words speak of it, or that name a core member in an event of its own business.',
  members: 'These, and every story that moves a member, named or reached through the graph.',
})
export type MegatrendScope = (typeof MEGATREND_SCOPE.tokens)[number]

/** Input rule of the stories that belong to the megatrend asked for. */
export const megatrendScope = choice(
  'Stories that belong to the megatrend; without one it changes nothing.',
  MEGATREND_SCOPE,
).default('theme')

import { z } from 'zod'
import { builder } from '../../core/graphql/builder.ts'
import { secretText } from '../../core/input/text-rule.ts'
import { type KeyState, keyState, linkKey, unlinkKey } from './linked-key.ts'

const KeyStateType = builder.objectRef<KeyState>('LinkedKey').implement({
  description: "Whether a key of the caller's own is linked; the key itself is never told.",
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'True when it is as asked for.' }),
    linked: t.exposeBoolean('linked', { description: 'Whether a key is linked.' }),
    provider: t.exposeString('provider', { description: 'The upstream it is for.' }),
    linkedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was linked; null without one.',
      resolve: ({ linkedAt }) => linkedAt,
    }),
    isDemo: t.exposeBoolean('isDemo', { description: 'Whether it stands for made-up flows.' }),
  }),
})

builder.queryFields((t) => ({
  tradestatsKey: t.metered({
    type: KeyStateType,
    cost: 'tradestatsKey',
    description: "Whether the caller's own key of the trade database is linked. Free.",
    resolve: (_, __, context) => keyState(context),
  }),
}))

builder.mutationFields((t) => ({
  setTradestatsKey: t.metered({
    type: KeyStateType,
    cost: 'tradestatsKey',
    description:
      "Checks the caller's own key of the trade database and links it; null unlinks it, demo links made-up flows. Free.",
    input: z.strictObject({
      key: secretText('The subscription key; null unlinks it; demo for made-up flows.').nullable(),
    }),
    resolve: (_, { key }, context) => (key === null ? unlinkKey(context) : linkKey(context, key)),
  }),
}))

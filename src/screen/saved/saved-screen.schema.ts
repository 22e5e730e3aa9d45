import { z } from 'zod'
import { ownerOf } from '../../account/owner/owner-of.ts'
import { builder } from '../../core/graphql/builder.ts'
import { pageType } from '../../core/graphql/page.ts'
import { spellForRest } from '../../core/input/rest-spelling.ts'
import { paging } from '../../core/input/span-rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { screenDefinition } from '../query/screen.input.ts'
import type { StoredScreen } from './saved-screen.store.ts'
import { deleteScreen, savedScreens, saveScreen } from './saved-screen.ts'

const name = () => text('Name of the screen.', 100)

const SavedScreenType = builder.objectRef<StoredScreen>('SavedScreen').implement({
  description: 'A screen that the account keeps under a name.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, which screen takes as saved.' }),
    body: t.field({
      type: 'JSON',
      description: 'The same screen as a body for POST /v1/screen.',
      resolve: ({ request }) => spellForRest(screenDefinition, request),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first saved.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last saved.' }),
  }),
})

const SavedScreensType = pageType('SavedScreens', { description: 'Saved screens by name.', of: SavedScreenType })

const DeletedScreenType = builder.objectRef<{ readonly deleted: number }>('DeletedScreen').implement({
  description: 'A deletion.',
  fields: (t) => ({
    ok: t.boolean({ description: 'True when it was deleted.', resolve: () => true }),
    deleted: t.exposeInt('deleted', { description: 'Number of screens deleted.' }),
  }),
})

builder.queryFields((t) => ({
  savedScreens: t.metered({
    type: SavedScreensType,
    cost: 'savedScreens',
    description: 'The saved screens of the account, by name. Free.',
    input: z.strictObject(paging(50)),
    resolve: (_, asked, context) => savedScreens(ownerOf(context), asked),
  }),
}))

builder.mutationFields((t) => ({
  saveScreen: t.metered({
    type: SavedScreenType,
    cost: 'savedScreens',
    description: 'Keeps a screen under a name, in place of one that has it. Free; running it costs as any screen.',
    input: z.strictObject({ name: name(), screen: screenDefinition }),
    resolve: (_, input, context) => saveScreen(input, context),
  }),
  deleteScreen: t.metered({
    type: DeletedScreenType,
    cost: 'savedScreens',
    description: 'Deletes a saved screen. Free.',
    input: z.strictObject({ name: name() }),
    resolve: (_, input, context) => deleteScreen(ownerOf(context), input.name),
  }),
}))

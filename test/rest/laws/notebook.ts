import { z } from 'zod'
import type { Route } from '../../../rest-compat/route.ts'
import { ApiError } from '../../../src/core/errors.ts'
import { builder } from '../../../src/core/graphql/builder.ts'
import '../../../src/core/graphql/metered-field.ts'
import { pageType } from '../../../src/core/graphql/page.ts'
import { country } from '../../../src/core/input/code-rule.ts'
import { enumeration } from '../../../src/core/input/enumeration.pure.ts'
import { type Page, pageOf } from '../../../src/core/input/paging.pure.ts'
import { choice, decimal, flag, inRest, integer, listOf, number, object } from '../../../src/core/input/rule.ts'
import { day, paging, withDayOrder } from '../../../src/core/input/span-rule.ts'
import { objectKey, optionalText, text } from '../../../src/core/input/text-rule.ts'

// A domain that is in no release: every kind of rule and of method, so that the laws are held to what is still to come.

interface Entry {
  readonly quantity: number
  readonly bought: string
  readonly sides: readonly { readonly token: string }[]
}

interface Note {
  readonly noteId: number
  readonly accountId: number
  readonly title: string
  readonly tags: readonly string[]
  readonly yield: number | null
  readonly entries: readonly Entry[]
}

const notes = new Map<number, Note>()
let lastId = 0

const SIDE = enumeration('NotebookSide', 'Sides of an entry.', { long_side: 'Bought.', short_side: 'Sold.' })

const side = object('NotebookSideInput', 'A side.', { token: choice('Token.', SIDE) })
const entry = object('NotebookEntryInput', 'An entry.', {
  quantity: number('Units.', { min: 0, max: 1_000 }),
  bought: inRest('date', day('Day.')),
  note: optionalText('Remark.', 20).optional(),
  sides: listOf(side, 3, 'Sides.').optional(),
  countryCodes: inRest('country', listOf(country('Country.'), 4, 'Countries.')).optional(),
})
const scope = object('NotebookScopeInput', 'A scope.', {
  sideToken: choice('Token.', SIDE).optional(),
  minYield: number('Yield.', { min: -1, max: 1 }).optional(),
})
const noteKey = objectKey('Number of a note.')

const body = {
  title: text('Title.', 40),
  tags: listOf(text('Tag.', 10), 3, 'Tags.').optional(),
  price: decimal('Price.', { above: 0 }).optional(),
  fee: decimal('Fee.', { min: 0 }).optional(),
  isOpen: flag('Open.').default(true),
  priority: integer('Priority.', { min: 1, max: 9 }).default(5),
  entries: listOf(entry, 3, 'Entries.').optional(),
}

const NoteSideType = builder.objectRef<{ token: string }>('NotebookSideOf').implement({
  fields: (t) => ({ token: t.exposeString('token') }),
})
const FiguresType = builder.objectRef<{ yield: number; days: readonly number[] }>('NotebookFigures').implement({
  fields: (t) => ({ yield: t.exposeFloat('yield'), days: t.intList({ resolve: ({ days }) => [...days] }) }),
})
const EntryType = builder.objectRef<Entry>('NotebookEntry').implement({
  fields: (t) => ({
    quantity: t.exposeFloat('quantity'),
    bought: t.expose('bought', { type: 'Date' }),
    sides: t.field({ type: [NoteSideType], resolve: ({ sides }) => [...sides] }),
  }),
})
const NoteType = builder.objectRef<Note>('Note').implement({
  fields: (t) => ({
    noteId: t.exposeInt('noteId'),
    title: t.exposeString('title'),
    tags: t.stringList({ resolve: ({ tags }) => [...tags] }),
    entries: t.field({ type: [EntryType], resolve: ({ entries }) => [...entries] }),
    figures: t.field({
      type: FiguresType,
      nullable: true,
      resolve: (note) => (note.yield === null ? null : { yield: note.yield, days: [1, 2] }),
    }),
  }),
})
const NotesType = pageType<Page<Note>>('Notes', { description: 'Notes.', of: NoteType })
const DeletedType = builder.objectRef<{ deleted: number }>('NotebookDeleted').implement({
  fields: (t) => ({ ok: t.boolean({ resolve: () => true }), deleted: t.exposeInt('deleted') }),
})

function noteOf(accountId: number, key: string): Note {
  const note = notes.get(/^\d{1,9}$/.test(key) ? Number(key) : 0)
  if (note?.accountId === accountId) return note
  throw new ApiError('not_found', `There is no note ${JSON.stringify(key)}.`, { param: 'note_id' })
}

const notesInput = withDayOrder(
  z.strictObject({
    from: day('First day.').optional(),
    to: day('Last day.').optional(),
    scope: scope.optional(),
    minPrice: decimal('Price.').optional(),
    entries: listOf(entry, 3, 'Entries.').optional(),
    ids: inRest(['ids', 'note_ids'], listOf(integer('Number.', { min: 1, max: 9_000 }), 4, 'Numbers.')).optional(),
    ...paging(2, 50),
  }),
)

interface GivenEntry {
  readonly quantity: number
  readonly bought: string
  readonly sides?: readonly { readonly token: string }[] | undefined
}

function entriesOf(given: readonly GivenEntry[] = []): Entry[] {
  return given.map(({ quantity, bought, sides = [] }) => ({ quantity, bought, sides }))
}

builder.queryFields((t) => ({
  notes: t.metered({
    type: NotesType,
    cost: 'news',
    description: 'Notes.',
    input: notesInput,
    resolve: (_, input, { accountId }) =>
      pageOf(
        [...notes.values()].filter((one) => one.accountId === accountId),
        input,
      ),
  }),
  note: t.metered({
    type: NoteType,
    cost: 'enrich',
    description: 'A note.',
    input: z.strictObject({ noteId: noteKey }),
    resolve: (_, { noteId }, { accountId }) => noteOf(accountId, noteId),
  }),
}))
builder.mutationFields((t) => ({
  addNote: t.metered({
    type: NoteType,
    cost: 'preferences',
    description: 'Adds a note.',
    input: z.strictObject(body),
    resolve(_, { title, tags = [], entries }, { accountId }) {
      const note = {
        noteId: ++lastId,
        accountId,
        title,
        tags,
        yield: lastId % 2 ? null : 0.5,
        entries: entriesOf(entries),
      }
      notes.set(note.noteId, note)
      return note
    },
  }),
  changeNote: t.metered({
    type: NoteType,
    cost: 'enrich',
    description: 'Changes a note.',
    input: z.strictObject({ noteId: noteKey, title: body.title.optional(), scope: scope.optional() }),
    resolve(_, { noteId, title }, { accountId }) {
      const note = noteOf(accountId, noteId)
      const changed = { ...note, title: title ?? note.title }
      notes.set(note.noteId, changed)
      return changed
    },
  }),
  removeNote: t.metered({
    type: DeletedType,
    cost: 'preferences',
    description: 'Removes a note.',
    input: z.strictObject({ noteId: noteKey, after: day('Only of this day or later.').optional() }),
    resolve(_, { noteId }, { accountId }) {
      notes.delete(noteOf(accountId, noteId).noteId)
      return { deleted: 1 }
    },
  }),
}))

/** Schema of the throw-away domain. */
export const notebookSchema = builder.toSchema()

const NOTE = `note_id: noteId title tags figures { yield days } entries { quantity date: bought sides { token } }`
const ENTRY = { quantity: 2.5, date: '2026-11-02', sides: [{ token: 'long_side' }], country: ['US'] }

/** Routes of the throw-away domain: every method, nested bodies, and a read of what is created. */
export const notebookRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/notes',
    summary: 'Notes.',
    field: 'notes',
    select: `results: items { ${NOTE} }`,
    example: { scope: { side_token: 'long_side' }, entries: [ENTRY], limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/notes/{note_id}',
    summary: 'A note.',
    field: 'note',
    select: NOTE,
    example: { note_id: 1 },
  },
  {
    method: 'POST',
    path: '/v1/notes',
    summary: 'Adds a note.',
    field: 'addNote',
    select: NOTE,
    created: '/v1/notes/{note_id}',
    example: { title: 'a title', tags: ['a', 'b'], entries: [ENTRY] },
  },
  {
    method: 'PATCH',
    path: '/v1/notes/{note_id}',
    summary: 'Changes a note.',
    field: 'changeNote',
    select: NOTE,
    example: { note_id: 1, title: 'another', scope: { side_token: 'short_side' } },
  },
  {
    method: 'DELETE',
    path: '/v1/notes/{note_id}',
    summary: 'Removes a note.',
    field: 'removeNote',
    select: 'ok deleted',
    example: { note_id: 1 },
  },
]

import { wordList } from '../../text/word-set.pure.ts'
import { CHANGE_CLASSES, type EventWordClass } from '../../vocabulary/event-word.pure.ts'

/** Sets of the classes of event words. */

type Classes = ReadonlySet<EventWordClass>

/** What is done to something. */
export const CHANGES: Classes = new Set(CHANGE_CLASSES)
/** What verbs are besides, of what a company does or suffers. */
export const OUTCOMES: Classes = new Set(wordList('win lose walk drop fail succeed beat approve'))
/** What governments put in the way; a verb decides over it. */
export const RULES: Classes = new Set(['barrier', 'tax', 'sanction'])
/** What befalls a place or a crop. */
export const MISHAPS: Classes = new Set(wordList('strike accident attack weather blight cold heat'))
/** Nouns that say by themselves that there is less. */
export const BAD: Classes = new Set([...RULES, ...MISHAPS, 'shortage'])
/** Nouns that say by themselves that there is more. */
export const GOOD: Classes = new Set(['surplus', 'goodweather', 'mild', 'accord'])
/** What a company may be let do or kept from: "lets Freeport ship concentrate". */
export const MOVED: Classes = new Set(['flow', 'inflow', 'output'])
/** What verbs can be done to. */
export const OBJECTS: Classes = new Set([
  ...[...BAD, ...GOOD, ...MOVED],
  ...wordList('crop facility demand stocks permission price limit'),
])
/** What there can be more or less of. */
export const QUANTITIES: Classes = new Set([
  ...MOVED,
  ...wordList('crop demand stocks surplus shortage permission limit price tax barrier goodweather'),
])

/** True where one of the classes is wanted. */
export function hasAny(classes: Classes, wanted: Classes): boolean {
  for (const one of classes) if (wanted.has(one)) return true
  return false
}

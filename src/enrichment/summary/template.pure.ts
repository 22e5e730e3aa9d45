const SLOT = /\{(\w+)\}/g
const OPTIONAL = /\[([^\]]*)\]/g

/** The slots of a template. */
export function listSlots(template: string): string[] {
  return [...template.matchAll(SLOT)].map(([, slot = '']) => slot)
}

/** The slots that a template cannot do without: those outside brackets. */
export function listNeededSlots(template: string): string[] {
  return listSlots(template.replace(OPTIONAL, ''))
}

/** Fills the slots of a template; what is in brackets is left out where one of its slots has no value. */
export function fillSlots(template: string, read: (slot: string) => string | undefined): string {
  const fill = (text: string) => text.replace(SLOT, (_, slot: string) => read(slot) ?? '')
  const isKnown = (part: string) => listSlots(part).every((slot) => read(slot) !== undefined)
  return fill(template.replace(OPTIONAL, (_, part: string) => (isKnown(part) ? part : '')))
}

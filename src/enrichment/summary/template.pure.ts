const SLOT = /\{(\w+)\}/
const OPTIONAL = /\[([^\]]*)\]/

/** The slots of a template. */
export function listSlots(template: string): string[] {
  return [...template.matchAll(new RegExp(SLOT, 'g'))].map(([, slot = '']) => slot)
}

/** The slots that a template cannot do without: those outside brackets. */
export function listNeededSlots(template: string): string[] {
  return listSlots(template.replaceAll(new RegExp(OPTIONAL, 'g'), ''))
}

/** Prepares a template. The returned function fills its slots; what is in brackets is left out where one of its slots has no value. */
export function compileTemplate(template: string): (read: (slot: string) => string | undefined) => string {
  // In each part, in brackets or between them, the slots stand at odd places.
  const parts = template.split(OPTIONAL).map((text) => text.split(SLOT))
  return (read) =>
    parts
      .map((pieces) => pieces.map((piece, place) => (place % 2 === 1 ? read(piece) : piece)))
      .map((values) => (values.includes(undefined) ? '' : values.join('')))
      .join('')
}

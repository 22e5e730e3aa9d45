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

/** Gives the value of a slot, where it is known. */
type SlotReader = (slot: string) => string | undefined

/** A part of a template: text and slots in turn. */
interface Part {
  readonly isOptional: boolean
  /** Text at even places, slots at odd ones. */
  readonly pieces: readonly string[]
}

/** Prepares a template. The returned function fills its slots; what is in brackets is left out where one of its slots has no value. */
export function compileTemplate(template: string): (read: SlotReader) => string {
  const parts = template
    .split(OPTIONAL)
    .map((text, index): Part => ({ isOptional: index % 2 === 1, pieces: text.split(SLOT) }))
  return (read) => {
    let sentence = ''
    for (const { isOptional, pieces } of parts) {
      let text = ''
      let isKnown = true
      for (let i = 0; i < pieces.length; i++) {
        const piece = pieces[i] ?? ''
        const value = i % 2 === 0 ? piece : read(piece)
        if (value === undefined) isKnown = false
        else text += value
      }
      if (isKnown || !isOptional) sentence += text
    }
    return sentence
  }
}

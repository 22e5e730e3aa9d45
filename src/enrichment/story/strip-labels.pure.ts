// Labels of wires before a headline and names of outlets after it.
const WIRE_LABEL =
  /^(?:(?:UPDATE|REFILE|RPT|BRIEF|EXCLUSIVE|CORRECTED|WRAPUP|TRLPC|BREAKING(?: NEWS)?|JUST IN|DEVELOPING|ALERT|FLASH)(?:[- ]?\d+)?\s*[-:]\s*|(?:REFILE-)?UPDATE \d+-)+/i
const OUTLET_NAME = /\s+(?:[-\u2013\u2014|])\s+[\p{Lu}][\p{L}.'& ]{1,30}$/u

/** All white space but single blanks. */
const SPACES = /[^\S ]\s*| \s+/g

/** Strips the wire label before a headline and the outlet name after it. */
export function stripLabels(title: string): string {
  const bare = title.replace(SPACES, ' ').trim().replace(WIRE_LABEL, '').replace(OUTLET_NAME, '').trim()
  return bare.length > 8 ? bare : title.trim()
}

/** The title with blanks for the wire label before it: places in it stay as they are. */
export function blankLabel(title: string): string {
  return title.replace(WIRE_LABEL, (label) => ' '.repeat(label.length))
}

/** A headline as a sentence. */
export function readHeadline(title: string): string {
  const bare = stripLabels(title)
  return /[.!?\u2026]$/.test(bare) ? bare : `${bare}.`
}

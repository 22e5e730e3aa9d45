/** The form of a verb as found in a text; `past` also stands for participles that look the same, `same` for "cut". */
export type VerbForm = 'base' | 'same' | 's' | 'past' | 'participle' | 'ing'

/** One written form of a lexicon term. */
export interface SurfaceForm {
  readonly text: string
  readonly form: VerbForm | null
}

/** Irregular verbs: base -> [past, participle]. */
export type IrregularVerbs = ReadonlyMap<string, readonly [past: string, participle: string]>

/** All written forms of a verb whose first word is the verb: "step down" -> steps, stepped, stepping down. */
export function inflectVerb(term: string, irregular: IrregularVerbs): SurfaceForm[] {
  const space = term.indexOf(' ')
  const verb = space < 0 ? term : term.slice(0, space)
  const rest = space < 0 ? '' : term.slice(space)
  const exception = irregular.get(verb)
  const past = exception?.[0] ?? formPast(verb)
  const participle = exception?.[1] ?? past
  const surfaces: SurfaceForm[] = [
    { text: verb + rest, form: past === verb ? 'same' : 'base' },
    { text: (/[^aeiou]o$/.test(verb) ? `${verb}es` : addS(verb)) + rest, form: 's' },
    { text: formIng(verb) + rest, form: 'ing' },
  ]
  if (past !== verb) surfaces.push({ text: past + rest, form: 'past' })
  if (participle !== past && participle !== verb) surfaces.push({ text: participle + rest, form: 'participle' })
  if (!SPELT_TWICE.test(verb)) return surfaces
  const stem = doubleConsonant(verb) === verb ? `${verb}l` : verb
  return [...surfaces, { text: `${stem}ed${rest}`, form: 'past' }, { text: `${stem}ing${rest}`, form: 'ing' }]
}

/** A noun and its plural; the last word changes. */
export function inflectNoun(term: string): SurfaceForm[] {
  return [term, addS(term)].map((text) => ({ text, form: null }))
}

function addS(word: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return `${word}s`
}

const STRESSED_ENDING =
  /^(?:commit|permit|prefer|admit|refer|incur|propel|compel|rebut|cancel|model|level|fuel|signal|regret|defer)$/
/** Cancelled in London, canceled in New York. */
const SPELT_TWICE = /^(?:cancel|channel|fuel|label|level|model|signal|total|travel|tunnel|unravel|dial|equal|marshal)$/
/** One short syllable: "plan", "slip", also in "undercut", "outbid". */
const SHORT_SYLLABLE = /^(?:(?:out|under|over|up|off|un)(?=[^aeiou]))?[^aeiou]*[aeiou][^aeiouwxy]$/

/** A verb as it stands before "ed" and "ing". */
function doubleConsonant(verb: string): string {
  return STRESSED_ENDING.test(verb) || SHORT_SYLLABLE.test(verb) ? verb + verb.slice(-1) : verb
}

function formPast(verb: string): string {
  if (verb.endsWith('e')) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  return `${doubleConsonant(verb)}ed`
}

function formIng(verb: string): string {
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`
  return `${/[^aeiou]e$/.test(verb) ? verb.slice(0, -1) : doubleConsonant(verb)}ing`
}

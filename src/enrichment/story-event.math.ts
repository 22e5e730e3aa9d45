import { hash } from './story-hash.math.ts'

/** How often a thing of this kind happens to one company: what decides how much two tellings must share beside it. */
export const EVENT_KINDS = ['often', 'once', 'move', 'country', 'view', 'post'] as const
type EventKind = (typeof EVENT_KINDS)[number]

/** How the press tells one kind of event at one stage: a row of prisma/reference/lexicon/story-events.csv. */
export interface StoryEventRule {
  readonly concept: string
  /** Two tellings of one concept at different stages are different stories; empty where the words leave it open. */
  readonly stage: string
  /** `once`: hardly twice within days (layoffs, a quarter's results); `move`: of a price, which accompanies other events; `country`: a series of one country; `view`: of an analyst's house; `post`: of a person. */
  readonly how: EventKind
  /** Most tokens from the first term to the last. */
  readonly within: number
  /** Terms that must all be there, in any order; a term lists meanings of story-synonyms.csv that will do. */
  readonly when: readonly (readonly string[])[]
}

/** A meaning and the tokens that say it. */
export interface MeaningAt {
  readonly means: string
  readonly from: number
  readonly to: number
}

interface FoundEvents {
  /** Sorted codes of the events told. */
  readonly events: readonly number[]
  /** Meanings by which events of these concepts are told: they add nothing to them. */
  readonly used: ReadonlySet<string>
}

interface Compiled {
  readonly code: number
  readonly concept: string
  readonly rule: StoryEventRule
}

interface Found extends Compiled {
  readonly span: number
  readonly terms: readonly string[]
}

const NONE: FoundEvents = { events: [], used: new Set() }
/** Kind in three bits, stage in eight, concept in 20. */
const KIND_MASK = 0x7
const STAGE_MASK = 0x7f8
const CONCEPT_SHIFT = 11

/** The code of an event: kind, stage and hash of the concept in one number. */
export function codeOf(concept: string, stage: string, how: EventKind): number {
  const bits = stage === '' ? 0 : 1 + ((hash(stage) >>> 13) % 255)
  return (hash(concept) & 0x7ffff800) | (bits << 3) | EVENT_KINDS.indexOf(how)
}

/** Prepares the rules; the returned function reads the events off the meanings of a headline. */
export function createEventFinder(rules: readonly StoryEventRule[]) {
  const byTerm = new Map<string, Compiled[]>()
  const vocabulary = new Map<string, Set<string>>()
  for (const rule of rules) {
    const words = vocabulary.get(rule.concept) ?? new Set()
    vocabulary.set(rule.concept, words)
    for (const means of rule.when.flat()) words.add(means)
    const compiled = { code: codeOf(rule.concept, rule.stage, rule.how), concept: rule.concept, rule }
    for (const means of rule.when[0] ?? []) byTerm.set(means, [...(byTerm.get(means) ?? []), compiled])
  }

  return (meanings: readonly MeaningAt[]): FoundEvents => {
    const best = new Map<string, Found>()
    for (const first of meanings) {
      for (const compiled of byTerm.get(first.means) ?? []) {
        const found = matchFrom(compiled, first, meanings)
        const old = best.get(compiled.concept)
        if (found !== null && (old === undefined || isCloser(found, old))) best.set(compiled.concept, found)
      }
    }
    if (best.size === 0) return NONE
    const used = new Set<string>()
    const told: Found[] = []
    // A word within a longer pattern is not an event of its own: "strikes a deal" is no strike.
    for (const found of [...best.values()].sort((a, b) => b.terms.length - a.terms.length)) {
      if (told.some((one) => includes(one, found))) continue
      told.push(found)
      for (const term of found.rule.how === 'move' ? found.terms : (vocabulary.get(found.concept) ?? [])) used.add(term)
    }
    return { events: told.map((one) => one.code).sort((a, b) => a - b), used }
  }
}

/** More words together say more than one alone; of equally many, the closer ones. */
function isCloser(one: Found, other: Found): boolean {
  if (one.terms.length !== other.terms.length) return one.terms.length > other.terms.length
  return one.span < other.span
}

/** A lone word, or the same outcome told with fewer words: "forecasts sales above estimates" is no beat of estimates. */
function includes(longer: Found, shorter: Found): boolean {
  if (longer.terms.length <= shorter.terms.length) return false
  if (shorter.terms.length > 1 && longer.rule.stage !== shorter.rule.stage) return false
  return shorter.terms.every((term) => longer.terms.includes(term))
}

function matchFrom(compiled: Compiled, first: MeaningAt, meanings: readonly MeaningAt[]): Found | null {
  const { when, within } = compiled.rule
  let from = first.from
  let to = first.to
  const terms = [first.means]
  for (const alternatives of when.slice(1)) {
    let nearest: MeaningAt | null = null
    let least = within + 1
    for (const one of meanings) {
      if (one.from === first.from || !alternatives.includes(one.means)) continue
      const span = Math.max(to, one.to) - Math.min(from, one.from)
      if (span >= least) continue
      nearest = one
      least = span
    }
    if (nearest === null) return null
    from = Math.min(from, nearest.from)
    to = Math.max(to, nearest.to)
    terms.push(nearest.means)
  }
  return to - from <= Math.max(within, first.to - first.from) ? { ...compiled, span: to - from, terms } : null
}

/** What two headlines tell of the same events. */
export interface EventAccord {
  /** Events both tell that happen once: results, layoffs, a new chief. */
  readonly once: number
  readonly often: number
  readonly moves: number
  /** Series of a country both tell of. */
  readonly country: number
  /** One concept at two stages (begun and ended, beaten and missed), or two series. */
  readonly clash: boolean
  /** As `clash`, of one post: who comes for one company leaves the other. */
  readonly succession: boolean
  /** Events, other than moves of a price, that only the first or only the second tells. */
  readonly onlyA: number
  readonly onlyB: number
}

/** Compares the events of two headlines. */
export function accordOf(a: readonly number[], b: readonly number[]): EventAccord {
  const count = { once: 0, often: 0, moves: 0, country: 0, onlyA: 0, onlyB: 0, series: 0 }
  let clash = false
  let succession = false
  for (const code of a) {
    const other = b.find((one) => sameConcept(one, code))
    const kind = kindOf(code)
    if (other === undefined) {
      if (kind !== 'move') count.onlyA++
      if (kind === 'country') count.series++
    } else if (stageOf(code) !== stageOf(other) && stageOf(code) !== 0 && stageOf(other) !== 0) {
      if (kind === 'post') succession = true
      else clash = true
    } else if (kind === 'move') count.moves++
    else if (kind === 'country') count.country++
    else if (kind === 'once' || kind === 'post') count.once++
    else count.often++
  }
  for (const code of b) {
    if (a.some((one) => sameConcept(one, code))) continue
    if (kindOf(code) !== 'move') count.onlyB++
    if (kindOf(code) === 'country' && count.series > 0 && count.country === 0) clash = true
  }
  return { ...count, clash, succession }
}

/** True when an analyst's house judges: then its name is that of a party, not of a subject. */
export function isView(events: readonly number[]): boolean {
  return events.some((code) => kindOf(code) === 'view')
}

/** The concept of an event without stage and kind. */
export function conceptOf(code: number): number {
  return code >>> CONCEPT_SHIFT
}

function sameConcept(a: number, b: number): boolean {
  return conceptOf(a) === conceptOf(b)
}

function kindOf(code: number): EventKind {
  return EVENT_KINDS[code & KIND_MASK] ?? 'often'
}

function stageOf(code: number): number {
  return code & STAGE_MASK
}

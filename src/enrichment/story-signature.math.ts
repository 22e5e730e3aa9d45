import { bareTitle } from './brief.math.ts'
import { PhraseTrie } from './phrase-trie.math.ts'
import { bodyHash } from './story-body.math.ts'
import { createEventFinder, isView, type MeaningAt, type StoryEventRule } from './story-event.math.ts'
import { type Figure, figuresOf } from './story-figure.math.ts'
import { hash } from './story-hash.math.ts'
import { placeCode, seatOf } from './story-place.math.ts'
import { AIRCRAFT, FIGURE_WORD, nameStem, PERIOD_WORD, stem } from './story-word.math.ts'
import { type TokenText, tokenise } from './token.math.ts'

/** The words by which stories are compared, from prisma/reference/lexicon. */
export interface StoryLexicon {
  /** Words that carry no event: "the", "says", "update". */
  readonly stopwords: readonly string[]
  /**
   * Phrases that mean the same in a headline: "jumps" and "climbs" are both `up`. `place/` (continent/country/region) and `role/`
   * meanings exclude each other; `name/` are names; `part/` ones only help to tell an event.
   */
  readonly synonyms: readonly { readonly word: string; readonly means: string }[]
  /** What meanings together tell an event. */
  readonly events: readonly StoryEventRule[]
  /** Meanings that exclude each other: `up` and `down`, `hold` and `cut|raise`. At most 15 pairs; the first is the direction of the move. */
  readonly opposites: readonly { readonly one: string; readonly other: string }[]
  /** Ordinary words, to tell names from them in Title Case headlines. */
  readonly commonWords: readonly string[]
}

/** What is kept of an article to recognise the same story elsewhere: hashes and figures, some 200 bytes. */
export interface StorySignature {
  /** Ids of the assets the headline names, in order of mention. */
  readonly assets: readonly number[]
  /** Sorted hashes of other words that look like names; the lowest bit is 1 for those that are no further party: authorities, brands of a named asset, the rest of the first name. */
  readonly names: readonly number[]
  /** Sorted hashes of the other words that carry the event. */
  readonly words: readonly number[]
  /** Sorted hashes of words whose meaning is shared by many stories (up, profit). */
  readonly soft: readonly number[]
  /** Sorted hashes of such words that the events tell already. */
  readonly parts: readonly number[]
  /** Sorted codes of the events told, see story-event. */
  readonly events: readonly number[]
  /** Hashes of places and of roles (chairman, CEO); the lowest bit tells which: 0 place, 1 role. A place has ten bits each for continent, country and region. */
  readonly exclusive: readonly number[]
  readonly figures: readonly Figure[]
  /** Two bits a pair of opposites: the first for `one`, the second for `other`. */
  readonly sides: number
  /** What the headline begins with: the id of an asset or the hash of a name, 0 when neither is there. */
  readonly lead: number
  /** Direction of the first move told: 1 up, -1 down, 0 none. */
  readonly move: number
  /** MinHash of the body's four-word shingles; empty without a body. */
  readonly body: readonly number[]
}

/** Where the headline names an asset. */
export interface NamedSpan {
  readonly assetId: number
  readonly start: number
  readonly end: number
  /** The company's own name, as opposed to a brand or person of it, which says more than the company. */
  readonly own: boolean
}

/** Makes a signature; `named` are the assets the linker has found in the title, best with their places. */
export type StorySigner = (title: string, text?: string, named?: readonly (NamedSpan | number)[]) => StorySignature

/** Prepares the word lists and returns the signer. */
export function createStorySigner(lexicon: StoryLexicon): StorySigner {
  const stopwords = new Set(lexicon.stopwords.flatMap((word) => tokenise(word).words))
  const common = new Set(lexicon.commonWords)
  const synonyms = new PhraseTrie<string>()
  for (const { word, means } of lexicon.synonyms) synonyms.add(word, (old) => old ?? means)
  const eventsOf = createEventFinder(lexicon.events)
  const sideBits = new Map<string, number>()
  lexicon.opposites.forEach(({ one, other }, i) => {
    for (const word of one.split('|')) sideBits.set(word, (sideBits.get(word) ?? 0) | (1 << (2 * i)))
    for (const word of other.split('|')) sideBits.set(word, (sideBits.get(word) ?? 0) | (1 << (2 * i + 1)))
  })
  const up = lexicon.opposites[0]?.one
  const down = lexicon.opposites[0]?.other

  /** True where an asset or a word that is no ordinary one begins. */
  const isName = (tokens: TokenText, at: number, shift: number, spans: readonly NamedSpan[]) => {
    const from = shift + (tokens.starts[at] ?? 0)
    if (spans.some((one) => one.start <= from && from < one.end)) return true
    const shape = tokens.shapes[at] ?? 'lower'
    return (shape === 'capital' || shape === 'upper' || shape === 'mixed') && !common.has(tokens.words[at] ?? '')
  }

  return (title, text, named = []) => {
    const bare = bareTitle(title)
    const shift = Math.max(0, title.indexOf(bare))
    const tokens = tokenise(bare)
    const assets: number[] = named.filter((one) => typeof one === 'number')
    const spans = named.filter((one) => typeof one !== 'number')
    const names = new Set<number>()
    const words = new Set<number>()
    const meanings: MeaningAt[] = []
    const houses = new Map<number, number>()
    const exclusive = new Set<number>()
    let sides = 0
    let move = 0
    let lead = 0
    /** The token behind the last one of the name the headline begins with. */
    let firstName = -1
    let at = 0
    while (at < tokens.words.length) {
      const from = shift + (tokens.starts[at] ?? 0)
      const span = spans.find((one) => one.start <= from && from < one.end)
      if (span !== undefined) {
        lead ||= span.assetId
        if (!assets.includes(span.assetId)) assets.push(span.assetId)
      }
      const hit = synonyms.longest(tokens.words, at, tokens.breaks)
      if (span?.own === true) {
        if (hit?.value.startsWith('name/house-') === true) houses.set(span.assetId, hash(hit.value) | 1)
        meanings.push({ means: 'part/asset', from: at, to: at + 1 })
        const seat = seatOf(hit?.value)
        if (hit !== null && seat.length > 0) {
          names.add(hash(hit.value) | 1)
          exclusive.add(placeCode(seat))
        }
        at++
        continue
      }
      if (hit !== null) {
        const means = hit.value
        if (means.startsWith('name/')) {
          meanings.push({ means, from: at, to: hit.to })
          names.add(hash(means) | 1)
          lead ||= hash(means) | 1
          const seat = seatOf(means)
          if (seat.length > 0) exclusive.add(placeCode(seat))
          at = hit.to
          continue
        }
        if (means.startsWith('place/')) {
          // "Australia's CSL" says where the company is at home, not where it acts.
          if (tokens.words[hit.to] === "'s" && isName(tokens, hit.to + 1, shift, spans)) {
            at = hit.to
            continue
          }
          exclusive.add(placeCode(means.split('/').slice(1)))
        } else if (means.startsWith('role/')) exclusive.add(hash(means) | 1)
        meanings.push({ means, from: at, to: hit.to })
        sides |= sideBits.get(means) ?? 0
        if (move === 0 && (means === up || means === down)) move = means === up ? 1 : -1
        at = hit.to
        continue
      }
      const word = tokens.words[at] ?? ''
      const shape = tokens.shapes[at] ?? 'lower'
      at++
      if (AIRCRAFT.test(word)) {
        names.add(hash(word) & ~1)
        continue
      }
      if (shape === 'sign' || shape === 'number' || stopwords.has(word) || word.length < 2 || PERIOD_WORD.test(word))
        continue
      if (/^\d/.test(word)) {
        // "89bio" and "3m" are names or figures by what follows the digits.
        if (/^\d+[a-z]{3,}$/.test(word) && !FIGURE_WORD.test(word)) names.add(hash(word) & ~1)
        continue
      }
      const isCommon = common.has(word)
      const sentence = tokens.casing === 'sentence'
      const proper = shape !== 'lower' && (sentence ? at > 1 || !isCommon : shape === 'upper' || !isCommon)
      if (proper) {
        const name = hash(nameStem(word)) & ~1
        const continues = lead !== 0 && firstName === at - 1
        if (lead === 0 || continues) firstName = at
        lead ||= name
        names.add(continues || span !== undefined ? name | 1 : name)
      } else words.add(hash(stem(word)))
    }
    for (const name of names) if ((name & 1) === 0) names.delete(name | 1)
    const { events, used } = eventsOf(meanings)
    if (isView(events) && houses.size > 0 && assets.length > houses.size) {
      for (const [assetId, name] of houses) {
        assets.splice(assets.indexOf(assetId), 1)
        names.add(name)
      }
    }
    if (move === 0)
      move = meanings.some((one) => one.means === 'low') ? -1 : meanings.some((one) => one.means === 'high') ? 1 : 0
    const soft = new Set<number>()
    const parts = new Set<number>()
    for (const { means } of meanings) {
      if (means.startsWith('name/') || means.startsWith('part/')) continue
      if (used.has(means)) parts.add(hash(means))
      else soft.add(hash(means))
    }
    return {
      assets,
      names: sorted(names),
      words: sorted(words),
      soft: sorted(soft),
      parts: sorted(parts),
      events,
      exclusive: sorted(exclusive),
      figures: figuresOf(bare),
      sides: sides >>> 0,
      lead,
      move,
      body: bodyHash(text),
    }
  }
}

function sorted(values: ReadonlySet<number>): number[] {
  return [...values].sort((a, b) => a - b)
}

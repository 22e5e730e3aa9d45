import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import { gatherPieces, type NounGroup } from './clause-piece.pure.ts'
import { type ClauseReading, isDescription, readClause } from './clause-reading.pure.ts'
import type { Mark } from './mark.pure.ts'
import { type Phrase, splitPhrases } from './phrase.pure.ts'
import { BAD, GOOD, hasAny, MISHAPS, OBJECTS, OPERATORS, RULES } from './word-class.pure.ts'

/** What a headline says of the supply of something: more of it gets through, or less. */
export interface Availability {
  readonly group: NounGroup
  /** All groups of the clause that says so. */
  readonly around: readonly NounGroup[]
  readonly sign: 1 | -1
  /** Only threatened or possible. */
  readonly isFeared: boolean
  /** A good itself rises or falls: its price. */
  readonly isMove: boolean
  /** Tokens of the clause. */
  readonly from: number
  readonly to: number
}

/** Reads what a title says of the supply of something; null where it says nothing of the kind. */
export function readAvailability(marks: readonly Mark[], title: TokenisedText): Availability | null {
  /** Those who agree on output have nothing else to raise or cut. */
  const isOfOutput = title.words.some((word) => OF_PRODUCERS.has(word))
  const named = new Set(
    marks.flatMap(({ country }) => (country !== null && PRODUCERS.has(country.code) ? country.code : [])),
  )
  // "Russia refuses deeper cuts, and its pact with Saudi Arabia ends".
  const isOfPartners = named.has('SA') && named.size > 1
  const producer = marks.find(
    ({ country }) =>
      country?.code === 'OPEC' || ((isOfOutput || isOfPartners) && country !== null && PRODUCERS.has(country.code)),
  )
  let best: { readonly found: Availability; readonly rank: number } | null = null
  for (const { from, to } of joinLists(splitPhrases(title), marks)) {
    const inside = marks.filter(
      (mark) => mark.from >= from && mark.to <= to && !isNumbered(mark, title) && isTelling(mark),
    )
    if (inside.length === 0) continue
    const pieces = gatherPieces(inside, title).filter((piece, i, all) => !isDescription(piece, all[i + 1]))
    for (const reading of readClause(pieces, producer, title)) {
      const isBackground =
        title.words.slice(from, reading.group.from).some((word) => BACKGROUND.has(word)) ||
        (title.words[from] === 'as' && isOnlyPrice(reading))
      const rank = rankOf(reading, title) * (isBackground ? 0.15 : 1)
      if (rank > 0 && (best === null || rank > best.rank)) {
        const around = pieces.flatMap((piece) => (piece.kind === 'group' ? [piece.group] : []))
        const { group, sign, isFeared, isMove } = reading
        best = { found: { group, around, sign, isFeared, isMove, from, to }, rank }
      }
    }
  }
  return best?.found ?? null
}

/** "Exempts coffee, beef and bananas": a comma between goods opens no clause. */
function joinLists(phrases: readonly Phrase[], marks: readonly Mark[]): readonly Phrase[] {
  const joined: Phrase[] = []
  for (const phrase of phrases) {
    const last = joined.at(-1)
    const isGood = (mark: Mark) => mark.goods.length > 0 && mark.readings.length === 0
    const isList =
      marks.some((mark) => mark.to === phrase.from && isGood(mark)) &&
      marks.some((mark) => mark.from === phrase.from && isGood(mark))
    if (last !== undefined && isList) joined.splice(-1, 1, { from: last.from, to: phrase.to })
    else joined.push(phrase)
  }
  return joined
}

/** A thing, a name, or what is done to one; a country says where. */
function isTelling({ asset, place, goods, readings }: Mark): boolean {
  return asset !== null || place !== null || goods.length > 0 || readings.some((one) => TELLING.has(one.class))
}

const TELLING: ReadonlySet<EventWordClass> = new Set([...OPERATORS, ...OBJECTS])

/** The "No" of "No. 6". */
function isNumbered({ from, to }: Mark, { words, shapes }: TokenisedText): boolean {
  return words[from] === 'no' && to - from === 1 && shapes[to] === 'number'
}

/** Who may cut what is not named where the title speaks of barrels or of a cartel. */
const PRODUCERS: ReadonlySet<string> = new Set(['SA', 'RU', 'IQ', 'AE', 'KW', 'MIDDLEEAST'])
const OF_PRODUCERS: ReadonlySet<string> = new Set(['barrels', 'bpd', 'members', 'cartel', 'quotas', 'spigots'])

/** "Snaps up gold as prices dip". */
function isOnlyPrice({ group }: ClauseReading): boolean {
  return group.classes.size === 1 && group.classes.has('price')
}

/** Connectives of what was before: "exports resume after a freeze". */
const BACKGROUND: ReadonlySet<string> = new Set(['after', 'since', 'citing', 'blaming'])

/** Rules before what is stated of a quantity, this before a mere mishap. */
function rankOf({ group, sign, isStated, isMove }: ClauseReading, { words }: TokenisedText): number {
  const { classes } = group
  if (classes.has('permission') && sign < 0) return 3.5
  // "Stops sales over chip curbs": a reason.
  if (!isStated && REASON.has(words[group.from - 1] ?? '')) return hasAny(classes, BAD) ? 1 : 0
  if (hasAny(classes, RULES)) return 4
  if (isMove || classes.size === 0)
    return isStated && group.marks.every((mark) => mark.place === null) ? 1.9 : isStated ? 3 : 0
  // "Stocks pile up as exports lag".
  if (classes.has('stocks') && hasAny(classes, GOOD)) return 3.1
  // "Finds disease, China suspends imports".
  if (isStated && classes.has('inflow')) return 3.2
  if (isStated) return 3
  if (hasAny(classes, GOOD) || classes.has('shortage')) return 2.5
  if (hasAny(classes, MISHAPS)) return 2
  // "Seek to export 2 million tons".
  const first = group.marks.find((mark) => mark.readings.some((one) => one.class === 'flow' && one.isVerb))
  if (first !== undefined && words[first.from - 1] === 'to') return 0.9
  // "Agrees to buy soybeans".
  return group.marks.some((mark) => mark.readings.some((one) => one.class === 'demand' && one.isVerb)) ? 1 : 0
}

const REASON: ReadonlySet<string> = new Set(['over', 'amid', 'despite', 'after', 'following', 'for'])

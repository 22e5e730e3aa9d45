import { type TokenisedText, tokenise } from '../text/token.pure.ts'
import type { StoryLexicon } from '../vocabulary/story-lexicon.pure.ts'
import { readKind } from './event-code.pure.ts'
import { createEventFinder, type MeaningAt } from './event-finder.pure.ts'
import { extractFigures, type Figure } from './figure.pure.ts'
import { computeMinHash, hashWord } from './hash.pure.ts'
import { createTermCollector, type HeadlineTerms } from './headline-terms.pure.ts'
import { stripLabels } from './strip-labels.pure.ts'

/** Features of an article by which the same story is recognised in another: hashes and figures, about 200 bytes. */
export interface StorySignature {
  /** Ids of the assets the headline names, in order of mention. */
  readonly assets: readonly number[]
  /**
   * Sorted hashes of other names; the lowest bit is 1 for secondary ones, which are no party to the event: authorities, brands of a named
   * asset, further words of the first name.
   */
  readonly names: readonly number[]
  /** Sorted hashes of stems of the other content words. */
  readonly words: readonly number[]
  /** Sorted hashes of generic meanings, which many stories share: up, profit. */
  readonly genericTerms: readonly number[]
  /** Sorted hashes of generic meanings that are part of one of the events. */
  readonly eventTerms: readonly number[]
  /** Sorted codes of the events: event-code.pure.ts. */
  readonly events: readonly number[]
  /** Sorted codes of places (place.pure.ts) and hashes of offices (chairman, CEO), whose lowest bit is 1. */
  readonly placesAndRoles: readonly number[]
  readonly figures: readonly Figure[]
  /** Two bits per pair of opposites in the lexicon: the lower for `one`, the higher for `other`. */
  readonly oppositeBits: number
  /** The first name of the headline: id of an asset or hash of a name; 0 without one. */
  readonly lead: number
  /** Direction of the first move: 1 up, -1 down, 0 none. */
  readonly moveSign: number
  /** MinHash of the body's four-word shingles; empty without a body. */
  readonly body: readonly number[]
}

/** A span of the headline that names an asset, in UTF-16 offsets. */
export interface NamedSpan {
  readonly assetId: number
  readonly start: number
  readonly end: number
  /** False for a brand or person of the company, which says more than the company. */
  readonly isOwnName: boolean
}

/** Signs title, body and the assets named in the title; `tokens` are those of the title where they are at hand. */
type SignatureBuilder = (
  title: string,
  text?: string,
  named?: readonly NamedSpan[],
  tokens?: TokenisedText,
) => StorySignature

/** Prepares the lexicon; the returned builder collects the terms of the headline, finds its events and figures, and hashes the body. */
export function createSignatureBuilder(lexicon: StoryLexicon): SignatureBuilder {
  const collectTerms = createTermCollector(lexicon)
  const findEvents = createEventFinder(lexicon.events)

  return (title, text, named = [], tokens) => {
    const headline = stripLabels(title)
    const own = tokens?.text === headline ? tokens : tokenise(headline)
    const terms = collectTerms(own, Math.max(0, title.indexOf(headline)), named)
    const { names, words, meanings, placesAndRoles, oppositeBits, lead } = terms
    for (const name of names) if ((name & 1) === 0) names.delete(name | 1)
    const { events, isUsed } = findEvents(meanings)
    if (events.some((code) => readKind(code) === 'view')) moveHousesToNames(terms)
    const genericTerms = new Set<number>()
    const eventTerms = new Set<number>()
    for (const { means } of meanings) {
      if (means.startsWith('name/') || means.startsWith('part/')) continue
      if (isUsed(means)) eventTerms.add(hashWord(means))
      else genericTerms.add(hashWord(means))
    }
    return {
      assets: terms.assets,
      names: sorted(names),
      words: sorted(words),
      genericTerms: sorted(genericTerms),
      eventTerms: sorted(eventTerms),
      events,
      placesAndRoles: sorted(placesAndRoles),
      figures: extractFigures(headline),
      oppositeBits: oppositeBits >>> 0,
      lead,
      moveSign: terms.moveSign === 0 ? readLevel(meanings) : terms.moveSign,
      body: computeMinHash(text),
    }
  }
}

/** An analyst house that rates other assets is a name of the story and no asset of it. */
function moveHousesToNames({ assets, names, analystHouses }: HeadlineTerms): void {
  if (assets.length <= analystHouses.size) return
  for (const [assetId, name] of analystHouses) {
    assets.splice(assets.indexOf(assetId), 1)
    names.add(name)
  }
}

/** Direction of a level reached, where no move is told: a low is down, a high is up. */
function readLevel(meanings: readonly MeaningAt[]): -1 | 0 | 1 {
  if (meanings.some((one) => one.means === 'low')) return -1
  return meanings.some((one) => one.means === 'high') ? 1 : 0
}

function sorted(values: ReadonlySet<number>): number[] {
  return [...values].sort((a, b) => a - b)
}

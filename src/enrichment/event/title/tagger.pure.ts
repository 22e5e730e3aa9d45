import type { IrregularVerbs } from '../../direction/lexicon/inflect.pure.ts'
import type { LinkedMention, LinkedText } from '../../link/entity-link.pure.ts'
import type { EventLexicon, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import { isBareCharge, readCharges, readTariffRates, TAX } from './charge.pure.ts'
import { compilePhrases, type EventPhrases } from './event-phrase.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { findParticle, type Particle } from './split-verb.pure.ts'
import { isTraded, isVerb, NOTHING, type Tag, type TagMeaning, type WordReading } from './tag.pure.ts'

const compiled = new WeakMap<EventLexicon, EventPhrases>()

/** Prepares words, goods, places and countries; the returned function finds them in a title, longest first, outside names of companies. */
export function createTagger(
  { assetOf, goodOf }: Market,
  lexicon: EventLexicon,
  places: readonly Place[],
  irregular: IrregularVerbs,
): (linked: LinkedText, title: ListedTitle) => readonly Tag[] {
  const phrases = compiled.get(lexicon) ?? compilePhrases(lexicon, places, irregular)
  compiled.set(lexicon, phrases)
  const { trie, splits } = phrases

  return (linked, title) => {
    const { words, breaks, shapes } = title
    const names = findNames(linked)
    const tags: Tag[] = []
    let at = 0
    let skipped: Particle<readonly WordReading[]> | null = null
    const push = (to: number, meaning: Partial<Tag>) => {
      const { readings = NONE, goods = NONE, product = null, place = null, country = null, asset = null } = meaning
      const { isGovernment = false, isCentralBank = false } = meaning
      tags.push({ readings, goods, product, place, country, isGovernment, isCentralBank, asset, from: at, to })
      at = to
    }
    while (at < words.length) {
      if (skipped !== null && at === skipped.from) {
        at = skipped.to
        continue
      }
      const named: LinkedMention | undefined = names[at]
      let end: number = at
      while (named !== undefined && names[end] === named) end++
      const hit = trie.findLongest(words, at, breaks)
      const found = hit?.value ?? NOTHING
      const { place = null, product = null } = found
      // "Brazil taxes crude exporters": its own, no cartel.
      const isOwn =
        found.country?.code === 'OPEC' &&
        tags.some((tag) => tag.country !== null) &&
        // "Other OPEC+ oil producers".
        (tags.at(-1)?.to !== at || tags.at(-1)?.country?.code !== 'OPEC') &&
        isOfCrude(words, at, hit?.to ?? at)
      const crude = isOwn ? goodOf('BRENT.COMM') : undefined
      const country = crude === undefined ? found.country : null
      const goods = crude === undefined ? found.goods : [crude]
      // "Internet Computer" is a coin and no computer.
      const isCoin = named?.asset.type === 'crypto' && hit?.to !== end
      const isInName = named?.asset.type === 'stock' || named?.asset.type === 'etf' || isCoin
      // "American sanctions" is no company.
      const isOwner = words[end] === "'s" || words[end - 1] === "'s"
      const isCountry = country !== null && hit?.to === end && !isOwner
      if (named !== undefined && isInName && place === null && !isCountry) {
        push(end, {
          // "Wegovy" names the company and what it sells.
          goods: hit?.to === end ? goods.filter((one) => !isTraded(one)) : [],
          // "Stryker" is a company and a vehicle of another.
          product:
            hit !== null && hit.to <= end && product?.owners.includes(named.asset.ticker) === true ? product : null,
          asset: named.asset,
        })
        continue
      }
      // "Keeps coal at home".
      const isOneWord: boolean = named === undefined && (hit === null || hit.to === at + 1)
      const particles: ReadonlyMap<string, readonly WordReading[]> | undefined = isOneWord
        ? splits.get(words[at] ?? '')
        : undefined
      const split: Particle<readonly WordReading[]> | null =
        particles === undefined ? null : findParticle(title, at, particles)
      if (split !== null) {
        push(at + 1, { readings: split.value })
        skipped = split
        continue
      }
      const good = named === undefined || isInName ? undefined : goodOf(named.asset.ticker)
      if (good !== undefined && (hit === null || hit.to <= end)) {
        // "Crude prices": the prices are told too.
        const isLeft = end - at > 1 || (hit !== null && hit.value.goods.length === 0)
        const last = isLeft ? trie.findLongest(words, end - 1, breaks) : null
        push(end, {
          readings: last !== null && last.to === end ? last.value.readings.filter((one) => !one.isVerb) : [],
          country,
          isGovernment: hit?.value.isGovernment === true,
          // "OPEC" stands for crude and is no crude.
          goods: country === null || (hit !== null && hit.to < end) ? [good] : [],
        })
      } else if (hit === null) {
        if (isBareCharge(title, at)) push(at + 1, { readings: [TAX] })
        else at++
      } else {
        const isWeatherName = found.readings.some((one) => one.class === 'weather')
        if (goods.length > 0 && place === null && country === null && product === null && !isWeatherName) {
          const past = findNameEnd(at, hit.to, title, names, trie)
          if (past > at) {
            at = past
            continue
          }
        }
        const previous = tags.at(-1)
        const isThing = goods.length > 0 && isNamedThing(title, at, hit.to)
        const readings = hit.value.readings.filter(
          (one) =>
            (one.class !== 'sanction' || !one.isVerb || isByGovernment(previous, title, at)) &&
            !(isThing && one.isVerb && one.form === 'base'),
        )
        // The pronoun is no country.
        const isPronoun = words[at] === 'us' && shapes[at] !== 'upper'
        // "Typhoon halts plant" is weather, "buys 20 Typhoons" a jet.
        const isWeather = product !== null && readings.some((one) => one.class === 'weather')
        const isBought =
          isWeather && (shapes[at - 1] === 'number' || (previous !== undefined && isVerb(previous, 'buy', 'choose')))
        // "Google need not part with Chrome": no metal.
        const isOther = ({ makers }: Good) =>
          product?.owners.some(
            (owner) => linked.mentions.some(({ asset }) => asset.ticker === owner) && !makers.includes(owner),
          ) === true
        if (isPronoun || readings.some((one) => one.class === 'none')) at = hit.to
        else if (isBought) push(hit.to, { product, asset: assetOf(product?.owners[0] ?? '') ?? null })
        else
          push(hit.to, {
            ...hit.value,
            country,
            readings: readCharges(readings, title, at, hit.to),
            goods: isActivity(readings, previous, words, at) ? [] : goods.filter((one) => !isOther(one)),
            product: isWeather ? null : product,
            asset: isWeather ? null : (assetOf(product?.owners[0] ?? '') ?? null),
          })
      }
    }
    return readTariffRates(tags, title)
  }
}

const NONE: readonly never[] = []
/** "Crude exporters"; not "oil exporters' bloc". */
function isOfCrude(words: readonly string[], from: number, to: number): boolean {
  return /^(?:oil|crude) (?:producers|exporters)(?! (?:bloc|group|club|alliance|cartel|pact))/.test(
    words.slice(from, to + 1).join(' '),
  )
}

/** Where a name ends that only looks like a good: "Cracker Barrel", "Gold Road", "Kobayashi Pharma"; `from` where it is none. */
function findNameEnd(
  from: number,
  to: number,
  { words, shapes, breaks, casing, isIn }: ListedTitle,
  names: readonly (LinkedMention | undefined)[],
  trie: EventPhrases['trie'],
): number {
  if (shapes[to - 1] !== 'capital' || shapes[from] !== 'capital') return from
  const isUnknown =
    names[from - 1] === undefined && breaks[from] !== true && trie.findLongest(words, from - 1, breaks) === null
  const isSurname =
    casing === 'sentence' && shapes[from - 1] === 'capital' && isUnknown && !isIn(from - 1, 'organisation')
  if (isSurname && shapes[to] === 'lower') return to
  if (shapes[to] !== 'capital') return from
  // A verb in small letters: capitals are of names.
  if (casing !== 'sentence' && !(shapes[from - 1] === 'lower' && isIn(from - 1, 'purchasing'))) return from
  let past = to
  while (past < words.length && shapes[past] === 'capital' && breaks[past] !== true) {
    const value = trie.findLongest(words, past, breaks)?.value
    if (names[past] !== undefined || isIn(past, 'organisation') || (value !== undefined && isKnownName(value)))
      return from
    past++
  }
  return past > to ? past : from
}

function isKnownName({ country, place, product, isGovernment }: TagMeaning): boolean {
  return country !== null || place !== null || product !== null || isGovernment
}

/** The name that each token of the title belongs to. */
function findNames({ title, mentions, modifiers }: LinkedText): (LinkedMention | undefined)[] {
  const named = [...mentions, ...modifiers].filter((one) => one.field === 'title')
  if (named.length === 0) return []
  return title.starts.map((start) => named.findLast((one) => start >= one.start && start < one.end))
}

/** "Cloud demand": a good whose word is also a verb, not "to cloud demand" or "fears cloud demand". */
function isNamedThing({ words, isIn }: ListedTitle, from: number, to: number): boolean {
  return !isIn(from - 1, 'auxiliary') && !words[from - 1]?.endsWith('s') && !isIn(to, 'before_noun')
}

/** "To mine uranium", "to ship sugar", "coal mining": names no good of its own. */
function isActivity(
  readings: readonly WordReading[],
  previous: Tag | undefined,
  words: readonly string[],
  at: number,
): boolean {
  const isVerb = (of: EventWordClass) => readings.some((one) => one.isVerb && one.class === of)
  if (words[at - 1] === 'to' && (isVerb('output') || isVerb('flow'))) return true
  return isVerb('output') && previous?.to === at && previous.goods.length > 0
}

/** "Treasury targets": only who governs puts others under sanctions; "blacklisted by US". */
function isByGovernment(previous: Tag | undefined, { words, breaks, isIn }: ListedTitle, at: number): boolean {
  const isDone = /^(?:black-?listed|sanctioned)$/.test(words[at] ?? '')
  const isLast = at + 1 >= words.length || breaks[at + 1] === true || isIn(at + 1, 'after_passive')
  return isIn(at - 1, 'governing') || (previous?.country != null && at - previous.to <= 2) || (isDone && isLast)
}

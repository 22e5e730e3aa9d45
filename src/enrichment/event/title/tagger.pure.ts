import type { IrregularVerbs } from '../../direction/lexicon/inflect.pure.ts'
import type { LinkedMention, LinkedText } from '../../link/entity-link.pure.ts'
import type { EventLexicon, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import { compilePhrases, type EventPhrases } from './event-phrase.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { isBareCharge, readCharges, readTariffRates, TAX } from './figure.pure.ts'
import { findParticle, type Particle } from './split-verb.pure.ts'
import { isTraded, isVerb, NOTHING, type Tag, type WordReading } from './tag.pure.ts'

/** Particles that may stand after the object of a verb, and what both mean. */
type Particles = ReadonlyMap<string, readonly WordReading[]>

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
    const { words, breaks, shapes, isIn } = title
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
      const { place, product } = found
      // "Brazil taxes crude exporters": its own, no cartel.
      const isOther = ({ country }: Tag) => country !== null && country.code !== 'OPEC'
      const isOwn = found.country?.code === 'OPEC' && isIn(at, 'crude_sellers') && tags.some(isOther)
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
          product: product?.owners.includes(named.asset.ticker) === true && (hit?.to ?? 0) <= end ? product : null,
          asset: named.asset,
        })
        continue
      }
      // "Keeps coal at home".
      const isOneWord: boolean = named === undefined && (hit === null || hit.to === at + 1)
      const particles: Particles | undefined = isOneWord ? splits.get(words[at] ?? '') : undefined
      const split: Particle<readonly WordReading[]> | null = particles ? findParticle(title, at, particles) : null
      if (split !== null) {
        push(at + 1, { readings: split.value })
        skipped = split
        continue
      }
      const good = named === undefined || isInName ? undefined : goodOf(named.asset.ticker)
      if (good !== undefined && (hit === null || hit.to <= end)) {
        // "Crude prices": the prices are told too.
        const isLeft = end - at > 1 || (hit !== null && goods.length === 0)
        const last = isLeft ? trie.findLongest(words, end - 1, breaks) : null
        push(end, {
          readings: last !== null && last.to === end ? last.value.readings.filter((one) => !one.isVerb) : [],
          country,
          isGovernment: found.isGovernment,
          // "OPEC" stands for crude and is no crude.
          goods: country === null || hit?.to !== end ? [good] : [],
        })
      } else if (hit === null) {
        if (isBareCharge(title, at)) push(at + 1, { readings: [TAX] })
        else at++
      } else {
        const has = (of: EventWordClass) => found.readings.some((one) => one.class === of)
        const isOnlyGood = goods.length > 0 && place === null && country === null && product === null
        const past = isOnlyGood && !has('weather') ? findNameEnd(at, hit.to, title, names, trie) : at
        // The pronoun is no country.
        if (past > at || has('none') || (words[at] === 'us' && shapes[at] !== 'upper')) {
          at = Math.max(past, hit.to)
          continue
        }
        const previous = tags.at(-1)
        const isThing = goods.length > 0 && isNamedThing(title, at, hit.to)
        const readings = found.readings.filter(
          (one) =>
            (one.class !== 'sanction' || !one.isVerb || isByGovernment(previous, title, at)) &&
            !(isThing && one.isVerb && one.form === 'base'),
        )
        // "Typhoon halts plant" is weather, "buys 20 Typhoons" a jet.
        const sold = has('weather') ? null : product
        const owner = product === null ? null : (assetOf(product.owners[0] ?? '') ?? null)
        const isBought = shapes[at - 1] === 'number' || (previous !== undefined && isVerb(previous, 'buy', 'choose'))
        if (isBought && product !== sold) {
          push(hit.to, { product, asset: owner })
          continue
        }
        // "Google need not part with Chrome": no metal.
        const isNamed = (owner: string) => linked.mentions.some(({ asset }) => asset.ticker === owner)
        const isUnmade = ({ makers }: Good) =>
          product?.owners.some((owner) => isNamed(owner) && !makers.includes(owner)) === true
        push(hit.to, {
          ...found,
          country,
          readings: readCharges(readings, title, at, hit.to),
          goods: isActivity(readings, previous, words, at) ? NONE : goods.filter((one) => !isUnmade(one)),
          product: sold,
          asset: sold === null ? null : owner,
        })
      }
    }
    return readTariffRates(tags, title)
  }
}

const NONE: readonly never[] = []

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
    if (names[past] !== undefined || isIn(past, 'organisation') || value?.country != null || value?.place != null)
      return from
    past++
  }
  return past > to ? past : from
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
  if (isIn(at - 1, 'governing') || (previous?.country != null && at - previous.to <= 2)) return true
  const isLast = at + 1 >= words.length || breaks[at + 1] === true || isIn(at + 1, 'after_passive')
  return isLast && /^(?:black-?listed|sanctioned)$/.test(words[at] ?? '')
}

import { wordSet } from '../../text/word-set.pure.ts'
import type { EventLexicon } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { isTagged, isTraded, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { goodsIn } from './event-good.pure.ts'
import { isOutcast } from './meant-good.pure.ts'

/** Who buys or handles what others ban. */
const BUYERS = wordSet(
  'refiners refiner refineries refinery teapots processors importers importer traders trader buyers utilities banks bank ports port insurers shipowners terminals companies firms majors mills smelters plants',
)
const CARGO = wordSet('cargo cargoes barrels crude oil tanker tankers shipment shipments supplies fuel urals espo')
const TAKES =
  /^(?:buy(?:s|ing)?|bought|books?|booked|booking|tak(?:e|es|ing)|took|snap(?:s|ped|ping)?|snag(?:s|ged)?|scoop(?:s|ed)?|load(?:s|ed|ing)?|import(?:s|ed|ing)?|resum(?:e|es|ed|ing)|return(?:s|ed|ing)?|restart(?:s|ed|ing)?|receiv(?:e|es|ed|ing)|accept(?:s|ed|ing)?|unload(?:s|ed|ing)?|boost(?:s|ed|ing)?|rais(?:e|es|ed|ing)|soak(?:s|ed)?|gobbl(?:e|es|ed)|purchas(?:e|es|ed|ing)|secur(?:e|es|ed)|welcom(?:e|es|ed)|flock(?:s|ed)?|turn(?:s|ed)? to)$/
const SHUNS =
  /^(?:shun(?:s|ned|ning)?|halt(?:s|ed|ing)?|stop(?:s|ped|ping)?|cancel(?:s|led|ed|ling|ing)?|suspend(?:s|ed|ing)?|paus(?:e|es|ed|ing)|cut(?:s|ting)?|refus(?:e|es|ed|ing)|reject(?:s|ed|ing)?|avoid(?:s|ed|ing)?|drop(?:s|ped|ping)?|ditch(?:es|ed|ing)?|forgo(?:es)?|shelv(?:e|es|ed)|trim(?:s|med|ming)?|slash(?:es|ed|ing)?|reduc(?:e|es|ed|ing)|curb(?:s|ed|ing)?|wind(?:s|ing)? down|steer(?:s|ed|ing)? clear|turn(?:s|ed|ing)? away|turn(?:s|ed|ing)? back|back(?:s|ed|ing)? out|back(?:s|ed|ing)? away|hold(?:s|ing)? off|phas(?:e|es|ed|ing) out|scal(?:e|es|ed|ing) back|wean(?:s|ed|ing)?|bars?|barred|bans?|banned|block(?:s|ed|ing)?|abandon(?:s|ed|ing)?|quit(?:s|ting)?|swap(?:s|ped)?|seek(?:s|ing)? alternatives|(?:sanction|blacklist)ed (?:over|for|by))$/

/** Prepares the goods; the returned function reads that buyers turn to what others ban, or away from it: "Indian refiners book Urals cargoes", "teapots shun Iranian crude". */
export function createOutcastReader({ goods }: Pick<EventLexicon, 'goods'>): (title: EventTitle) => WorldEvent | null {
  const banned = goods.filter(isOutcast)
  const crude = goods.filter(({ words }) => words[0] === 'crude')
  return (title) => {
    const { tags, words, groups, phrases } = title
    const isFromOutcast = ({ country, goods: own }: Tag) =>
      own.some(isOutcast) || (country !== null && groups.outcast.has(country.code))
    if (!tags.some(isFromOutcast)) return null
    for (const { from, to, tags: inside } of phrases) {
      const source = inside.find((tag) => isFromOutcast(tag) && tag.from > from)
      if (source === undefined) continue
      const found = findVerb(words, from, source.from)
      if (found === null) continue
      const before = inside.filter((tag) => tag.from < found.at)
      // "Sanctions refiners for buying Russian oil", "gives India waiver to buy": what is ruled of them counts.
      if (isTagged(before, 'sanction', 'permission')) continue
      const buyer = before.find(
        (tag) => (tag.asset?.type === 'stock' || tag.country !== null) && !isFromOutcast(tag) && !tag.isGovernment,
      )
      const isBuyer = buyer?.asset != null || words.slice(from, found.at).some((word) => BUYERS.has(word))
      if (!isBuyer) continue
      const told = goodsIn(inside.filter((tag) => tag.from > found.at)).filter(isTraded)
      const isCargo = words.slice(found.at, to).some((word) => CARGO.has(word))
      if (told.length === 0 && !isCargo) continue
      const isOil = told.length === 0 || told.every((good) => crude.includes(good) || isOutcast(good))
      const isRussian = source.country?.code === 'RU' || source.goods.some(isOutcast)
      return createEvent({
        kind: 'sanction',
        sign: words.slice(found.at, source.from).some((word) => REPLACED.has(word)) === found.sign > 0 ? -1 : 1,
        goods: !isOil ? told : isRussian ? banned : crude,
        actor: buyer?.country ?? null,
        target: source.country,
      })
    }
    return null
  }
}

/** "Turns to Middle East crude in place of Russian barrels". */
const REPLACED = wordSet('instead place rather than replacing lieu')

/** The last that buyers do before what they buy; "halts buying" halts. */
function findVerb(words: readonly string[], from: number, to: number): { at: number; sign: 1 | -1 } | null {
  const is = (pattern: RegExp, i: number) => pattern.test(words[i] ?? '') || pattern.test(`${words[i]} ${words[i + 1]}`)
  for (let at = from + 1; at < to; at++) if (is(SHUNS, at)) return { at, sign: -1 }
  for (let at = from + 1; at < to; at++) if (is(TAKES, at)) return { at, sign: 1 }
  return null
}

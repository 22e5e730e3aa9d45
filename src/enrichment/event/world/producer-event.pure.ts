import { wordSet } from '../../text/word-set.pure.ts'
import type { EventLexicon } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isNegated, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { goodNamed } from './event-good.pure.ts'

const FLOOD =
  /\b(?:at will|flat out|all out|freely|market share|price war|open(?:s|ed|ing)? (?:the )?(?:taps|spigots))\b/

const PRICE_PEACE =
  /\b(?:truce|peace|ends?|ended|halts?|ceasefire)\b.*\bprice war\b|\bprice war\b.*\b(?:over|ends|truce)\b/
/** "Will not cut output alone", "rules out further cuts". */
const NO_CUT =
  /\b(?:will not|won't|cannot|can't|refuses? to|refused to|refuses|rules? out|ruled out|no plans? to|not to) (?:further |more |deeper |output |production |oil |crude |new |additional |unilateral |lone )*cuts?\b(?! (?:rates?|spending|taxes|tax|jobs|budget|ties|prices))/
const NO_RAISE =
  /\b(?:will not|won't|refuses? to|refused to|declines? to|declined to|resists? (?:\S+ ){1,3}to) (?:raise|increase|boost|hike|lift) (?:its |their |oil |crude )*(?:output|production|supply|supplies)\b/
const PUT_OFF =
  /\b(?:meeting|talks|summit) (?:is |are )?(?:delayed|postponed|put off|pushed back)\b|\b(?:delays?|postpones?) (?:\S+ )?(?:meeting|talks|summit)\b/

const PRICE = wordSet('price prices osp osps differentials')
const BUYERS = wordSet('for to in')

/** Prepares the goods; the returned function reads what those who agree on oil do beside raising and cutting output: whether their talks fail, one leaves, what they ask of buyers, and what they build. */
export function createProducerReader({
  goods,
  countries,
}: Pick<EventLexicon, 'goods' | 'countries'>): (title: EventTitle) => WorldEvent | null {
  const crude = goods.filter(goodNamed('crude'))
  const services = goods.filter(goodNamed('oil service'))
  const actor = countries.find(({ code }) => code === 'OPEC') ?? null
  return (title) => {
    const { tags, groups } = title
    const seller = tags.find(
      (tag) => groups.oil_producer.has(tag.country?.code ?? '') || tag.asset?.gics?.startsWith('101020') === true,
    )
    const cartel = tags.find(({ country }) => country?.code === 'OPEC')
    const isOilMeeting = () => tags.some((tag) => tag.goods.length > 0) && title.hasIn('producer_meeting')
    if (cartel === undefined && seller === undefined && !isOilMeeting()) return null
    if (tags.some((tag) => tag.goods.some((good) => !crude.includes(good)))) return null
    const producer = seller ?? cartel
    const text = title.words.join(' ')
    if (producer !== undefined && NO_CUT.test(text))
      return createEvent({ kind: 'supply', sign: 1, goods: crude, actor })
    if (producer !== undefined && NO_RAISE.test(text))
      return createEvent({ kind: 'supply', sign: -1, goods: crude, actor, isOutright: true })
    const price = readContractPrice(producer, title)
    if (price !== 0) return createEvent({ kind: 'price', sign: price, goods: crude, actor })
    const built = readCapacityPlan(seller, title)
    if (built !== 0) return createEvent({ kind: 'demand', sign: built, goods: services })
    if (cartel !== undefined && isLeft(cartel, title))
      return createEvent({ kind: 'supply', sign: 1, goods: crude, actor })
    const codes = new Set(tags.map(({ country }) => country?.code))
    const isOfOil =
      cartel !== undefined || (codes.has('SA') && codes.has('RU')) || tags.some((tag) => tag.goods.length > 0)
    // "Nuclear talks break down": of peace, not of oil.
    const failed =
      isOfOil && (title.words.includes('price') || !isTagged(tags, 'peace', 'sanction'))
        ? readFailedTalks(text, title)
        : 0
    return failed === 0 ? null : createEvent({ kind: 'supply', sign: failed, goods: crude, actor })
  }
}

/** "Aramco cuts June OSPs for Asia", "ADNOC lowers selling price of Murban". */
function readContractPrice(seller: Tag | undefined, { tags, words, hasIn }: EventTitle): 1 | -1 | 0 {
  if (seller === undefined) return 0
  const at = words.findIndex((word, i) => i >= seller.to && PRICE.has(word))
  if (at < 0) return 0
  const isSet =
    hasIn('contract_price', seller.to, at + 1) || (BUYERS.has(words[at + 1]) && hasIn('crude_grade', seller.to, at + 1))
  if (!isSet) return 0
  const verb = tags.find((tag) => tag.from >= seller.to && tag.from < at && isVerb(tag, 'start', 'stop'))
  if (verb === undefined) return 0
  return hasClass(verb, 'stop') ? -1 : 1
}

/** "Aramco told to drop plan to lift maximum capacity": what is built is bought from those who serve oil fields. */
function readCapacityPlan(seller: Tag | undefined, { tags, words }: EventTitle): 1 | -1 | 0 {
  if (seller === undefined) return 0
  const isPlan = words.some((word) => /^(?:plans?|expansion|target|goal|maximum|programme|program)$/.test(word))
  if (!isPlan || !words.includes('capacity', seller.to)) return 0
  const told = tags.filter((tag) => tag.from >= seller.to)
  if (told.some((tag) => hasClass(tag, 'drop', 'stop', 'walk', 'terminate', 'delay') && !hasClass(tag, 'start')))
    return -1
  return isTagged(told, 'start') ? 1 : 0
}

/** What comes of talks that fail: all pump as they like, unless more was to be agreed. */
function readFailedTalks(text: string, { hasIn }: EventTitle): 1 | -1 | 0 {
  // "Call truce in price war".
  if (PRICE_PEACE.test(text)) return -1
  if (PUT_OFF.test(text)) return 1
  if (!hasIn('producer_meeting') || !hasIn('talks_failing')) return 0
  return hasIn('more_output') && !FLOOD.test(text) ? -1 : 1
}

/** "Angola quits OPEC", "Ecuador to leave OPEC": who leaves pumps as it likes. */
function isLeft(cartel: Tag, title: EventTitle): boolean {
  const { tags } = title
  const verb = tags.find((tag) => tag.to <= cartel.from && cartel.from - tag.to <= 2 && isVerb(tag, 'walk', 'flee'))
  const member = tags.find((tag) => verb !== undefined && tag.country !== null && tag.to <= verb.from)
  return member !== undefined && !tags.some((tag) => isNegated(tag, title))
}

/** True for "keeps output policy unchanged", "mine unaffected by fire": nothing changes. */
export function isPolicyKept({ tags, words }: EventTitle): boolean {
  const text = words.join(' ')
  if (UNHARMED.test(text)) return true
  if (!tags.some(({ country }) => country?.code === 'OPEC')) return false
  const isChange = (tag: Tag) => hasClass(tag, 'start', 'stop', 'more', 'less') && !hasClass(tag, 'keep')
  return UNCHANGED.test(text) || (!tags.some(isChange) && KEPT.test(text))
}

const UNHARMED =
  /\b(?:(?:unaffected|unscathed|undamaged|unharmed) (?:by|after|despite|in)|no (?:impact|effect|disruption) (?:on|to|from)|(?:running|operating|working) (?:as |at )?normal(?:ly)?(?! again| after))\b/
const UNCHANGED =
  /\bno recommendations?\b|\bno (?:changes?|tweaks?) (?:to|in|on)\b|\b(?:policy|course|plan|strategy|output|production|quotas|targets|forecasts?|outlook) (?:is |are |stays? |remains? |left |kept )?(?:unchanged|steady|as is|untouched)\b/
const KEPT =
  /\bno (?:changes?|recommendations?|tweaks?)\b|\b(?:stick|sticks|stuck|sticking|keeps?|kept|maintains?|maintained|leaves?|left|holds?|reaffirms?|confirms?|endorses?) (?:to |with |by )?(?:\S+ ){0,3}(?:policy|course)\b/

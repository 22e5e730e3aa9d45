import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import { familyOf } from '../classify/theme.pure.ts'
import type { LinkedMention, LinkedText } from '../link/entity-link.pure.ts'
import type { EventLexicon, Good } from '../vocabulary/event-lexicon.pure.ts'
import type { Cause } from './cause.pure.ts'
import type { Graph, GraphEdge } from './graph.pure.ts'
import type { RippleRule } from './rule.pure.ts'

/** How much of news about a business that is none of a company's known ones is felt by those it deals with. */
const FOREIGN_SEGMENT = 0.7

/** How much of any news reaches a competitor that shares no known part of the business. */
const MIN_OVERLAP = 0.4

/** True where an effect may pass from one asset to another of an article that names so many companies. */
export function isWithin({ within }: RippleRule, from: KnownAsset, to: KnownAsset, companies: number): boolean {
  return within === 'country' ? from.country === to.country : within !== 'alone' || companies === 1
}

/** How much of its business an article is about: all where it names no business. */
export function weighSegments(
  trends: readonly number[],
  segments: readonly number[],
  own: ReadonlyMap<number, number>,
): number {
  if (segments.length > 0) return Math.max(...segments.map((nodeId) => own.get(nodeId) ?? 0))
  return trends.length === 0 || own.size === 0 ? 1 : FOREIGN_SEGMENT
}

/** How much of news about another business, or about none in particular, reaches a competitor. */
export function shareOfRivalry({ overlap }: GraphEdge, { within }: RippleRule, segments: readonly number[]): number {
  return segments.length > 0 || within === 'segment' ? 0 : MIN_OVERLAP + (1 - MIN_OVERLAP) * overlap
}

/** True where a title names a company and a product of it: "Parts shortage slows Knorr business, Unilever says". */
export function isOfBrand({ title, mentions }: LinkedText): boolean {
  const named = mentions.filter(({ field }) => field === 'title')
  const isNamedBeside = ({ asset, start }: LinkedMention) =>
    named.some(
      (one) =>
        one.asset === asset && one.kind !== 'alias' && (one.start < start || SPEAKING.test(title.text.slice(one.end))),
    )
  return named.some((one) => one.kind === 'alias' && isNamedBeside(one))
}

/** At the end of a title: not "Gucci sales slide at Kering", "Guinness owner Diageo warns on profit". */
const SPEAKING = /^ (?:says|said|warns|warned)$/i

/** True of a trade of another line of a company's business: "Samsung's wearables lack parts" says nothing of its memory chips. */
export function isOfOtherLine(edge: GraphEdge, lines: readonly number[], graph: Graph): boolean {
  const isTrade = edge.type === 'supplier' || edge.type === 'customer'
  return isTrade && isOfUnknownLine(edge, lines, graph) && graph.familiesOf(edge.note).size > 0
}

/** True of a trade that is not known to be of the line for which less or more is built: "scales back advertising plans". */
export function isOfUnknownLine({ note }: GraphEdge, lines: readonly number[], { familiesOf }: Graph): boolean {
  return lines.length > 0 && !lines.some((nodeId) => familiesOf(note).has(familyOf(nodeId)))
}

/** A right that is lent: nobody waits for it. */
const RIGHT = /^licenses |^licence of |\b(?:brand|index) licences?\b|\bfranchise brand\b/
const RENT = /^leases \w+ to it\b|\blandlord\b/
/** What keeps goods from coming, and no right. */
const OF_GOODS: ReadonlySet<Cause> = new Set(['halt', 'late', 'waiting'])

/** What a plant is equipped with or designed by, and not what it works up. */
const EQUIPMENT =
  /\b(?:equipment|machines|software|(?<!power )tools|turbines|robots|scanners|bonders|testers|(?:grid|network|power|test|IT) gear)\b/

/** Who sells to those who make a commodity, and makes none of it: "drilling demand follows the oil price". */
const SPENT_ON = /\b(?:spending|demand|volumes|margins)\b/

/**
 * True where goods that do not come keep nobody waiting: of a trade in designs and brands, "Fire at Arm" keeps nobody from a licence;
 * of what is spent by those who make a commodity, Deere grows no corn. "Intel restarts plant": it is equipped already.
 */
export function isUntouched({ type, note }: Pick<GraphEdge, 'type' | 'note'>, cause: Cause): boolean {
  // A quarter's sales change no rent.
  if (type === 'supplier' && RENT.test(note)) return true
  if (!OF_GOODS.has(cause)) return false
  if (type === 'supplier') return EQUIPMENT.test(note)
  return type === 'customer' ? RIGHT.test(note) : type === 'producer' && SPENT_ON.test(note)
}

/** Industries (GICS) of those who make what shops sell. */
const MAKERS: readonly string[] = ['25', '30', '35', '4520']

/** Where companies sell. */
export type HomeMarket = ReturnType<typeof createHomeMarket>

/** Prepares the industries that are bound to a place and the countries that form one market: prisma/reference/event/groups.csv. */
export function createHomeMarket(groups: EventLexicon['groups']) {
  const membersOf = (wanted: string) => groups.find(({ group }) => group === wanted)?.members ?? []
  const isOfIndustries = (codes: readonly string[]) => (asset: KnownAsset) => isIn(asset, codes)
  const local = membersOf('local_industry')
  const isPricedAtHome = isOfIndustries([...local, ...membersOf('local_price')])
  const isShop = isOfIndustries(membersOf('shop_industry'))
  const unlike = membersOf('unlike')
  const payers: Readonly<Record<string, readonly string[]>> = {
    USD: membersOf('dollar_payer'),
    EUR: membersOf('euro_payer'),
    GBP: membersOf('pound_payer'),
    JPY: membersOf('yen_payer'),
  }
  const markets = [membersOf('market_china'), membersOf('market_europe')]
  const isOneMarket = (from: KnownAsset, to: KnownAsset) =>
    from.country === to.country || markets.some((all) => all.includes(from.country) && all.includes(to.country))
  return {
    /** True where a company sells only at home and another is at home elsewhere: what happens to it brings the other no buyers. */
    isApart: (from: KnownAsset, to: KnownAsset) => from.country !== to.country && isIn(from, local),
    /** The same, but for countries of one market, whose companies see the same demand. */
    isFar: (from: KnownAsset, to: KnownAsset) => isIn(from, local) && !isOneMarket(from, to),
    /** True where what a company charges is no price of another, whoever they compete with: each sells online where it is at home. */
    isPricedApart: (from: KnownAsset, to: KnownAsset) => isPricedAtHome(from) && !isOneMarket(from, to),
    /** True of a company whose rivals sell the same all over the world, wherever they are at home. */
    isOfWorld: isOfIndustries(membersOf('world_industry')),
    /** True where the home of an asset pays in the currency. */
    isOfCurrency: ({ country }: KnownAsset, currency: string) => payers[currency]?.includes(country) !== false,
    /** True of a company that digs what it sells: a sale of it brings those who equip it nothing. */
    isDigging: isOfIndustries(membersOf('digging_industry')),
    /** True of a company that buyers cannot leave at once: they hang on its wires and pipes, or have a lease or policy of it. */
    isCaptive: isOfIndustries(membersOf('captive_industry')),
    /** True of a shop that buys goods of a maker: what they cost it passes on, unlike "swipe fees" of Visa. */
    isPassingOn: (maker: KnownAsset, buyer: KnownAsset) => isShop(buyer) && isIn(maker, MAKERS),
    /** True of goods of which every maker sells another kind, or to buyers of its own. */
    isUnlike: ({ words: [word = ''] }: Pick<Good, 'words'>) => unlike.includes(word),
  }
}

function isIn({ gics }: KnownAsset, codes: readonly string[]): boolean {
  return codes.some((code) => gics?.startsWith(code))
}

import { signOf, tickersOf } from '../clause/company-clause.pure.ts'
import { readSupplyChange } from '../clause/supply-change.pure.ts'
import type { Market, Player } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isOneOf, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { hasAny, RULES } from '../title/word-class.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const MAX_PEERS = 4
/** Tokens between a firm under sanctions and what is ruled of it. */
const RULE_REACH = 5

/** "Licences to supply Huawei", "told to get licence for exports": what a government lets a company sell is no order. */
export function findLicence(title: EventTitle): Tag | undefined {
  const { tags, words } = title
  const isTrade = (at: number) =>
    tags.some((one) => one.from === at && hasClass(one, 'flow', 'inflow', 'demand', 'start', 'output'))
  const isOfExports = ({ to }: Tag) => tags.some((one) => one.from >= to && one.from - to <= 3 && hasClass(one, 'flow'))
  return tags.find(
    (tag) =>
      hasClass(tag, 'permission') &&
      ((words[tag.to] === 'to' && isTrade(tag.to + 1)) || (isRequired(tag, title) && isOfExports(tag))),
  )
}

/** "Told to get a licence", "must seek licences": what was free is free no longer. */
function isRequired({ from }: Tag, { hasIn }: EventTitle): boolean {
  return hasIn('licence_needed', Math.max(0, from - 5), from)
}

/** Who decides on drugs, devices and vehicles. */
const OF_PRODUCTS: ReadonlySet<string> = new Set(['fda', 'ema', 'mhra', 'nhtsa', 'faa', 'easa'])

/** Reads that companies are kept from selling to a country or a firm, or let do so again: "stripped of licences to supply Huawei", "told to stop selling chips to China". */
export function readExportLeave(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, clauses, words, isIn, hasIn } = title
  if (tags.some(({ place, goods }) => place !== null || goods.some(isTraded))) return null
  // "Gets FDA green light to resume sales": what is let onto the market is a product.
  if (isTagged(tags, 'approval') && words.some((word) => OF_PRODUCTS.has(word))) return null
  const firm = tags.find(({ product }) => product?.rivals !== undefined)
  const licence = findLicence(title)
  // "Toyota halts sales in China" decides for itself.
  const isRuler = (tag: Tag) => tag.isGovernment || hasClass(tag, 'authority') || isNamedRuler(tag, title)
  const isTold = licence !== undefined || hasIn('let_or_barred') || (firm !== undefined && isTagged(tags, 'sanction'))
  const isRuled = isTold || tags.some(isRuler)
  for (const clause of clauses) {
    const sale = clause.tags.find(
      (tag) => tag.asset === null && (isIn(tag.from, 'shipping') || isSaleStopped(tag, title)) && !isOneOf(tag, RULES),
    )
    const named = companiesIn(tags).filter(
      (tag) => sale !== undefined && (tag.from < sale.from || clause.names.includes(tag)),
    )
    const [first] = named
    const isBuyer = (tag: Tag) =>
      tag === firm || (tag.country !== null && tag.country.code !== first?.asset?.country && isTo(tag, title))
    const buyer = clause.tags.find(isBuyer)
    if (sale === undefined || !isRuled || (first === undefined && firm === undefined)) continue
    if (buyer === undefined && licence === undefined) continue
    const told = signOf(sale, 1, clause)
    // "A restricted licence" is one.
    const isAttribute = (tag: Tag) => tag.to === licence?.from && hasClass(tag, 'less')
    const others = tags.filter((tag) => tag.asset === null && tag.goods.length === 0 && !isAttribute(tag))
    const isTaken = licence !== undefined && (isRequired(licence, title) || isTagged(others, ...TAKEN))
    if (!told.isStated && !isTaken && !isSaleStopped(sale, title)) continue
    const goods = tags.flatMap((tag) => (tag === firm || tag === sale ? [] : tag.goods))
    const makers = market.makersOf(goods).filter(({ asset }) => named.every((one) => one.asset !== asset))
    // Whom the same rule keeps from the same buyers, and who serves them at home; who is put on a list is so alone.
    const isAlone = isTagged(tags, 'sanction') || tags.some((tag) => tag.isGovernment && tag.country === buyer?.country)
    const isPeer = ({ asset }: Player) => !isAlone && asset.country === first?.asset?.country
    const peers = makers.filter(isPeer).slice(0, MAX_PEERS)
    const locals = makers.filter(({ asset }) => asset.country === buyer?.country?.code).slice(0, MAX_PEERS)
    const supplier = [...suppliersOf(firm, title, market), ...peers.map(({ asset }) => asset.ticker)]
    const opponent = [...(firm?.product?.rivals ?? []), ...locals.map(({ asset }) => asset.ticker)]
    // "Lifts export ban": what is done is done to the ban.
    const isOfRule = tags.some((tag) => tag.from === sale.to && isOneOf(tag, RULES))
    const ruled = isOfRule ? readSupplyChange(title)?.sign : undefined
    const sign = ruled ?? (isTaken || isSaleStopped(sale, title) || (licence === undefined && told.sign < 0) ? -1 : 1)
    return createEvent({ kind: 'sanction', sign, roles: { struck: tickersOf(named), supplier, opponent } })
  }
  return firm !== undefined && isRuled ? readFirm(firm, title, market) : null
}

/** "Stop selling". */
function isSaleStopped({ from, to }: Tag, { words, isIn }: EventTitle): boolean {
  return to - from === 2 && /^(?:stop|halt|cease|end)/.test(words[from] ?? '') && isIn(to - 1, 'shipping')
}

const TAKEN = ['stop', 'terminate', 'lose', 'deny'] as const

/** "Germany bans"; not the country that is sold to. */
function isNamedRuler(tag: Tag, title: EventTitle): boolean {
  return (
    tag.country !== null &&
    !isTo(tag, title) &&
    title.clauses.some(({ from }) => tag.from >= from && tag.from - from <= 1)
  )
}

/** Those who sell to a firm, where the title names another country only those of that country. */
function suppliersOf(firm: Tag | undefined, { tags }: EventTitle, market: Market): string[] {
  const codes = new Set(tags.flatMap(({ country }) => country?.code ?? []))
  return market
    .assetsOf(firm?.product?.suppliers ?? [])
    .flatMap(({ asset }) => (codes.size === 0 || codes.has(asset.country) ? [asset.ticker] : []))
}

/** "To China", "China-bound", "in China". */
function isTo({ from, to, isGovernment }: Tag, { words, isIn }: EventTitle): boolean {
  return !isGovernment && (/^(?:to|into|in|for)$/.test(words[from - 1] ?? '') || isIn(to, 'shipping'))
}

/** What is ruled of a firm that is not listed: "puts Huawei on blacklist", "bans Huawei from 5G networks", "grants Huawei reprieve". */
function readFirm(firm: Tag, title: EventTitle, market: Market): WorldEvent | null {
  const { tags, words, clauses } = title
  const clause = clauses.find((one) => one.tags.includes(firm))
  const found = readSupplyChange(title)
  const isNear = found !== null && Math.max(found.group.from - firm.to, firm.from - found.group.to) <= RULE_REACH
  const isRule = isNear && hasAny(found.group.classes, RULED)
  const told = clause === undefined ? null : signOf(firm, 1, clause)
  const isDone = tags.some(
    (tag) => tag.to <= firm.from && firm.from - tag.to <= 1 && isVerb(tag, 'stop', 'start', 'end'),
  )
  if (!isRule && (told?.isStated !== true || !isDone)) return null
  const supplier = suppliersOf(firm, title, market)
  const opponent = [...(firm.product?.rivals ?? [])]
  const sign = isRule ? found.sign : told?.sign === 1 ? 1 : -1
  const isBeside = (left: number, right: number) => left === right || (right - left === 1 && words[left] === '&')
  const isListed = ({ from, to }: Tag) => isBeside(firm.to, from) || isBeside(to, firm.from)
  // "Huawei, Hikvision", "Huawei & ZTE": both are meant, and who competes with them abroad.
  const fellows = companiesIn(tags).filter(isListed)
  const struck = tickersOf(
    companiesIn(tags).filter((tag) => isListed(tag) || supplier.includes(tag.asset?.ticker ?? '')),
  )
  for (const { asset } of fellows) {
    const rivals = asset === null ? [] : market.assetsOf(market.neighboursOf(asset, 'competitor'))
    opponent.push(...rivals.filter((one) => one.asset.country !== asset?.country).map((one) => one.asset.ticker))
  }
  return createEvent({ kind: 'sanction', sign, roles: { struck, supplier, opponent } })
}

const RULED = RULES.union(new Set(['permission'] as const))

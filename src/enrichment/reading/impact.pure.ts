import type { Pieces } from '../../core/pieces.pure.ts'
import { isOf } from '../event/effect/event-country.pure.ts'
import { withoutNames } from '../link/entity-link.pure.ts'
import { isOfBrand } from '../ripple/bound.pure.ts'
import type { RippleEffect } from '../ripple/propagate.pure.ts'
import { findSalesMarkets } from '../ripple/sales-market.pure.ts'
import {
  isTurned,
  type JudgedSeed,
  type RippleSource,
  type Seed,
  toSource,
  UNCLEAR_VERDICT,
} from '../ripple/seed.pure.ts'
import type { Stages } from '../stages.pure.ts'
import { readAmount, toDollars } from '../summary/amount.pure.ts'
import type { AssetImpact, SummaryAmount } from '../vocabulary/verdict.pure.ts'
import type { ToldEvent } from './event.pure.ts'
import type { NamedArticle } from './names.pure.ts'
import type { ArticleTopic } from './topic.pure.ts'

/** Whom an article moves. */
export interface ArticleImpact {
  /** The named assets with what happened to each. */
  readonly sources: readonly (JudgedSeed & RippleSource)[]
  readonly impacts: AssetImpact[]
  /** The first sum of the headline. */
  readonly amount: SummaryAmount | null
}

/** Spreads what happened along the graph, to the members of a theme, and to those whom the event moves. */
export function* readImpacts(
  stages: Stages,
  { article, linked, seeds: read, readTone }: NamedArticle,
  { told, kindFit }: ToldEvent,
  { seeds, newsTypes, reach, themes, judge }: ArticleTopic,
): Pieces<ArticleImpact> {
  const amount = readAmount(article.title)
  const bounds = {
    spoken: themes.spoken.map(({ nodeId }) => nodeId),
    amountUsd: toDollars(amount),
    isOfBrand: isOfBrand(linked),
    markets: findSalesMarkets(linked.title, told.tags),
  }
  const companies = seeds.map(({ asset }) => asset).filter(({ type }) => type === 'stock')
  const causeOf = (seed: Seed) =>
    isTurned(seed, read)
      ? 'other'
      : kindFit.correctCause(
          stages.readCause(withoutNames(linked, seed.asset.id), newsTypes, seed.asset.type, seed.verdict),
        )
  const sources = seeds.map((seed) => toSource(seed, causeOf(seed), told.effects))
  const isCurbed = sources.some(({ cause }) => cause === 'trade_curb')
  const isOfNoCompany = !linked.mentions.some(({ asset, field }) => asset.type === 'stock' && field === 'title')
  // Of what is wanted in a trade the trade itself tells who sells it.
  const isOfTrade = told.event?.kind === 'demand' && isOfNoCompany
  const isAided = told.event?.kind === 'aid' && isOfNoCompany
  const isSubjectRead = !told.isSilent && (isOfTrade || isAided || told.effects.length === 0)
  const subject = isSubjectRead ? stages.findThemeSubject(linked) : null
  const eventBounds = {
    ...{ ...bounds, title: article.title, theme: isOfTrade || isAided ? subject : null },
    ...{ isOfTrade, companies, isCurbed, currency: amount?.unit ?? null },
  }
  const moved = new Map(stages.boundEvent(told, eventBounds).map((effect) => [effect.asset.id, effect]))
  yield
  const ownersOnly = new Set([...moved.values()].flatMap(({ asset, role }) => (role === 'struck' ? [] : [asset.id])))
  // What the table of events says of an asset outweighs what spreads to it.
  const effects: RippleEffect[] = stages
    .propagate(findSpreading(sources, read, told, article.title), {
      scope: reach === 'company' ? 'company' : 'industry',
      trends: themes.all.map(({ nodeId }) => nodeId),
      ownersOnly,
      ...bounds,
    })
    .filter(({ asset }) => !told.effects.some((effect) => effect.asset.id === asset.id))
  const namedIds = new Set(read.map((one) => one.asset.id))
  for (const effect of moved.values()) if (!namedIds.has(effect.asset.id)) effects.push(effect)
  yield
  const isOfMarket = [...moved.values()].some(({ asset }) => asset.type === 'commodity')
  const ofMarket = isOfMarket ? null : subject
  const isUnread = moved.size === 0 && !told.isSilent && !isSubjectRead
  const theme = isUnread ? stages.findThemeSubject(linked) : ofMarket
  if (theme !== null) {
    const { mention, isFirst } = theme
    const own = stages.classifyDirections(article, [mention]).get(mention.key) ?? UNCLEAR_VERDICT
    const verdict = own.because === '' && isFirst ? readTone() : own
    const cause = stages.readCause(withoutNames(linked), newsTypes, 'stock', verdict)
    const members = stages.propagateToMembers({ ...theme, verdict, cause }, namedIds)
    // "Government backs rebar sector": nobody says which; "Japan backs its fibre sector": those at home.
    const states = told.tags.flatMap((tag) => tag.country ?? [])
    const isHelped = ({ asset }: RippleEffect) => cause !== 'aid' || states.some((state) => isOf(asset, state))
    effects.push(...members.filter(isHelped))
  }
  yield
  const { judgeEffect } = judge
  const impacts = stages.assembleImpacts({ sources, effects, trends: themes.all, reach, judgeEffect })
  yield
  return { sources, impacts, amount }
}

/** The named assets from which something spreads. */
function findSpreading<Source extends RippleSource>(
  sources: readonly Source[],
  read: readonly Seed[],
  { event }: ToldEvent['told'],
  title: string,
): readonly Source[] {
  // Buyers that one named company takes from another are taken from nobody else, and its own outlook is nobody else's.
  const isItsOwn =
    event?.roles.peer?.length === 0 &&
    (event.kind === 'buyers' || (event.kind === 'guidance' && event.roles.supplier === undefined))
  if (isItsOwn) return []
  // The network says that a name gains or loses, not what happened to it: nothing that could pass on.
  const isUnclear = (assetId: number) =>
    read.some(({ asset, verdict }) => asset.id === assetId && verdict.direction === 'ambiguous')
  // Who competes with a company is struck by what strikes its rivals.
  const isOnRivals = ON_RIVALS.test(title)
  return sources.filter(
    ({ asset, verdict, cause }) =>
      (verdict.grounds?.[0] !== 'read=network' || !isUnclear(asset.id)) && !(isOnRivals && cause === 'trade_curb'),
  )
}

/** "Benefits as tariffs on rivals take effect". */
const ON_RIVALS = /\b(?:on|against|hits?|hitting|hurts?) (?:\w+ ){0,2}(?:rivals?|competitors?)\b/i

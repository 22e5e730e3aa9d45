import type { NewsType } from '../classify/news-type.pure.ts'
import type { EventEffect } from '../event/effect/event-effect.pure.ts'
import type { EventReading } from '../event/event-reader.pure.ts'
import type { LinkedMention, LinkedText } from '../link/entity-link.pure.ts'
import type { RippleEffect } from '../ripple/propagate.pure.ts'
import type { Seed } from '../ripple/seed.pure.ts'
import type { Direction, Verdict } from '../vocabulary/verdict.pure.ts'

/** What the article as a whole says about how sure a direction is. */
export interface ArticleGrounds {
  readonly linked: LinkedText
  readonly told: EventReading
  readonly types: readonly { readonly type: NewsType }[]
}

/** What the direction of a named asset rests on. `read` is its verdict by the words beside the name, the seed that by the event too. */
export function groundsOfSeed(seed: Seed, read: Verdict, article: ArticleGrounds): string[] {
  const { asset, verdict, rationale, share } = seed
  const effect = article.told.effects.find((one) => one.asset.id === asset.id)
  const mention = article.linked.mentions.find((one) => one.asset.id === asset.id)
  const byEvent = rationale !== undefined && effect !== undefined
  return [
    ...(byEvent ? groundsOfEvent(effect, article.told, read.direction) : groundsOfWords(verdict)),
    ...(!byEvent && effect !== undefined ? [ground('event=', compare(verdict.direction, effect.direction))] : []),
    ...(share === undefined ? [] : [ground('share=', Math.floor(share * 10))]),
    ...groundsOfName(verdict.direction, mention, article, read),
  ]
}

/** What the direction of a name that was given rests on. */
export function groundsOfGiven(read: Verdict, mention: LinkedMention | undefined, article: ArticleGrounds): string[] {
  return [...groundsOfWords(read), 'given=yes', ...groundsOfName(read.direction, mention, article, read)]
}

/** What the direction of an asset that is not named rests on; `confidenceOf` is that of the named asset it comes from. */
export function groundsOfEffect(
  effect: RippleEffect,
  article: ArticleGrounds,
  confidenceOf: (assetId: number) => number | undefined,
): string[] {
  const event = article.told.effects.find((one) => one === effect)
  if (event !== undefined) {
    return [
      'reached=event',
      ...groundsOfEvent(event, article.told, 'ambiguous'),
      ground('says=', effect.direction),
      ground(ground('asset=', effect.asset.type), ' by event'),
    ]
  }
  return groundsOfStep(effect, effect.steps.length - 1, confidenceOf)
}

/** The same for one edge on the way: no effect is surer than any of its edges. */
export function groundsOfStep(
  effect: RippleEffect,
  at: number,
  confidenceOf: (assetId: number) => number | undefined,
): string[] {
  const isLast = at === effect.steps.length - 1
  const lead = confidenceOf(effect.path[0] ?? 0)
  const reached = ground('reached=', effect.steps[at]?.relation ?? 'edge')
  return [
    reached,
    ...(isLast ? [ground(ground(reached, ' by '), effect.aspect)] : []),
    ground('hop=', isLast ? effect.hop : at + 1),
    ground('reach=', Math.min(4, Math.floor(effect.strength * 10))),
    ...(lead === undefined ? [] : [ground('from=', Math.floor(lead * 5))]),
  ]
}

const written = new Map<string, Map<string | number, string>>()

/** Two parts of a ground in one; each pair is written once, for there are few and every effect has some. */
function ground(left: string, right: string | number): string {
  const known = written.get(left)?.get(right)
  if (known !== undefined) return known
  const text = `${left}${right}`
  written.set(left, (written.get(left) ?? new Map<string | number, string>()).set(right, text))
  return text
}

function groundsOfWords(verdict: Verdict): readonly string[] {
  return verdict.grounds ?? ['read=supply']
}

function groundsOfEvent(effect: EventEffect, { event }: EventReading, words: Direction): string[] {
  const kind = event?.kind ?? 'none'
  const role = ground('role=', effect.role)
  return [
    'read=event',
    ground('kind=', kind),
    role,
    ground(ground(role, ' of '), kind),
    ground(event?.sign === 1 ? 'told=more of ' : 'told=less of ', kind),
    ground('about=', event?.place != null ? 'place' : (event?.goods.length ?? 0) > 0 ? 'good' : 'exports'),
    ground('words=', compare(effect.direction, words)),
    ground('weight=', Math.min(4, Math.floor(effect.strength * 5))),
    ...(event?.isFeared === true ? ['feared=yes'] : []),
    ...(event?.readBy === 'rules' ? [] : [ground('read by=', event?.readBy ?? 'none')]),
  ]
}

function groundsOfName(
  direction: Direction,
  mention: LinkedMention | undefined,
  { linked, types }: ArticleGrounds,
  read: Verdict,
): string[] {
  const names = new Set(linked.mentions.map((one) => one.asset.id)).size
  const order = mention?.asset === linked.mentions[0]?.asset ? 'first' : 'later'
  const place = mention === undefined ? 'none' : mention.field === 'text' ? 'body' : names === 1 ? 'alone' : order
  return [
    ground('asset=', mention?.asset.type ?? 'unknown'),
    ground('says=', direction),
    ground('link=', mention?.kind ?? 'none'),
    ground('names=', Math.min(4, names)),
    ground('place=', place),
    ground(ground('place=', place), ground(' by ', read.grounds?.[0]?.slice('read='.length) ?? 'event')),
    ground('type=', types[0]?.type ?? 'none'),
    ...(linked.title.text.trimEnd().endsWith('?') ? ['asks=yes'] : []),
  ]
}

function compare(one: Direction, other: Direction): string {
  return other === 'ambiguous' || one === 'ambiguous' ? 'silent' : one === other ? 'agrees' : 'disagrees'
}

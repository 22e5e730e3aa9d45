import type { RippleEffect } from '../../ripple/propagate.pure.ts'
import type { EventLexicon, EventRole, EventRule } from '../../vocabulary/event-lexicon.pure.ts'
import type { SummaryLexicon } from '../../vocabulary/summary-lexicon.pure.ts'
import type { StepRelation } from '../../vocabulary/verdict.pure.ts'
import type { WorldEvent } from '../world-event.pure.ts'
import type { Market, Player } from './market.pure.ts'
import { createReasonWriter } from './reason.pure.ts'
import { createRolePlayers } from './role-player.pure.ts'

/** Most assets in one role of an event. */
const MAX_PER_ROLE = 16
/** Fewer where those who use or carry them would be crowded out. */
const MAX_OF_ROLE: Readonly<Partial<Record<EventRole, number>>> = {
  commodity: 7,
  related_commodity: 4,
  carrier: 8,
  input_maker: 5,
  maker_elsewhere: 18,
}
/** Factor for what is only feared. */
const FEARED = 0.7

/** An effect of an event on an asset in a role. */
export interface EventEffect extends RippleEffect {
  readonly role: EventRole
  /** 0-1: how much the role is its business. */
  readonly weight: number
}

/** Prepares the table of effects. The returned function takes an event and the ids of the named assets, and gives its effects, the strongest for each asset. */
export function createEventEffects(
  market: Market,
  lexicon: EventLexicon,
  names: SummaryLexicon['names'],
): (event: WorldEvent, named: ReadonlySet<number>) => EventEffect[] {
  const rulesOf = Map.groupBy(lexicon.rules, ({ kind }) => kind)
  const rolesOf = createRolePlayers(market, lexicon)
  const reasonsOf = createReasonWriter(market, names)

  return (event, named) => {
    const { goods, play } = rolesOf(event)
    const strongest = new Map<
      number,
      { readonly rule: EventRule; readonly player: Player; readonly strength: number }
    >()
    for (const rule of rulesOf.get(event.kind) ?? []) {
      for (const player of play(rule.role).slice(0, MAX_OF_ROLE[rule.role] ?? MAX_PER_ROLE)) {
        const strength = rule.strength * player.weight
        const old = strongest.get(player.asset.id)
        if (old === undefined || old.strength < strength) strongest.set(player.asset.id, { rule, player, strength })
      }
    }
    const writeReason = reasonsOf(event, goods)
    const effects = [...strongest.values()].map(({ rule, player }) =>
      toEffect(event, rule, player, writeReason(rule, player.asset)),
    )
    const commodity = effects.find(({ role }) => role === 'commodity')
    return effects.map((effect) =>
      commodity === undefined ? effect : leadFrom(commodity, effect, named.has(commodity.asset.id)),
    )
  }
}

/** What a role is to the commodity of the event. */
const RELATION: Readonly<Partial<Record<EventRole, StepRelation>>> = {
  maker_there: 'output',
  maker_elsewhere: 'output',
  maker_at_home: 'output',
  maker_in_target: 'output',
  user: 'input',
  user_at_home: 'input',
}

/** An effect on those who make or use the commodity comes by it; others are moved by the event itself. */
function leadFrom(commodity: EventEffect, effect: EventEffect, isNamed: boolean): EventEffect {
  const relation = RELATION[effect.role]
  if (relation === undefined) return effect
  const [from, to] = [commodity.asset.id, effect.asset.id]
  const sign = commodity.direction === effect.direction ? 1 : -1
  const step = { from, to, relation, sign, weight: effect.weight } as const
  const path = [from, to]
  return isNamed ? { ...effect, path, steps: [step] } : { ...effect, hop: 2, path, steps: [...commodity.steps, step] }
}

function toEffect(
  event: WorldEvent,
  rule: EventRule,
  { asset, weight, sign: side = 1 }: Player,
  rationale: string,
): EventEffect {
  const sign = side * (event.sign < 0 ? rule.sign : -rule.sign)
  const { role, aspect } = rule
  const direction = sign > 0 ? 'pos' : 'neg'
  const strength = rule.strength * weight * (event.isFeared ? FEARED : 1)
  const step = { from: asset.id, to: asset.id, relation: 'event', sign: 1, weight: Math.min(1, rule.strength) } as const
  return { asset, role, weight, direction, aspect, strength, hop: 1, path: [asset.id], steps: [step], rationale }
}

import { readSupplyChange } from '../clause/supply-change.pure.ts'
import { createEventTitle, type EventTitle } from '../title/event-title.pure.ts'
import { hasClass } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { goodsIn } from './event-good.pure.ts'

/** The other side of a bargain on tariffs, told in another clause: "China drops canola duties as Canada cuts EV tariff". */
export function readCounterTariff(event: WorldEvent, title: EventTitle): WorldEvent | null {
  const { kind, actor, target } = event
  if ((kind !== 'tariff_home' && kind !== 'tariff_abroad') || actor === null || target === null) return null
  for (const { tags } of title.phrases) {
    const goods = goodsIn(tags)
    if (goods.length === 0 || goods.some((good) => event.goods.includes(good))) continue
    if (!tags.some((tag) => hasClass(tag, 'tax'))) continue
    const found = readSupplyChange(createEventTitle(title, tags))
    if (found === null) continue
    const isHome = target.code === 'US'
    return createEvent({
      kind: isHome ? 'tariff_home' : 'tariff_abroad',
      sign: found.sign,
      goods,
      actor: target,
      target: actor,
    })
  }
  return null
}

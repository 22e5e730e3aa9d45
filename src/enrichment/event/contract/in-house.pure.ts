import { wordSet } from '../../text/word-set.pure.ts'
import { segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const OWN = wordSet('own homegrown home-grown self-developed self-designed self-made custom internal')

/** Reads that a company makes itself what others sold it: "iPhone to carry in-house modem", "Tesla shelves its own chip". */
export function readInHouse(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, words } = title
  if (!words.some((word) => word === 'house' || OWN.has(word))) return null
  const [company] = companiesIn(tags)
  const isOwn = ({ from }: Tag) =>
    words
      .slice(from - 2, from + 2)
      .join(' ')
      .includes('in house') || OWN.has(words[from - 1] ?? '')
  const made =
    company === undefined ? undefined : tags.find((tag) => tag.from >= company.to && tag.goods.length > 0 && isOwn(tag))
  if (company?.asset == null || made === undefined) return null
  const own = tickersOf([company])
  const suppliers = market.neighboursOf(company.asset, 'supplier')
  const goods = segmentsIn([made], null)
  const losing = market
    .makersOf(goods)
    .flatMap(({ asset }) => (suppliers.includes(asset.ticker) && !own.includes(asset.ticker) ? [asset.ticker] : []))
  if (losing.length === 0) return null
  const isGivenUp = tags.some((tag) => isVerb(tag, 'stop', 'drop', 'walk', 'delay', 'deny'))
  return createEvent({
    kind: 'contract',
    sign: isGivenUp ? 1 : -1,
    goods,
    roles: { winner: losing, loser: [], supplier: [] },
  })
}

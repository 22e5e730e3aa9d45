import type { EventCountry, EventEffectKind, EventRole, Good } from '../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../vocabulary/place.pure.ts'

/** Tickers of those who play a role, where the event names them. */
type Roles = Readonly<Partial<Record<EventRole, readonly string[]>>>

/** An event that changes how much of a good there is, or who may sell it to whom. */
export interface WorldEvent {
  readonly kind: EventEffectKind
  /** -1: less gets through, 1: more. */
  readonly sign: 1 | -1
  /** Only threatened or possible. */
  readonly isFeared: boolean
  readonly goods: readonly Good[]
  /** Commodities where no good is named: what the place makes or the country exports. */
  readonly commodities: readonly string[]
  readonly place: Place | null
  /** The country that decides or where it happens. */
  readonly actor: EventCountry | null
  /** The country whose goods are meant. */
  readonly target: EventCountry | null
  readonly roles: Roles
  /** The ticker of the company it is told of, where that company plays no role of its own. */
  readonly subject: string | null
  /** True where the title says outright which way it goes: the network does not turn it. */
  readonly isOutright: boolean
  /** Who read it; `turned`: the rules did, and the network the other way round. */
  readonly readBy: 'rules' | 'network' | 'turned'
}

/** An event; what is not given is absent. */
export function createEvent(given: Pick<WorldEvent, 'kind' | 'sign'> & Partial<WorldEvent>): WorldEvent {
  const absent: Omit<WorldEvent, 'kind' | 'sign'> = {
    isFeared: false,
    goods: [],
    commodities: [],
    place: null,
    actor: null,
    target: null,
    roles: {},
    subject: null,
    isOutright: false,
    readBy: 'rules',
  }
  return { ...absent, ...given }
}

/** The same event the other way round. */
export function turnEvent(event: WorldEvent, readBy: WorldEvent['readBy'] = 'turned'): WorldEvent {
  return { ...event, sign: event.sign < 0 ? 1 : -1, readBy }
}

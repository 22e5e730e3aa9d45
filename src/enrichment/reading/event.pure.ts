import { once } from '../../core/once.pure.ts'
import type { Pieces } from '../../core/pieces.pure.ts'
import { applyEvent } from '../event/effect/apply-event.pure.ts'
import type { EventReading } from '../event/event-reader.pure.ts'
import { withoutNames } from '../link/entity-link.pure.ts'
import { type DirectionShares, sharesOf, toLearntReading } from '../sign/decide.pure.ts'
import { type HeadlineInput, type InputName, isAsked, isMakers, isUnit, readInput } from '../sign/input.pure.ts'
import type { KindFit } from '../sign/kind-fit.pure.ts'
import type { NetworkReading } from '../sign/network.pure.ts'
import type { SignedName } from '../sign/opposed-event.pure.ts'
import { reconsiderEvent } from '../sign/reconsider-event.pure.ts'
import { weighRules } from '../sign/rule-reading.pure.ts'
import type { Stages } from '../stages.pure.ts'
import type { NamedArticle } from './names.pure.ts'

/** What happened, by the rules and the network together. */
export interface ToldEvent {
  readonly told: EventReading
  /** The headline as the network sees it. */
  readonly signInput: HeadlineInput
  /** What the network says of the first name that fits. */
  readonly sharesFor: (is: (name: InputName) => boolean) => DirectionShares | undefined
  readonly kindFit: KindFit
}

/** Reads the event of a title by the rules, and once more where the network knows better. */
export function* readEvent(stages: Stages, named: NamedArticle): Pieces<ToldEvent> {
  const { linked, seeds } = named
  const plain = withoutNames(linked)
  const filterEvent = (reading: EventReading) =>
    stages.filterEvent(reading, seeds, (verdict) => stages.readCause(plain, [], 'stock', verdict))
  const events = yield* stages.readTitle(linked, seeds)
  yield
  const first = filterEvent(events.byRules)
  const signInput = readInput(linked, first.tags, named.others, stages.quoteSignOf, (name) =>
    weighName(name, named, first),
  )
  yield
  const network = stages.readNetwork(signInput)
  const signed = signNames(signInput, network, named, first)
  const learnt = toLearntReading(signInput, network)
  const again = reconsiderEvent(first, events, signInput, learnt, signed)
  yield
  const told = filterEvent(events.addTrades(again ?? events.byRules, learnt))
  yield
  const kindFit = stages.fitKinds(network.listKinds)
  return { told, signInput, kindFit, sharesFor: (is) => signed.find(({ name }) => is(name))?.readShares() }
}

/** What the rules read of a name, in numbers. */
function weighName(
  { ticker, key, quoteSign }: Pick<InputName, 'ticker' | 'key' | 'quoteSign'>,
  { linked, seeds, verdicts }: NamedArticle,
  first: EventReading,
): readonly number[] {
  const seed = seeds.find(({ asset }) => asset.ticker === ticker)
  const words = seed?.verdict ?? (key === null ? undefined : verdicts.get(key))
  const effect = first.effects.find(({ asset }) => asset.ticker === ticker)
  const reading = {
    words,
    effect,
    both: seed === undefined ? (words ?? effect)?.direction : applyEvent(seed, first).verdict.direction,
    isSpeaker: ticker !== null && linked.sources.some(({ asset }) => asset.ticker === ticker),
    isSilent: first.isSilent || (seed !== undefined && first.mentioned.has(seed.asset.id)),
  }
  return weighRules(reading, quoteSign)
}

/** The names that the network is asked about: what a rival does is read of the rival. */
function signNames(
  { names }: HeadlineInput,
  { signsOf }: NetworkReading,
  { linked, seeds }: NamedArticle,
  { rivalled }: EventReading,
): SignedName[] {
  const { text } = linked.title
  const isRivalled = ({ ticker }: InputName) =>
    seeds.some(({ asset }) => asset.ticker === ticker && rivalled.has(asset.id))
  return names.flatMap((name, i) => {
    if (!isAsked(name) || isUnit(text, name) || isRivalled(name)) return []
    const readShares = once(() => sharesOf(signsOf(i), name.quoteSign))
    return [{ name: isMakers(text, name) ? { ...name, ticker: null } : name, readShares }]
  })
}

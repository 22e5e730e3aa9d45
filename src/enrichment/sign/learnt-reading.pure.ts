import { once } from '../../core/once.pure.ts'
import type { LearntReading, Sign, SignedName } from '../event/learnt/learnt-title.pure.ts'
import { GIVING } from './decide.pure.ts'
import type { HeadlineInput, InputName } from './input.pure.ts'
import { SIGNS } from './layout.pure.ts'
import type { NetworkReading } from './network.pure.ts'

/** Share from which on a name has a sign that an event can be read from. */
const SIGNED = 0.4

/** What the network reads of a headline, as events need it. */
export function toLearntReading({ names }: HeadlineInput, { signsOf, listKinds }: NetworkReading): LearntReading {
  return { listKinds, signNames: once(() => names.map((name, i) => signName(name, signsOf(i)))) }
}

function signName({ kind, ticker, start, quoteSign }: InputName, shares: ArrayLike<number>): SignedName {
  const shareOf = (sign: (typeof SIGNS)[number]) => shares[SIGNS.indexOf(sign)] ?? 0
  const [none, decides, pos, neg] = [shareOf('none'), shareOf('decides'), shareOf('pos'), shareOf('neg')]
  const most = Math.max(pos, neg)
  const sign: Sign = most < SIGNED || most <= none || most <= decides ? 0 : pos > neg ? 1 : -1
  return { kind, ticker, start, quoteSign, sign, isSure: most >= GIVING, isDecider: decides > Math.max(most, none) }
}

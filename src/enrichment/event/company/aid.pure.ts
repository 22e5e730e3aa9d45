import { tickersOf } from '../clause/company-clause.pure.ts'
import { applyVerbs } from '../clause/verb-effect.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isTagged, type Tag } from '../title/tag.pure.ts'
import { CHANGES } from '../title/word-class.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const OTHER = ['tax', 'sanction', 'case', 'inflow', 'flow', 'accuse', 'claim'] as const

/** Reads that a state gives a named company money, or takes it back: "awards Micron chip grants", "cancels grants to Exxon". */
export function readAid(title: EventTitle): WorldEvent | null {
  const { tags } = title
  if (!isTagged(tags, 'aid')) return null
  for (const clause of title.clauses) {
    const found = clause.tags.find((tag) => tag.asset === null && hasClass(tag, 'aid'))
    if (found === undefined || REASON.has(title.words[found.from - 1] ?? '')) continue
    if (tags.some((tag) => tag !== found && OTHER.some((one) => hasClass(tag, one)))) return null
    const struck = tickersOf(companiesIn(clause.tags).filter((name) => isReceiving(name, found, title)))
    if (struck.length > 0)
      return createEvent({ kind: 'aid', sign: readSign(found, clause.tags, title), roles: { struck } })
  }
  return null
}

/** Where nothing is said of aid, it is given. */
function readSign(found: Tag, tags: readonly Tag[], title: EventTitle): 1 | -1 {
  const verbs = tags.filter(
    (tag) =>
      tag !== found &&
      tag.asset === null &&
      tag.country === null &&
      tag.to <= found.from &&
      tag.readings.some((one) => CHANGES.has(one.class) && one.class !== 'fear' && one.class !== 'need'),
  )
  const [first] = verbs
  const last = verbs.at(-1)
  if (first === undefined || last === undefined) return 1
  const classes = new Set(found.readings.map((one) => one.class))
  const verbGroup = { kind: 'verbs', verbs, from: first.from, to: last.to } as const
  const group = { tags: [found], from: found.from, to: found.to, classes }
  return applyVerbs(verbGroup, group, 1, title, 1) < 0 ? -1 : 1
}

/** "Row over subsidies". */
const REASON: ReadonlySet<string> = new Set(['over', 'despite', 'amid', 'after', 'without', 'of'])
const TO: ReadonlySet<string> = new Set(['to', 'for', 'from'])
const RECEIVING =
  /^(?:gets?|got|wins?|won|lose|loses|lost|receives?|secures?|granted|awarded|handed|offered|given|clinch(?:es)?|lands?|denied|stripped)$/

/** "Grants to Exxon", "Shell wins subsidy", "awards Micron grants". */
function isReceiving(name: Tag, found: Tag, { words }: EventTitle): boolean {
  if (name.from >= found.to) return words.slice(found.to, name.from).some((word) => TO.has(word))
  const between = words.slice(name.to, found.from)
  return (
    // "Intel grant".
    between.length === 0 ||
    between.some((word) => RECEIVING.test(word)) ||
    /^(?:awards?|gives?|hands?|grants?|offers?|den(?:y|ies)|pledges?|promises?)$/.test(words[name.from - 1] ?? '')
  )
}

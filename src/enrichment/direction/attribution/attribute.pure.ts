import { wordSet } from '../../text/word-set.pure.ts'
import type { Evidence } from '../evidence/evidence.pure.ts'
import { findEarlierSubject, findNamesInClause } from '../grammar/subject.pure.ts'
import type { NameSpan, ParsedText } from '../parse/parsed-text.pure.ts'
import { type Attribution, attributeToGroup, createAttribution, isAttributed } from './attribution.pure.ts'
import { attributeNoun } from './noun-attribution.pure.ts'
import { attributeCompared, turnForRivals } from './rival-attribution.pure.ts'
import { attributeAdjacent, attributeTarget } from './target-attribution.pure.ts'
import { attributeVerb } from './verb-attribution.pure.ts'

/** Takes a piece of evidence and gives the polarity it has for each name it concerns, by the syntax of its clause; names it does not concern are absent. `all` is the other evidence of the text. */
export function attributeEvidence(
  evidence: Evidence,
  parsed: ParsedText,
  all: readonly Evidence[],
): readonly Attribution[] {
  if (evidence.modifiedName !== null) return [createAttribution(evidence.modifiedName, evidence.subject, evidence)]
  const inClause = findNamesInClause(parsed, evidence.clause)
  const candidates = evidence.isFinancials ? inClause.filter(({ assetKind }) => assetKind === null) : inClause
  if (candidates.length === 0) return turnForRivals(evidence, parsed, attributeToOtherClause(evidence, parsed))
  const attributions = attributeInClause(evidence, parsed, candidates, all)
  const turned = turnForRivals(evidence, parsed, attributeCompared(evidence, parsed, candidates, attributions))
  return [...turned, ...attributeCounterCurrency(parsed, candidates, turned)]
}

function attributeInClause(
  evidence: Evidence,
  parsed: ParsedText,
  candidates: readonly NameSpan[],
  all: readonly Evidence[],
): readonly Attribution[] {
  switch (evidence.construction) {
    case 'verb':
      return attributeVerb(evidence, parsed, candidates)
    case 'adjacent':
      return attributeAdjacent(evidence, parsed, candidates)
    case 'target':
      return attributeTarget(evidence, parsed, candidates)
    case 'noun':
      return attributeNoun(evidence, parsed, candidates, all)
  }
}

const COUNTER = wordSet('against versus vs per')

/** "Rupee falls against dollar": the other leg of a pair moves the other way. */
function attributeCounterCurrency(
  { tokens: { words } }: ParsedText,
  candidates: readonly NameSpan[],
  attributions: readonly Attribution[],
): Attribution[] {
  const moved = attributions.find(({ name, polarity }) => name.assetKind === 'currency' && polarity !== 0)
  if (moved === undefined) return []
  return candidates
    .filter((name) => name.assetKind === 'currency' && !isAttributed(attributions, name))
    .filter(({ from }) => COUNTER.has(words[from - 1]) || COUNTER.has(words[from - 2]))
    .map((name) => ({ name, polarity: -moved.polarity }))
}

/** Evidence in a clause without names concerns the subject of an earlier clause, else the first name of a later one. */
function attributeToOtherClause(evidence: Evidence, parsed: ParsedText): Attribution[] {
  const { clause, isPassive, object, subject, tone } = evidence
  const weight = isPassive && object !== null ? object : subject || tone
  const earlier = findEarlierSubject(parsed, clause)
  const name = earlier ?? parsed.names.find(({ from }) => from >= (clause?.to ?? 0))
  if (name?.assetKind === null && (isOfOthers(evidence, parsed) || isOfOtherSubject(evidence, parsed))) return []
  return attributeToGroup(parsed, name, weight * (earlier === undefined ? 0.8 : 0.9), evidence)
}

/** "Walmart cuts insulin price, drugmaker shares fall", "Nvidia unveils agent, software stocks tumble": of a whole trade. */
function isOfOthers({ isPrice, anchorFrom, anchorTo, clause }: Evidence, { tokens: { words } }: ParsedText): boolean {
  const what = words[anchorTo - 1]
  return (
    isPrice &&
    (what === 'stocks' || (what === 'shares' && OF_TRADE.test(words.slice(clause?.from, anchorFrom).join(' '))))
  )
}

/** "Lifts outlook as cocoa slide restores margins": a move of something else than shares that the clause names itself. */
function isOfOtherSubject({ isPrice, anchorFrom, clause }: Evidence, { tokens: { words } }: ParsedText): boolean {
  const before = words.slice(clause?.from, anchorFrom).filter((word) => !LINKING.has(word))
  const what = before.at(-1)
  return isPrice && clause?.relation !== 'main' && what !== undefined && !OF_COMPANY.test(what)
}

/** Words that are no subject. */
const LINKING = wordSet(
  'as after while when and but , with on amid despite since because then the a its their his it they to is are was were has have had will may could',
)
/** Moves of these, or of an amount, are those of the company named before. */
const OF_COMPANY = /^(?:shares?|stocks?|price|adrs?|bonds?|up|down|[0-9].*|%)$/

const OF_TRADE =
  /(?:^| )(?:rivals?|peers?|competitors?)(?: |$)|(?:mak|retail|lend|insur|min|drill|deal|build|brew|provid|develop|publish|produc|operat|suppli|carri|brok|bottl|refin|broadcast)ers?$|(?:airline|bank|store|chip|software|tech|auto|oil|energy|luxury|telecom|pharmacy|casino|insurance|property|media|steel|solar|wind|defen[cs]e|travel|biotech|pharma|cement|gaming|crypto|shipping|cruise|hotel|payments?|bookings?|delivery|services?|security|advertising|logistics|trucking|freight)s?$/

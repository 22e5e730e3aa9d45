import type { Evidence } from '../evidence/evidence.pure.ts'
import { findNamesInClause, findSubject } from '../grammar/subject.pure.ts'
import type { ParsedText } from '../parse/parsed-text.pure.ts'
import { type Attribution, attributeToGroup, createAttribution } from './attribution.pure.ts'
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
  if (evidence.modifiedName !== null)
    return [createAttribution(parsed, evidence.modifiedName, evidence.subject, evidence)]
  const candidates = filterHolders(evidence, parsed, findNamesInClause(parsed, evidence.clause))
  if (candidates.length === 0) return turnForRivals(evidence, parsed, attributeToOtherClause(evidence, parsed))
  const attributions =
    evidence.construction === 'verb'
      ? attributeVerb(evidence, parsed, candidates)
      : evidence.construction === 'adjacent'
        ? attributeAdjacent(evidence, parsed, candidates)
        : evidence.construction === 'target'
          ? attributeTarget(evidence, parsed, candidates)
          : attributeNoun(evidence, parsed, candidates, all)
  const turned = turnForRivals(evidence, parsed, attributeCompared(evidence, parsed, candidates, attributions))
  return [...turned, ...attributeCounterCurrency(parsed, candidates, turned)]
}

/** "Rupee falls against dollar": the other leg of a pair moves the other way. */
function attributeCounterCurrency(
  parsed: ParsedText,
  candidates: readonly number[],
  attributions: readonly Attribution[],
): Attribution[] {
  const moved = attributions.find(
    (attribution) => parsed.names[attribution.name]?.assetKind === 'currency' && attribution.polarity !== 0,
  )
  if (moved === undefined) return []
  return candidates
    .filter(
      (index) =>
        parsed.names[index]?.assetKind === 'currency' &&
        !attributions.some((attribution) => attribution.name === index),
    )
    .filter((index) => {
      const from = parsed.names[index]?.from ?? 0
      const before = [parsed.tokens.words[from - 1], parsed.tokens.words[from - 2]]
      return before.some((word) => word === 'against' || word === 'versus' || word === 'vs' || word === 'per')
    })
    .map((name) => ({ name, polarity: -moved.polarity }))
}

/** The names that evidence can concern: a line of the accounts concerns companies only, unless none is named. */
function filterHolders(evidence: Evidence, parsed: ParsedText, names: readonly number[]): readonly number[] {
  if (!evidence.isFinancials) return names
  const companies = names.filter((index) => parsed.names[index]?.assetKind == null)
  return companies.length > 0
    ? companies
    : parsed.names.some((name) => name.key >= 0 && name.assetKind === null)
      ? []
      : names
}

/** Evidence in a clause without names concerns the subject of an earlier clause, else the first name of a later one. */
function attributeToOtherClause(evidence: Evidence, parsed: ParsedText): Attribution[] {
  const weight = evidence.isPassive && evidence.object !== null ? evidence.object : evidence.subject || evidence.tone
  for (let clause = evidence.clause - 1; clause >= 0; clause--) {
    const names = findNamesInClause(parsed, clause)
    const first = names[0]
    if (first !== undefined) {
      const subject = findSubject(parsed, names, parsed.clauses[clause]?.to ?? 0, true) ?? first
      return attributeToGroup(parsed, subject, weight * 0.9, evidence)
    }
  }
  for (let clause = evidence.clause + 1; clause < parsed.clauses.length; clause++) {
    const names = findNamesInClause(parsed, clause)
    const first = names[0]
    if (first !== undefined) return attributeToGroup(parsed, first, weight * 0.8, evidence)
  }
  return []
}

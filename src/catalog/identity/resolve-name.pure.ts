import { editDistance } from '../../core/input/edit-distance.pure.ts'
import { foldText } from '../../embedding/embedding-words.pure.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Legal forms and words for "company" in the languages of the listed markets. */
const LEGAL_FORMS = words(
  'inc incorporated corp corporation co company companies ltd limited plc llc lp ag sa se nv bv ab asa as oyj oy spa srl kgaa gmbh kg ' +
    'aktiengesellschaft aktiebolag kk kaisha kabushiki pcl bhd berhad tbk pt pte pty sab cv saa sca scs publ psc pjsc qsc jsc ojsc pao ' +
    'public societe anonyme aktieselskab the',
)
const LONG_LEGAL_FORMS = [...LEGAL_FORMS].filter((form) => form.length >= 4)
const STOP_WORDS = words('of and for in de et und y e i la le les el los')

const SHARE_LINE =
  /\b(?:(?:non )?(?:voting|cumulative|convertible|subordinate|common|ordinary|preferred|preference|registered|bearer|capital) )*(?:american |global )?(?:depositary )?(?:common stock|(?:common|ordinary|preferred|preference|depositary|registered|bearer) (?:shares?|stock|units?|receipts?)|depositary)\b|\b(?:adr|ads|gdr|gds|nvdr|sponsored)\b/g
const SHARE_CLASS = /\b(?:class|cl|series) ([a-e1-4])\b(?: shares?| common stock)?/

/** A name normalised for comparison. */
export interface NormalisedName {
  /** Significant words, lower-case and without accents; all words when none is significant. */
  readonly words: readonly string[]
  /** Significant words without spaces: the same for "JP Morgan", "J.P. Morgan" and "JPMorgan". */
  readonly squashed: string
  /** All words without spaces, legal forms included: differs for "EQT Corporation" and "EQT AB". */
  readonly written: string
  /** Share class stated in the name: a letter or digit, `pref`, or null. */
  readonly shareClass: string | null
}

/** Normalises a name: removes case, accents, punctuation, legal form and share class. */
export function normaliseName(name: string): NormalisedName {
  let text = plainWords(name)
  const written = text
    .split(' ')
    .filter((word) => word !== 'and' && word !== 'the')
    .join('')
  let shareClass: string | null = null
  if (text.includes(' ')) {
    const stated = SHARE_CLASS.exec(text)
    shareClass = stated?.[1] ?? (/\b(?:pref|preferred|preference)\b/.test(text) ? 'pref' : null)
    if (stated !== null) text = text.replace(SHARE_CLASS, ' ')
    const withoutLine = text.replace(SHARE_LINE, ' ').replace(/\bpref(?:erred|erence)?\b/g, ' ')
    if (withoutLine.trim() !== '') text = withoutLine
  }
  const all = text.split(' ').filter((word) => word !== '')
  // "Public" is a legal form only after the first word: not in Public Bank or Public Storage.
  const isForm = (word: string, place: number) => LEGAL_FORMS.has(word) && !(word === 'public' && place === 0)
  const significant = all.filter((word, place) => !isForm(word, place) && !STOP_WORDS.has(word))
  const kept = significant.length > 0 ? significant : all
  return { words: kept, squashed: kept.join(''), written, shareClass }
}

/** True for a mistyped legal form, such as "Crop" or "Comapny". */
export function isLikeLegalForm(word: string): boolean {
  return word.length >= 4 && LONG_LEGAL_FORMS.some((form) => editDistance(word, form, 1) <= 1)
}

/** Folded words separated by single spaces; "AT&T" is `att`, "J.P." is `jp`, "McDonald's" is `mcdonalds`. */
function plainWords(name: string): string {
  const folded = foldText(name)
  if (/^[a-z0-9 ]*$/.test(folded)) return folded
  return folded
    .replace(/['’‘`´]/g, '')
    .replace(/(?<![\p{L}\p{N}])(\p{L})[./](?=\p{L}(?![\p{L}\p{N}]))/gu, '$1')
    .replace(/(?<=[\p{L}\p{N}])&(?=[\p{L}\p{N}])/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

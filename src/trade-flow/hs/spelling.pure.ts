import { tokenise } from '../../embedding/embedding-words.pure.ts'

/** American spellings beside the ones the labels use. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\baluminum/g, 'aluminium'],
  [/\btire(s?)\b/g, 'tyre$1'],
  [/\bfiber/g, 'fibre'],
  [/fiber\b/g, 'fibre'],
  [/\bsulf(?=u|i|a|o)/g, 'sulph'],
  [/\bcolor/g, 'colour'],
  [/\bjewelry/g, 'jewellery'],
  [/\bmold/g, 'mould'],
  [/\bplow/g, 'plough'],
  [/\bcenter/g, 'centre'],
  [/\bflavor/g, 'flavour'],
  [/\bwhiskey/g, 'whisky'],
  [/\bdonut/g, 'doughnut'],
  [/\bgray\b/g, 'grey'],
  [/\bdefense/g, 'defence'],
  [/\byoghurt/g, 'yogurt'],
  [/(?<=\w{3})iz(?=e|ing|ation|er)/g, 'is'],
]

/** The stemmed words of a text, British and American spellings being one. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase()
  return tokenise(SPELLINGS.reduce((spelled, [american, british]) => spelled.replaceAll(american, british), lower))
}

import type { Listing } from '../catalog/catalog.store.ts'
import { catalog } from '../catalog/catalog.ts'
import type { Catalog } from '../catalog/catalog-snapshot.ts'
import { createSummaryWriter, type SummaryWriter } from '../enrichment/summary/sentence.pure.ts'
import type { SummaryLanguage, SummaryLexicon } from '../enrichment/vocabulary/summary-lexicon.pure.ts'
import type { SummaryFacts } from '../enrichment/vocabulary/verdict.pure.ts'
import { readSummaryLexicon } from './lexicon/summary-lexicon.source.ts'

/** Letters that tell a name of the language. */
const SCRIPT: Readonly<Record<Exclude<SummaryLanguage, 'en'>, RegExp>> = {
  th: /[\u0e00-\u0e7f]/,
  ja: /[\u3041-\u30ff]/,
}
const HAN = /[\u4e00-\u9fff]/

let lexicon: SummaryLexicon | null = null
let writer: SummaryWriter | null = null
/** Names by language and listing id, of the present catalogue. */
let known: { readonly of: Catalog; readonly names: Map<string, string> } | null = null

/** The sentence of a story in a language the service writes, with the names its press uses. */
export function writeSummaryIn(language: SummaryLanguage, facts: SummaryFacts): string {
  lexicon ??= readSummaryLexicon()
  writer ??= createSummaryWriter(lexicon)
  const listings = catalog()
  if (known?.of !== listings) known = { of: listings, names: new Map() }
  const { names } = known
  const { names: local } = lexicon
  return writer(facts, language, (id) => {
    const key = `${language} ${id}`
    const name = names.get(key) ?? nameIn(language, listings.listing(id), listings, local)
    names.set(key, name)
    return name
  })
}

/** The name in names.csv, else an alias in the script of the language, else the name of the English press. */
function nameIn(
  language: SummaryLanguage,
  listing: Listing | undefined,
  listings: Catalog,
  names: SummaryLexicon['names'],
): string {
  if (listing === undefined) return ''
  const english = listing.shortNames[0] ?? listing.name
  const own = names.get(`asset/${listing.ticker}`)?.[language] || names.get(`good/${english}`)?.[language]
  if (own || language === 'en') return own || english
  const aliases = listings.aliasesOf(listing.id)
  return (
    aliases.find((alias) => SCRIPT[language].test(alias)) ??
    (language === 'ja' && listing.country === 'JP' ? aliases.find((alias) => HAN.test(alias)) : undefined) ??
    english
  )
}

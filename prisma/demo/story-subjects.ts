import type { Knowledge, KnownAsset, KnownMembership, RelationType } from '../../src/catalog/knowledge.pure.ts'
import type { ThemePhrases } from './theme-phrase.ts'

/** Assets and megatrends that demo stories can be about, with the names used in the press. */
export interface StorySubjects {
  readonly companies: readonly KnownAsset[]
  readonly assetsOf: (type: KnownAsset['type']) => readonly KnownAsset[]
  /** Megatrends with member companies, as headline phrases. */
  readonly themes: readonly ThemePhrases[]
  /** The members that a phrase of a megatrend suits; all where it suits none. */
  readonly membersOf: (nodeId: number, phrase: string) => readonly KnownAsset[]
  /** Megatrends a company belongs to, with the phrases that suit it. */
  readonly themesOf: (assetId: number) => readonly ThemePhrases[]
  readonly productsOf: (assetId: number) => readonly string[]
  /** Press names of the assets linked by relations of a type; `end` is the end of the relation that they are at. */
  readonly linked: (
    assetId: number,
    type: RelationType,
    end: 'source' | 'target' | 'either',
    fits?: (asset: KnownAsset) => boolean,
  ) => readonly string[]
}

/** Name of an asset in headlines. */
export function pressName(asset: KnownAsset): string {
  return asset.shortNames[0] ?? asset.name
}

/** Indexes the knowledge graph for the story generator. */
export function indexSubjects(knowledge: Knowledge, themes: readonly ThemePhrases[]): StorySubjects {
  const assets = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const byType = Map.groupBy(knowledge.assets, (asset) => asset.type)
  // Of the share lines of one company, only the one with press names is used.
  const companies = (byType.get('stock') ?? []).filter((asset) => asset.shortNames.length > 0)
  const isCompany = new Set(companies.map((asset) => asset.id))
  const members = Map.groupBy(
    knowledge.memberships.filter((membership) => isCompany.has(membership.assetId)),
    (membership) => membership.nodeId,
  )
  const themeOf = new Map(themes.map((theme) => [theme.nodeId, theme]))
  const memberships = Map.groupBy(knowledge.memberships, (membership) => membership.assetId)
  const products = Map.groupBy(
    knowledge.aliases.filter(({ alias, kind }) => (kind === 'product' || kind === 'brand') && !/lawsuit/i.test(alias)),
    (alias) => alias.assetId,
  )
  const links = Map.groupBy(
    knowledge.relations.flatMap(({ sourceId, targetId, type }) => [
      { key: `${targetId} ${type} source`, other: sourceId },
      { key: `${sourceId} ${type} target`, other: targetId },
    ]),
    ({ key }) => key,
  )
  const namesAt = (
    assetId: number,
    type: RelationType,
    end: 'source' | 'target',
    fits: (asset: KnownAsset) => boolean,
  ) =>
    (links.get(`${assetId} ${type} ${end}`) ?? []).flatMap(({ other }) => {
      const asset = assets.get(other)
      return asset && asset.shortNames.length > 0 && fits(asset) ? [pressName(asset)] : []
    })
  const nameOf = new Map(knowledge.megatrends.map(({ nodeId, name }) => [nodeId, name]))
  const suits = (phrase: string, { nodeId, reason }: KnownMembership) =>
    sharesWord(phrase, nameOf.get(nodeId) ?? '') || sharesWord(phrase, reason.split(';')[0] ?? '')
  const coreOf = (nodeId: number) => {
    const all = members.get(nodeId) ?? []
    const core = all.filter(({ exposure }) => exposure === 'core')
    return core.length > 0 ? core : all
  }
  /** Infant formula is a side business of all who make it: who makes no more than diapers is no maker of it. */
  const suitedBy = (nodeId: number, phrase: string) => {
    const core = coreOf(nodeId).filter((membership) => suits(phrase, membership))
    return core.length > 0 ? core : (members.get(nodeId) ?? []).filter((membership) => suits(phrase, membership))
  }
  return {
    companies,
    assetsOf: (type) => byType.get(type) ?? [],
    themes: themes.flatMap((theme) => {
      const suited = theme.phrases.filter((phrase) => suitedBy(theme.nodeId, phrase).length > 0)
      return members.has(theme.nodeId) ? [suited.length > 0 ? { ...theme, phrases: suited } : theme] : []
    }),
    membersOf: (nodeId, phrase) => {
      const suited = suitedBy(nodeId, phrase)
      return (suited.length > 0 ? suited : coreOf(nodeId)).flatMap(({ assetId }) => assets.get(assetId) ?? [])
    },
    themesOf: (assetId) =>
      (memberships.get(assetId) ?? []).flatMap((membership) => {
        const theme = themeOf.get(membership.nodeId)
        const phrases = theme?.phrases.filter((phrase) => suits(phrase, membership)) ?? []
        return theme === undefined || phrases.length === 0 ? [] : [{ ...theme, phrases }]
      }),
    productsOf: (assetId) => (products.get(assetId) ?? []).map(({ alias }) => alias),
    linked: (assetId, type, end, fits = () => true) =>
      end === 'either'
        ? [...namesAt(assetId, type, 'source', fits), ...namesAt(assetId, type, 'target', fits)]
        : namesAt(assetId, type, end, fits),
  }
}

/** Letters by which two words are the same: "jewellery", "jeweller". */
const STEM_LENGTH = 6
const WORD = /[a-z]{3,}/g

/** True for "seafood" and "Seafood exports"; of "battery recycling" the first word is what is special. */
function sharesWord(phrase: string, text: string): boolean {
  const stems = new Set((text.toLowerCase().match(WORD) ?? []).map(stem))
  const words = phrase.toLowerCase().match(WORD) ?? []
  return (words.length > 1 ? words.slice(0, -1) : words).some((word) => stems.has(stem(word)))
}

function stem(word: string): string {
  return word.slice(0, STEM_LENGTH).replace(/s$/, '')
}

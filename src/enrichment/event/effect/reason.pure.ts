import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import { rememberOne } from '../../../core/once.pure.ts'
import { readPressName } from '../../ripple/rationale.pure.ts'
import { spellAbbreviations } from '../../text/abbreviation.pure.ts'
import { capitalise } from '../../text/capitalise.pure.ts'
import type { EventCountry, EventRole, EventRule, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { SummaryLexicon } from '../../vocabulary/summary-lexicon.pure.ts'
import type { WorldEvent } from '../world-event.pure.ts'
import { isOfIndustry, type Market } from './market.pure.ts'

/** Whom an event is told of where it names no subject, the first that it has. */
const MAIN_ROLES: readonly EventRole[] = ['struck', 'winner', 'launcher', 'owner', 'bid_target']
/** Roles of those who are named for what they buy. */
const BUYERS: ReadonlySet<EventRole> = new Set(['user', 'user_at_home'])

/** What a good does to a price that has its name needs no saying: "Supply of soybeans shrinks." */
const FOR_ITS_PRICE = /, which also .*$/

/** Says in a sentence why an event moves an asset in the role of a rule. */
export type ReasonWriter = (rule: EventRule, asset: KnownAsset) => string

/**
 * Prepares names and templates. The returned function takes an event and the goods it is about, and gives what writes its reasons:
 * "Antofagasta mines copper and gains as supply elsewhere tightens."
 */
export function createReasonWriter(
  { assetsOf }: Pick<Market, 'assetsOf'>,
  names: SummaryLexicon['names'],
): (event: WorldEvent, goods: readonly Good[]) => ReasonWriter {
  const nameOf = (kind: string, key: string, otherwise: string) => names.get(`${kind}/${key}`)?.en || otherwise
  const phraseOf = rememberOne((good: Good | undefined) => {
    const [word = 'goods'] = good?.words ?? []
    return nameOf('good', word, spellAbbreviations(word))
  })
  const assetNameOf = rememberOne((asset: KnownAsset) => nameOf('asset', asset.ticker, readPressName(asset)))
  const tellCompany = ({ subject, roles }: WorldEvent) => {
    const [company] = assetsOf(subject === null ? MAIN_ROLES.flatMap((role) => roles[role] ?? []) : [subject])
    return company === undefined ? 'a company' : readPressName(company.asset)
  }
  const tellCountry = (country: EventCountry | null) =>
    country === null ? 'the country' : nameOf('country', country.code, '') || nameRegion(country)
  const tellCurrency = (country: EventCountry | null) =>
    nameOf('currency', country?.code ?? '', `the currency of ${tellCountry(country)}`)

  return (event, goods) => {
    const isByActor = event.kind === 'export_curb' || event.kind === 'policy'
    const country = isByActor ? event.actor : (event.target ?? event.actor)
    const told = {
      company: tellCompany(event),
      place: event.place === null ? 'the place' : nameOf('place', event.place.name, event.place.name),
      country: tellCountry(country),
      currency: tellCurrency(country),
    }
    return (rule, asset) => {
      const listed = goods.find((one) => isListed(one, rule.role, asset))
      const own = listed ?? goods.find(({ makersGics }) => isOfIndustry(asset, makersGics))
      const good = own ?? goods[0]
      const phrase = phraseOf(good)
      const name = assetNameOf(asset)
      const template = event.sign < 0 ? rule.less : rule.more
      return capitalise(
        fill(name === phrase ? template.replace(FOR_ITS_PRICE, '.') : template, {
          ...told,
          asset: name,
          good: phrase,
          // A fund makes nothing; of whom only the knowledge graph links to a good it is not known what he does with it.
          makes: asset.type === 'stock' && own !== undefined ? own.makerVerb : 'is exposed to',
        }),
      )
    }
  }
}

/** True of a good of which the asset is the price, the maker or the buyer. */
function isListed(
  { commodities, inputs, makers, users, importers }: Good,
  role: EventRole,
  asset: KnownAsset,
): boolean {
  if (role === 'input') return inputs.includes(asset.ticker)
  if (role === 'importer') return importers.includes(asset.ticker)
  return (asset.type === 'commodity' ? commodities : BUYERS.has(role) ? users : makers).includes(asset.ticker)
}

const split = new Map<string, readonly string[]>()

/** A template with its {places} filled; each is taken apart once. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  const parts = split.get(template) ?? template.split(/[{}]/)
  split.set(template, parts)
  return parts.map((part, i) => (i % 2 === 0 ? part : (values[part] ?? ''))).join('')
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })

function nameRegion({ code, names }: EventCountry): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRY_NAMES.of(code) ?? code) : capitalise(names[0] ?? code)
}

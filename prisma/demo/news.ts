import type { Knowledge, KnownAsset } from '../../src/catalog/knowledge.pure.ts'
import { DAY_MS } from '../../src/core/time/day.pure.ts'
import type { RawItem } from '../../src/news/intake/feed-item.source.ts'
import { readQuietAssets } from './quiet-asset.ts'
import { SeededRandom, ShuffleBag } from './random.ts'
import { indexSubjects, pressName, type StorySubjects } from './story-subjects.ts'
import {
  fillTemplate,
  industryTest,
  listSlots,
  readIndustryGroups,
  readStoryTemplates,
  type StoryTemplate,
} from './story-template.ts'
import { readThemePhrases, type ThemePhrases } from './theme-phrase.ts'

/** Options of the demo news; the same options give the same news. */
export interface DemoNewsOptions {
  readonly seed: number
  /** Number of days up to now that the news covers. */
  readonly days: number
  readonly articles: number
  readonly nowMs: number
}

/** Fictitious outlets; their ids begin with `demo_` to mark the news as synthetic. */
const OUTLETS = ['demo_wire', 'demo_post', 'demo_times', 'demo_journal', 'demo_daily', 'demo_markets']
/** Regions and the countries whose companies are at home there: they sell no unit in their own region. */
const REGIONS = [
  { name: 'Europe', home: /^(?:GB|IE|DE|FR|IT|ES|PT|NL|BE|LU|CH|AT|SE|NO|DK|FI|PL|CZ|GR|TR)$/ },
  { name: 'Asia', home: /^(?:CN|HK|TW|JP|KR|IN|SG|MY|TH|ID|PH|VN)$/ },
  { name: 'North America', home: /^(?:US|CA|MX)$/ },
  { name: 'Latin America', home: /^(?:BR|MX|AR|CL|CO|PE)$/ },
  { name: 'Southeast Asia', home: /^(?:SG|MY|TH|ID|PH|VN)$/ },
  { name: 'the Middle East', home: /^(?:SA|AE|QA|KW|IL)$/ },
  { name: 'India', home: /^IN$/ },
  { name: 'Japan', home: /^JP$/ },
]
/** Shares of stories published by one, two, three and four outlets. */
const OUTLET_SHARES = [0.45, 0.25, 0.2, 0.1]
/** Shares of stories about themes and about other assets; the rest are about companies. */
const THEME_SHARE = 0.28
const ASSET_SHARE = 0.12
const ASSET_TYPES = ['etf', 'crypto', 'commodity', 'forex', 'bond', 'money_market'] as const
const HOUR_MS = 3_600_000

/** Generates synthetic news about the assets and megatrends of the knowledge graph, earliest first, marked as synthetic. */
export function generateDemoNews(knowledge: Knowledge, options: DemoNewsOptions): RawItem[] {
  const random = new SeededRandom(options.seed)
  const nextStory = createStoryGenerator(indexSubjects(knowledge, readThemePhrases()), readStoryTemplates(), random)
  const items: RawItem[] = []
  for (let story = 0; items.length < options.articles; story++) {
    const { template, slots } = nextStory()
    const firstMs = choosePublicationTime(options, random)
    const outlets = random
      .shuffled(OUTLETS)
      .slice(0, Math.min(chooseOutletCount(random), options.articles - items.length))
    outlets.forEach((outlet, place) => {
      // Other outlets follow within four hours, but not in the future.
      const delayMs = place * random.next() * Math.min(4 * HOUR_MS, options.nowMs - firstMs)
      items.push({
        line: items.length + 1,
        title: capitalise(fillTemplate(template.title, slots, (wordings) => random.pick(wordings))),
        text: `${capitalise(fillTemplate(template.text, slots, (wordings) => random.pick(wordings)))} (Synthetic demo story.)`,
        published: new Date(Math.min(options.nowMs, firstMs + delayMs)).toISOString(),
        outlet,
        // Names under .invalid never resolve (RFC 2606).
        url: `https://${outlet.replace('_', '-')}.invalid/${options.seed}/${story}`,
        lang: 'en',
      })
    })
  }
  return items.sort((a, b) => String(a.published).localeCompare(String(b.published)) || a.line - b.line)
}

interface Story {
  readonly template: StoryTemplate
  readonly slots: Readonly<Record<string, string>>
}

/** Creates a story generator; every template, theme and large company is used once before any is used again. */
function createStoryGenerator(
  subjects: StorySubjects,
  templates: readonly StoryTemplate[],
  random: SeededRandom,
): () => Story {
  const groups = readIndustryGroups()
  const suits = new Map(templates.map((one) => [one, industryTest(one.gics, groups)]))
  const isOf = { supplier: industryTest('suppliers', groups), domestic: industryTest('domestic', groups) }
  const quiet = readQuietAssets()
  const templatesFor = Map.groupBy(templates, ({ about }) => about)
  const bagFor = new Map(templatesFor.entries().map(([about, some]) => [about, new ShuffleBag(some, random)]))
  const bySize = subjects.companies.toSorted((a, b) => (b.marketCapUsd ?? 0) - (a.marketCapUsd ?? 0) || a.id - b.id)
  const large = new ShuffleBag(bySize.slice(0, 500), random)
  const any = new ShuffleBag(bySize, random)
  const themes = new ShuffleBag(subjects.themes, random)
  const assets = new Map(
    ASSET_TYPES.map((type) => [
      type,
      new ShuffleBag(
        subjects.assetsOf(type).filter(({ ticker }) => !quiet.has(ticker)),
        random,
      ),
    ]),
  )

  return () => {
    for (;;) {
      const kind = random.next()
      const story = kind < THEME_SHARE ? aboutTheme() : kind < THEME_SHARE + ASSET_SHARE ? aboutAsset() : aboutCompany()
      if (story) return story
    }
  }

  function aboutTheme(): Story | null {
    const theme = themes.draw()
    const phrase = theme && random.pick(theme.phrases)
    const [hero, ...others] = theme && phrase ? random.shuffled(subjects.membersOf(theme.nodeId, phrase)) : []
    // Worries that hurt a builder hurt another builder, not the bank beside it.
    const isNear = (digits: number) => (one: KnownAsset) => one.gics?.slice(0, digits) === hero?.gics?.slice(0, digits)
    const other = [8, 6, 4, 2].flatMap((digits) => others.find(isNear(digits)) ?? [])[0] ?? others[0]
    if (!theme || !phrase || !hero) return null
    const given = { ...choosePhrases([{ ...theme, phrases: [phrase] }], random), other: other && pressName(other) }
    return fillStory(bagFor.get('theme'), hero, given)
  }

  function aboutAsset(): Story | null {
    const type = random.pick(ASSET_TYPES)
    const hero = type && assets.get(type)?.draw()
    return type && hero ? fillStory(bagFor.get(type), hero, {}) : null
  }

  function aboutCompany(): Story | null {
    const hero = (random.next() < 0.7 ? large : any).draw()
    return hero ? fillStory(bagFor.get('company'), hero, choosePhrases(subjects.themesOf(hero.id), random)) : null
  }

  function fillStory(bag: ShuffleBag<StoryTemplate> | undefined, hero: KnownAsset, given: Slots): Story | null {
    const slots: Slots = {
      ...chooseCompanyNames(subjects, hero, isOf, random),
      ...chooseFigures(hero, random),
      ...given,
    }
    const template = bag?.draw(
      (one) => suits.get(one)?.(hero) === true && listSlots(one).every((slot) => slots[slot] !== undefined),
    )
    const filled = Object.entries(slots).flatMap(([slot, value]) => (value === undefined ? [] : [[slot, value]]))
    return template ? { template, slots: Object.fromEntries(filled) } : null
  }
}

type Slots = Record<string, string | undefined>

/** Tests of what a company does. */
interface IndustryTests {
  readonly supplier: ReturnType<typeof industryTest>
  readonly domestic: ReturnType<typeof industryTest>
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' })
/** Countries that English names with an article. */
const WITH_ARTICLE: ReadonlySet<string> = new Set(['US', 'GB', 'AE', 'NL', 'PH', 'CZ'])

function chooseCompanyNames(
  subjects: StorySubjects,
  hero: KnownAsset,
  isOf: IndustryTests,
  random: SeededRandom,
): Slots {
  const { id } = hero
  const region = random.pick(REGIONS.filter(({ home }) => !home.test(hero.country)))?.name
  const home = `${WITH_ARTICLE.has(hero.country) ? 'the ' : ''}${COUNTRIES.of(hero.country || 'US')}`
  return {
    name: pressName(hero),
    rival: random.pick(subjects.linked(id, 'competitor', 'either')),
    partner: random.pick(subjects.linked(id, 'partner', 'either')),
    supplier: random.pick(subjects.linked(id, 'supplier', 'source', isOf.supplier)),
    customer: random.pick(subjects.linked(id, 'supplier', 'target')),
    input: random.pick(subjects.linked(id, 'input', 'source')),
    product: random.pick(subjects.productsOf(id)),
    region,
    china: hero.country === 'CN' || hero.country === 'HK' ? undefined : 'China',
    market: isOf.domestic(hero) ? home : region,
    home,
    // As headlines name it.
    state: COUNTRIES.of(hero.country || 'US'),
  }
}

/** The slots that a phrase fills: goods are a business too, and what costs money is worried about. */
const SLOTS_OF: Readonly<Record<ThemePhrases['kind'], readonly string[]>> = {
  goods: ['goods', 'business'],
  business: ['business'],
  event: ['event', 'cost'],
  mood: ['event'],
  group: ['group'],
}

/** Chooses a phrase for each kind that the themes have, in lower case and capitalised. */
function choosePhrases(themes: readonly ThemePhrases[], random: SeededRandom): Slots {
  const slots: Slots = {}
  for (const { kind, phrases } of random.shuffled(themes)) {
    const phrase = random.pick(phrases)
    if (phrase === undefined) continue
    for (const slot of SLOTS_OF[kind]) {
      slots[slot] = phrase
      slots[slot.charAt(0).toUpperCase() + slot.slice(1)] = capitalise(phrase)
    }
  }
  return slots
}

function chooseFigures(hero: KnownAsset, random: SeededRandom): Slots {
  // Between 0.05 % and 5 % of the market capitalisation.
  const dollars = (hero.marketCapUsd ?? 5e9) * 10 ** (random.next() * 2 - 3.3)
  return {
    pct: String(random.next() < 0.6 ? random.between(3, 38) : random.between(3, 19, 1)),
    small: random.between(0.3, 4.9, 1).toFixed(1),
    tiny: random.between(0.2, 1.4, 1).toFixed(1),
    points: String(random.between(2, 18)),
    flow: formatMoney(1e8 * 10 ** (random.next() * 1.6)),
    aid: formatMoney(2e8 * 10 ** (random.next() * 1.5)),
    money: formatMoney(dollars),
    patients: String(random.between(12, 480) * 10),
    weeks: String(random.between(2, 12)),
  }
}

function formatMoney(dollars: number): string {
  if (dollars >= 1e9) return `$${(dollars / 1e9).toFixed(1)} billion`
  return `$${Math.max(20, Number((dollars / 1e6).toPrecision(2)))} million`
}

function chooseOutletCount(random: SeededRandom): number {
  const drawn = random.next()
  let share = 0
  const place = OUTLET_SHARES.findIndex((one) => {
    share += one
    return drawn < share
  })
  return place < 0 ? OUTLET_SHARES.length : place + 1
}

/** Chooses a publication time: more often recent, less often on weekends and at night (UTC). */
function choosePublicationTime({ days, nowMs }: DemoNewsOptions, random: SeededRandom): number {
  for (;;) {
    const ms = nowMs - days * DAY_MS * random.next() ** 1.3
    const at = new Date(ms)
    const weekend = at.getUTCDay() === 0 || at.getUTCDay() === 6
    const night = at.getUTCHours() < 5 || at.getUTCHours() > 21
    if (random.next() < (weekend ? 0.3 : 1) * (night ? 0.4 : 1)) return Math.floor(ms)
  }
}

/** Capitalises the first letter, unless the first word has capitals of its own: iFlytek. */
function capitalise(text: string): string {
  return /^[a-z]+\b(?!\.)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

import type { Knowledge, KnownAsset } from '../../src/enrichment/knowledge.math.ts'
import type { RawItem } from '../../src/news/feed-item.source.ts'
import { type Cast, castOf, pressName } from './cast.ts'
import { Deck, SeededRandom } from './random.ts'
import { readStoryTemplates, type StoryTemplate, slotsOf, worded } from './story-template.ts'
import { readThemePhrases, type ThemePhrases } from './theme-phrase.ts'

/** How much demo news is made; the same options at the same moment give the same news. */
export interface DemoNewsOptions {
  readonly seed: number
  /** Days up to now that it is spread over. */
  readonly days: number
  readonly articles: number
  readonly nowMs: number
}

/** Invented outlets; the ids of all begin with `demo_`, so that nobody takes their news for real. */
const OUTLETS = ['demo_wire', 'demo_post', 'demo_times', 'demo_journal', 'demo_daily', 'demo_markets']
const REGIONS = [
  'Europe',
  'Asia',
  'North America',
  'Latin America',
  'Southeast Asia',
  'the Middle East',
  'India',
  'Japan',
]
/** Share of stories told by one, two, three and four outlets. */
const OUTLET_SHARES = [0.45, 0.25, 0.2, 0.1]
/** Share of stories by what they are about; the others are about companies. */
const THEME_SHARE = 0.28
const ASSET_SHARE = 0.12
const ASSET_TYPES = ['etf', 'crypto', 'commodity', 'forex', 'bond', 'money_market'] as const
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Invented news about the assets and trends of the graph, earliest first: synthetic and marked so, for trying the service out. */
export function demoNews(knowledge: Knowledge, options: DemoNewsOptions): RawItem[] {
  const random = new SeededRandom(options.seed)
  const nextStory = storyTeller(castOf(knowledge, readThemePhrases()), readStoryTemplates(), random)
  const items: RawItem[] = []
  for (let story = 0; items.length < options.articles; story++) {
    const { template, slots } = nextStory()
    const firstMs = momentWithin(options, random)
    const outlets = random.shuffled(OUTLETS).slice(0, Math.min(outletCount(random), options.articles - items.length))
    outlets.forEach((outlet, place) => {
      // Others follow within hours, and nobody writes about what has not happened yet.
      const delayMs = place * random.next() * Math.min(4 * HOUR_MS, options.nowMs - firstMs)
      items.push({
        line: items.length + 1,
        title: sentenceCase(worded(template.title, slots, (wordings) => random.pick(wordings))),
        text: `${sentenceCase(worded(template.text, slots, (wordings) => random.pick(wordings)))} (Synthetic demo story.)`,
        published: new Date(Math.min(options.nowMs, firstMs + delayMs)).toISOString(),
        outlet,
        // RFC 2606: a name under .invalid leads nowhere.
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

/** Tells one story after another: every template, every theme and the larger companies come round before any comes again. */
function storyTeller(cast: Cast, templates: readonly StoryTemplate[], random: SeededRandom): () => Story {
  const templatesFor = Map.groupBy(templates, ({ about }) => about)
  const deckFor = new Map(templatesFor.entries().map(([about, some]) => [about, new Deck(some, random)]))
  const bySize = cast.companies.toSorted((a, b) => (b.marketCapUsd ?? 0) - (a.marketCapUsd ?? 0) || a.id - b.id)
  const large = new Deck(bySize.slice(0, 500), random)
  const any = new Deck(bySize, random)
  const themes = new Deck(cast.themes, random)
  const assets = new Map(ASSET_TYPES.map((type) => [type, new Deck(cast.assetsOf(type), random)]))

  return () => {
    for (;;) {
      const kind = random.next()
      const story = kind < THEME_SHARE ? aboutTheme() : kind < THEME_SHARE + ASSET_SHARE ? aboutAsset() : aboutCompany()
      if (story) return story
    }
  }

  function aboutTheme(): Story | null {
    const theme = themes.deal()
    const [hero, other] = theme ? random.shuffled(cast.membersOf(theme.nodeId)) : []
    if (!theme || !hero) return null
    const given = { ...phraseSlots([theme], random), other: other && pressName(other) }
    return told(deckFor.get('theme'), hero, given)
  }

  function aboutAsset(): Story | null {
    const type = random.pick(ASSET_TYPES)
    const hero = type && assets.get(type)?.deal()
    return type && hero ? told(deckFor.get(type), hero, {}) : null
  }

  function aboutCompany(): Story | null {
    const hero = (random.next() < 0.7 ? large : any).deal()
    return hero ? told(deckFor.get('company'), hero, phraseSlots(cast.themesOf(hero.id), random)) : null
  }

  function told(deck: Deck<StoryTemplate> | undefined, hero: KnownAsset, given: Slots): Story | null {
    const slots: Slots = { ...companySlots(cast, hero, random), ...figureSlots(hero, random), ...given }
    const template = deck?.deal(
      (one) =>
        (one.gics.length === 0 || one.gics.some((code) => hero.gics?.startsWith(code))) &&
        slotsOf(one).every((slot) => slots[slot] !== undefined),
    )
    const filled = Object.entries(slots).flatMap(([slot, value]) => (value === undefined ? [] : [[slot, value]]))
    return template ? { template, slots: Object.fromEntries(filled) } : null
  }
}

type Slots = Record<string, string | undefined>

function companySlots(cast: Cast, hero: KnownAsset, random: SeededRandom): Slots {
  const { id } = hero
  return {
    name: pressName(hero),
    rival: random.pick(cast.linked(id, 'competitor', 'either')),
    partner: random.pick(cast.linked(id, 'partner', 'either')),
    supplier: random.pick(cast.linked(id, 'supplier', 'source')),
    customer: random.pick(cast.linked(id, 'supplier', 'target')),
    input: random.pick(cast.linked(id, 'input', 'source')),
    product: random.pick(cast.productsOf(id)),
    region: random.pick(REGIONS),
  }
}

/** A slot for each kind of phrase the themes have, small and with a capital. Whatever is made is a business too. */
function phraseSlots(themes: readonly ThemePhrases[], random: SeededRandom): Slots {
  const slots: Slots = {}
  for (const { kind, phrases } of random.shuffled(themes)) {
    const phrase = random.pick(phrases)
    if (phrase === undefined) continue
    for (const slot of kind === 'goods' ? [kind, 'business'] : [kind]) {
      slots[slot] = phrase
      slots[slot.charAt(0).toUpperCase() + slot.slice(1)] = sentenceCase(phrase)
    }
  }
  return slots
}

function figureSlots(hero: KnownAsset, random: SeededRandom): Slots {
  // Between a twentieth of a percent and five percent of what the company is worth.
  const worth = (hero.marketCapUsd ?? 5e9) * 10 ** (random.next() * 2 - 3.3)
  return {
    pct: String(random.next() < 0.6 ? random.between(3, 38) : random.between(3, 19, 1)),
    small: random.between(0.3, 4.9, 1).toFixed(1),
    money: money(worth),
    patients: String(random.between(12, 480) * 10),
    weeks: String(random.between(2, 12)),
  }
}

function money(dollars: number): string {
  if (dollars >= 1e9) return `$${(dollars / 1e9).toFixed(1)} billion`
  return `$${Math.max(5, Number((dollars / 1e6).toPrecision(2)))} million`
}

function outletCount(random: SeededRandom): number {
  const drawn = random.next()
  let share = 0
  const place = OUTLET_SHARES.findIndex((one) => {
    share += one
    return drawn < share
  })
  return place < 0 ? OUTLET_SHARES.length : place + 1
}

/** A moment of the days up to now: more of it lately, less on weekends and at night (UTC). */
function momentWithin({ days, nowMs }: DemoNewsOptions, random: SeededRandom): number {
  for (;;) {
    const ms = nowMs - days * DAY_MS * random.next() ** 1.3
    const at = new Date(ms)
    const weekend = at.getUTCDay() === 0 || at.getUTCDay() === 6
    const night = at.getUTCHours() < 5 || at.getUTCHours() > 21
    if (random.next() < (weekend ? 0.3 : 1) * (night ? 0.4 : 1)) return Math.floor(ms)
  }
}

/** Begins with a capital, unless the first word is spelt in its own way: iFlytek. */
function sentenceCase(text: string): string {
  return /^[a-z]+\b(?!\.)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

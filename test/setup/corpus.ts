import { DAY_MS } from '../../src/core/time/day.pure.ts'
import type { NewsItem } from '../../src/news/intake/feed-item.source.ts'
import { clock, newsItem } from './app.ts'

const OUTLETS = ['alpha_wire', 'beta_times', 'gamma_post']

const HEADLINES = [
  'Apple raises iPhone prices as demand surges',
  'Nvidia shares jump on strong AI chip demand from data centers',
  'Tesla recalls 200,000 cars over brake fault',
  'Toyota cuts its profit forecast as the yen strengthens',
  'Exxon warns of weak oil prices and lower profit',
  'Pfizer wins FDA approval for new cancer drug',
  'Boeing loses large order to Airbus',
  'Samsung Electronics expands memory chip output in Korea',
  'Microsoft to buy cloud security firm for $5 billion',
  'JPMorgan beats estimates as trading revenue climbs',
  'Alibaba fined by regulators in antitrust case',
  'TSMC cuts capital spending as demand for smartphone chips weakens',
  'Gold hits record high on rate cut hopes',
  'Bitcoin slides as regulators tighten crypto rules',
  'Nestle names new chief executive after board dispute',
  'Shell starts production at offshore wind farm',
  'Walmart raises full-year outlook on strong grocery sales',
  'Intel delays chip factory in Ohio',
  'Unilever sells ice cream unit',
  'Novo Nordisk shares plunge after obesity drug trial disappoints',
  // What a spreadsheet would run, with everything CSV has to quote.
  '=HYPERLINK("https://evil.example","Apple") and Tesla, up',
] as const

/** A small world of news: 21 events over ten days, every fourth told by three outlets, some with summaries in other languages. */
export function corpus(): NewsItem[] {
  return HEADLINES.flatMap((title, index) => {
    const published = clock.now() - Math.floor(index / 2) * DAY_MS - index * 61_000
    const outlets = index % 4 === 0 ? OUTLETS : OUTLETS.slice(index % 3, (index % 3) + 1)
    return outlets.map((source, place) =>
      newsItem({
        title,
        source,
        line: index + 1,
        url: `https://${source.replace('_', '-')}.example/story/${index}`,
        published: new Date(published + place * 600_000),
        briefText: index % 5 === 0 ? { en: `${title}.`, th: `ข่าวที่ ${index}`, ja: `ニュース ${index}` } : null,
      }),
    )
  })
}

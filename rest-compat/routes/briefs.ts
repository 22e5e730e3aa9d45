import type { Route } from '../route.ts'
import { NEWS_ITEM } from './fragments.ts'

const NODE = `node_id: nodeId name slug tier parent_id: parentId family_id: familyId layer description member_count: memberCount
  story_count_30d: storyCount30Days`

const MEMBER = 'ticker name country role exposure market_cap_usd: marketCapUsd node_id: nodeId reason'

const TALLY = 'pos: positiveCount neg: negativeCount ambiguous: ambiguousCount net_direction: netDirection'

const PULSE = `pulse { story_count: storyCount ${TALLY} pos_share: positiveShare
  series { date story_count: storyCount net_direction: netDirection } }`

const BRIEF = `
  applied_scope: appliedScope { megatrend scope news_type: newsTypes country: countries aspect gics: gicsCode lang: language }
  window { from to label }
  node { ${NODE} }
  ${PULSE}
  top_stories: topStories { ${NEWS_ITEM} }
  ripple { ticker name type direction strength story_count: storyCount path }
  winners { ticker name type net_direction: netDirection story_count: storyCount top_reason: topReason }
  losers { ticker name type net_direction: netDirection story_count: storyCount top_reason: topReason }
  aspect_heatmap: aspectHeatmap { aspect ${TALLY} }
  top_entities: topEntities { ticker name type story_count: storyCount net_direction: netDirection }
  top_assets: topAssets { ticker name type story_count: storyCount net_direction: netDirection }`

/** Routes of news summaries: the market, a theme, a megatrend. */
export const briefRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/brief',
    summary: 'Summary of the news of the market or a part of it: pulse, top stories, winners, losers, ripples.',
    field: 'brief',
    select: BRIEF,
    example: { window: '30d' },
  },
  {
    method: 'GET',
    path: '/v1/themes/{id}/summary',
    summary: 'Summary of the news of a megatrend and its subtree.',
    field: 'themeSummary',
    select: BRIEF,
    example: { id: 'semiconductors', window: '30d' },
  },
  {
    method: 'GET',
    path: '/v1/megatrends/{id}/summary',
    summary: 'A megatrend with its parent, children, members and news pulse of the last 30 days.',
    field: 'megatrendSummary',
    select: `node { ${NODE} keywords } parent { ${NODE} } children { ${NODE} }
      members { core { ${MEMBER} } secondary { ${MEMBER} } } ${PULSE}`,
    example: { id: 'artificial-intelligence' },
  },
]

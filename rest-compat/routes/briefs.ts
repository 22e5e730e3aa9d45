import { z } from 'zod'
import { briefInput, themeSummaryInput } from '../../src/brief/brief.input.ts'
import type { Route } from '../route.ts'
import { NEWS_ITEM } from './fragments.ts'

const NODE = `node_id: nodeId name slug tier parent_id: parentId family_id: familyId layer description member_count: memberCount
  story_count_30d: storyCount30d`

const MEMBER = 'ticker name country role exposure market_cap_usd: marketCapUsd node_id: nodeId reason'

const TALLY = 'pos neg ambiguous net_direction: netDirection'

const PULSE = `pulse { story_count: storyCount ${TALLY} pos_share: posShare
  series { date story_count: storyCount net_direction: netDirection } }`

const BRIEF = `
  applied_scope: appliedScope { megatrend news_type: newsType country aspect gics lang }
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

const SCOPE = {
  declared:
    '$window: String, $from: String, $to: String, $newsType: [String!], $country: [String!], $aspect: String, $gics: String, $lang: String',
  passed:
    'window: $window, from: $from, to: $to, newsType: $newsType, country: $country, aspect: $aspect, gics: $gics, lang: $lang',
}

/** The news of a time in brief. */
export const briefRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/brief',
    summary: 'The market, or a part of it, in brief: pulse, foremost stories, winners, losers, ripples.',
    input: briefInput,
    document: `query ($megatrend: Int, ${SCOPE.declared}) { brief(megatrend: $megatrend, ${SCOPE.passed}) { ${BRIEF} } }`,
    at: 'brief',
    example: { window: '30d' },
  },
  {
    method: 'GET',
    path: '/v1/themes/{id}/summary',
    summary: 'A megatrend in brief, its subtree included.',
    input: themeSummaryInput,
    document: `query ($id: String!, ${SCOPE.declared}) { themeSummary(id: $id, ${SCOPE.passed}) { ${BRIEF} } }`,
    at: 'themeSummary',
    example: { id: 'semiconductors', window: '30d' },
  },
  {
    method: 'GET',
    path: '/v1/megatrends/{id}/summary',
    summary: 'A megatrend with what surrounds it, its members and its pulse of the last 30 days.',
    input: z.strictObject({}),
    document: `query ($id: String!) { megatrendSummary(id: $id) {
      node { ${NODE} keywords } parent { ${NODE} } children { ${NODE} }
      members { core { ${MEMBER} } secondary { ${MEMBER} } } ${PULSE} } }`,
    at: 'megatrendSummary',
    example: { id: 'artificial-intelligence' },
  },
]

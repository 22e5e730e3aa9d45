import { megatrendsInput } from '../../src/megatrend/megatrend.schema.ts'
import type { Route } from '../route.ts'
import { PAGING } from './fragments.ts'

/** The megatrend taxonomy. */
export const megatrendRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/megatrends',
    summary: 'The megatrend taxonomy.',
    input: megatrendsInput,
    document: `query ($q: String, $tier: Int, $limit: Int, $offset: Int, $all: Boolean) {
      megatrends(q: $q, tier: $tier, limit: $limit, offset: $offset, all: $all) {
        nodes { node_id: nodeId name slug tier parent_id: parentId family_id: familyId layer description member_count: memberCount
          story_count_30d: storyCount30d } ${PAGING} } }`,
    at: 'megatrends',
    rows: 'nodes',
    example: { tier: 1 },
  },
]

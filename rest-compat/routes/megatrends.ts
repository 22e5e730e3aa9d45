import type { Route } from '../route.ts'

/** The megatrend taxonomy. */
export const megatrendRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/megatrends',
    summary: 'The megatrend taxonomy.',
    field: 'megatrends',
    select: `nodes: items { node_id: nodeId name slug tier parent_id: parentId family_id: familyId layer description
      member_count: memberCount story_count_30d: storyCount30Days }`,
    example: { tier: 1 },
  },
]

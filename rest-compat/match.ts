import type { ServedRoute as Route } from './served-route.ts'

/** Result of matching a path and a method. */
export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly variables: Readonly<Record<string, string>> }
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'nothing' }

/** A path of the table, taken apart: literal segments as they are, variables by name. */
interface Compiled {
  readonly segments: readonly { readonly literal: string | null; readonly variable: string }[]
  readonly route: Route
}

/** Builds the look-up of a route table. Literal segments win over variables; HEAD works where GET does. */
export function createMatcher(
  routes: readonly Route[],
): (method: string, path: string, query?: URLSearchParams) => Match {
  const byLength = Map.groupBy(
    routes.map(compiled).sort((a, b) => variableCount(a) - variableCount(b)),
    ({ segments }) => segments.length,
  )
  return (method, path, query) => {
    const segments = path.split('/').map(decode)
    let allow: Set<string> | null = null
    for (const { route, segments: pattern } of byLength.get(segments.length) ?? []) {
      const variables = bind(pattern, segments)
      if (!variables) continue
      const takes = route.method === method || (route.method === 'GET' && method === 'HEAD')
      if (takes && (!route.when || !query || route.when(query))) return { kind: 'route', route, variables }
      // A literal path hides the variable one only for the methods it has.
      allow ??= new Set()
      allow.add(route.method)
      if (route.method === 'GET') allow.add('HEAD')
    }
    return allow ? { kind: 'method', allow: [...allow, 'OPTIONS'].sort() } : { kind: 'nothing' }
  }
}

function compiled(route: Route): Compiled {
  const segments = route.path
    .split('/')
    .map((part) =>
      part.startsWith('{') ? { literal: null, variable: part.slice(1, -1) } : { literal: part, variable: '' },
    )
  return { route, segments }
}

function variableCount({ segments }: Compiled): number {
  return segments.filter(({ literal }) => literal === null).length
}

function bind(pattern: Compiled['segments'], segments: readonly (string | null)[]): Record<string, string> | null {
  for (let index = 0; index < pattern.length; index++) {
    const literal = pattern[index]?.literal ?? null
    if (literal === null ? !segments[index] : literal !== segments[index]) return null
  }
  const variables: Record<string, string> = {}
  for (const [index, { literal, variable }] of pattern.entries())
    if (literal === null) variables[variable] = segments[index] ?? ''
  return variables
}

function decode(segment: string): string | null {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

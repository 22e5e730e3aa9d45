import type { Route } from './route.ts'

/** What a path and method lead to. */
export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly variables: Readonly<Record<string, string>> }
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'nothing' }

interface Compiled {
  readonly segments: readonly string[]
  readonly route: Route
}

/** Builds the look-up of a route table. Literal segments win over variables; HEAD works where GET does. */
export function createMatcher(
  routes: readonly Route[],
): (method: string, path: string, query?: URLSearchParams) => Match {
  const compiled: Compiled[] = routes
    .map((route) => ({ route, segments: route.path.split('/') }))
    .sort((a, b) => variableCount(a.segments) - variableCount(b.segments))
  return (method, path, query) => {
    const segments = path.split('/')
    const allow = new Set<string>()
    for (const { route, segments: pattern } of compiled) {
      const variables = bind(pattern, segments)
      if (!variables) continue
      const takes = route.method === method || (route.method === 'GET' && method === 'HEAD')
      if (takes && (!route.when || !query || route.when(query))) return { kind: 'route', route, variables }
      // A literal path hides the variable one only for the methods it has.
      allow.add(route.method)
      if (route.method === 'GET') allow.add('HEAD')
    }
    return allow.size > 0 ? { kind: 'method', allow: [...allow, 'OPTIONS'].sort() } : { kind: 'nothing' }
  }
}

function variableCount(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith('{')).length
}

function bind(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const variables: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    const decoded = decode(segment)
    if (!part.startsWith('{')) {
      if (part !== decoded) return null
      continue
    }
    if (!decoded) return null
    variables[part.slice(1, -1)] = decoded
  }
  return variables
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

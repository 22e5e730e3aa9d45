/** What the ids of all invented outlets begin with; no real news is stored under such an outlet. */
const DEMO_OUTLET = 'demo_'

/** The data set an article of this outlet is marked with: `demo` for invented news, null for real news. */
export function markOfOutlet(source: string | undefined): 'demo' | null {
  return source?.startsWith(DEMO_OUTLET) ? 'demo' : null
}

import type { Context } from '../core/context.ts'

/** What the ids of all invented outlets begin with; no real news is stored under such an outlet. */
const DEMO_OUTLET = 'demo_'

/** Notes for the answer's headers whether rows of invented outlets go into it. */
export function noteDataSet(
  context: Pick<Context, 'dataSets'>,
  rows: Iterable<{ readonly source?: string } | null | undefined>,
): void {
  if (context.dataSets.has('demo')) return
  for (const row of rows) if (row?.source?.startsWith(DEMO_OUTLET)) context.dataSets.add('demo')
}

import '../core/env-file.ts'

import { issueKey, listKeys, planNames, revokeKey, rotateKey } from '../account/key.store.ts'
import { loadReference } from '../listing/reference.ingest.ts'
import { readOptions, runCommand, UsageError, withDatabase } from './command.ts'

const USAGE = `usage: npm run key -- create --plan PLAN [--name NAME] [--json]
       npm run key -- list [--json]
       npm run key -- revoke PREFIX [--json]
       npm run key -- rotate PREFIX [--json]`

await runCommand(async (args) => {
  const { values, positionals } = readOptions(
    args,
    { plan: { type: 'string' }, name: { type: 'string', default: '' }, json: { type: 'boolean', default: false } },
    USAGE,
  )
  const [action, prefix, ...rest] = positionals
  if (rest.length > 0) throw new UsageError(USAGE)
  const print = (facts: unknown, text: string) =>
    process.stdout.write(`${values.json ? JSON.stringify(facts) : text}\n`)
  const shown = (issued: { key: string; prefix: string; plan: string }) =>
    print(
      issued,
      `key     ${issued.key}\nprefix  ${issued.prefix}\nplan    ${issued.plan}\nThe key is shown only now: keep it.`,
    )

  return withDatabase(async () => {
    // A command may be the first thing that is run: the plans must stand.
    await loadReference()
    if (action === 'create' && prefix === undefined) {
      if (!values.plan) throw new UsageError(`--plan is needed, one of ${(await planNames()).join(', ')}\n${USAGE}`)
      const issued = await issueKey(values.plan.toLowerCase(), values.name)
      if (!issued) throw new UsageError(`There is no plan "${values.plan}". Plans: ${(await planNames()).join(', ')}`)
      shown(issued)
      return 0
    }
    if (action === 'list' && prefix === undefined) {
      const keys = await listKeys()
      const rows = keys.map(({ prefix, account, createdAt, revokedAt }) => ({
        prefix,
        plan: account.planName,
        name: account.name,
        created_at: createdAt.toISOString(),
        revoked_at: revokedAt?.toISOString() ?? null,
      }))
      const lines = rows.map((row) =>
        [row.prefix, row.plan.padEnd(14), row.revoked_at ? 'revoked' : 'live   ', row.created_at, row.name].join('  '),
      )
      print(rows, lines.join('\n') || 'There are no keys.')
      return 0
    }
    if (action === 'revoke' && prefix) {
      if (!(await revokeKey(prefix, new Date())))
        throw new UsageError(`There is no live key with the prefix "${prefix}".`)
      print({ prefix, revoked: true }, `${prefix} is revoked.`)
      return 0
    }
    if (action === 'rotate' && prefix) {
      const issued = await rotateKey(prefix, new Date())
      if (!issued) throw new UsageError(`There is no live key with the prefix "${prefix}".`)
      shown(issued)
      return 0
    }
    throw new UsageError(USAGE)
  })
})

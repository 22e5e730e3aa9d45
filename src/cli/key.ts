import '../core/env-file.ts'

import { type IssuedKey, issueKey, listKeys, revokeKey, rotateKey } from '../account/key/key.store.ts'
import { loadReference } from '../catalog/reference/reference.ingest.ts'
import { readReference } from '../catalog/reference/reference.source.ts'
import { exampleText, newCommand, runCommand, UsageError, withDatabase } from './command.ts'

const plans = (await readReference('plan')).rows.map((row) => row.name)

const command = newCommand(
  'key',
  'Makes, lists, revokes and rotates API keys; also while the service runs.',
  'key -- create --plan free --name laptop',
).option('--json', 'print the result as JSON')

command
  .command('create')
  .description('make a key and show it once')
  .option('--plan <plan>', `needed: ${plans.join(', ')}`, planOf)
  .option('--name <name>', 'a name to tell the key by', '')
  .addHelpText('after', exampleText('key -- create --plan free --name laptop'))
  .action(({ plan, name }) => {
    // Checked here because the library reports a missing option before a misspelt one.
    if (plan === undefined) throw new UsageError(`The option --plan is needed. Plans: ${plans.join(', ')}`)
    return withPlans(async () => {
      const issued = await issueKey(plan, name)
      if (!issued) throw new UsageError(`There is no plan "${plan}".`)
      printKey(issued)
    })
  })

command
  .command('list')
  .description('list all keys, revoked ones too')
  .addHelpText('after', exampleText('key -- list'))
  .action(() => withPlans(list))

command
  .command('revoke')
  .description('end a key: its next request is refused')
  .argument('<prefix>', 'the first 16 characters of the key')
  .addHelpText('after', exampleText('key -- revoke mi_live_Abc12345'))
  .action((prefix) =>
    withPlans(async () => {
      if (!(await revokeKey(prefix, new Date()))) throw noSuchKey(prefix)
      print({ prefix, revoked: true }, `${prefix} is revoked.`)
    }),
  )

command
  .command('rotate')
  .description('end a key and make another one of the same account')
  .argument('<prefix>', 'the first 16 characters of the key')
  .addHelpText('after', exampleText('key -- rotate mi_live_Abc12345'))
  .action((prefix) =>
    withPlans(async () => {
      const issued = await rotateKey(prefix, new Date())
      if (!issued) throw noSuchKey(prefix)
      printKey(issued)
    }),
  )

await runCommand(command)

function planOf(text: string): string {
  const plan = text.toLowerCase()
  if (plans.includes(plan)) return plan
  throw new UsageError(`There is no plan "${text}". Plans: ${plans.join(', ')}`)
}

/** A command may be the first thing that runs on a data folder: the plans are loaded before it. */
function withPlans(work: () => Promise<void>): Promise<void> {
  return withDatabase(async () => {
    await loadReference()
    await work()
  })
}

async function list(): Promise<void> {
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
}

function print(facts: unknown, text: string): void {
  process.stdout.write(`${command.opts().json ? JSON.stringify(facts) : text}\n`)
}

function printKey(issued: IssuedKey): void {
  const { key, prefix, plan } = issued
  print(issued, `key     ${key}\nprefix  ${prefix}\nplan    ${plan}\nThe key is shown only now: keep it.`)
}

function noSuchKey(prefix: string): UsageError {
  return new UsageError(`There is no live key with the prefix "${prefix}".`)
}

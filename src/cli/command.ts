import { access, constants } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import manifest from '../../package.json' with { type: 'json' }
import { config } from '../core/config.ts'
import { connect } from '../core/database/database.ts'
import { operatorMessage } from '../core/database/operator-message.ts'
import { fileProblem } from '../core/file/folder.source.ts'

/** A command was called in a wrong way; the message is one line for the person who typed it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A file that a command needs cannot be read; the message names it. */
export class FileError extends Error {
  override name = 'FileError'
  readonly reason: string

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`)
    this.reason = reason
  }
}

/** A command of package.json, `npm run SCRIPT`, with help, version and strict options; the example is what follows `npm run`. */
export function newCommand(script: string, description: string, example: string) {
  return new Command(`npm run ${script} --`)
    .description(description)
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', exampleText(example))
    .exitOverride()
}

/** The example at the end of a help text. */
export function exampleText(example: string): string {
  return `\nExample:\n  npm run ${example}`
}

/** Runs the command that was typed. Wrong use is one line on standard error and exit code 2, any other failure exit code 1. */
export async function runCommand(command: CommandUnknownOpts): Promise<void> {
  // A reader that closes early (`| head`) is no failure.
  process.stdout.on('error', () => process.exit(0))
  // What fails beside the work that is waited for ends the command all the same.
  process.on('unhandledRejection', endAtOnce)
  process.on('uncaughtException', endAtOnce)
  refuseRepeatedOptions(command)
  try {
    await command.parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) endAsParsed(command, error)
    else endAsFailed(error)
  }
  // The schema engine leaves a timer of ten seconds behind, which would keep a finished command from ending.
  await Promise.all([flushed(process.stdout), flushed(process.stderr)])
  process.exit()
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((settle) => stream.write('', () => settle()))
}

/** Exit code 0 after help and version; anything the parser refuses is printed as one line with the nearest known name. */
function endAsParsed(command: CommandUnknownOpts, error: CommanderError): void {
  process.exitCode = error.exitCode === 0 ? 0 : 2
  // The subcommand is missing: commander has printed the help.
  if (error.exitCode === 0 || error.code === 'commander.help') return
  const told = error.message
    .replace(/^error: ./, (start) => (start.at(-1) ?? '').toUpperCase())
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '')
  const known = command.commands.map((one) => one.name()).join(', ')
  const others =
    error.code === 'commander.unknownCommand' && !told.includes('Did you mean') ? `. Commands: ${known}` : ''
  process.stderr.write(`${told}${others}. Help: ${command.name()} --help\n`)
}

function endAtOnce(error: unknown): void {
  if (isInterrupted) return
  endAsFailed(error)
  process.exit()
}

function endAsFailed(error: unknown): void {
  const message = error instanceof UsageError || error instanceof FileError ? error.message : operatorMessage(error)
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${message ?? fault}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

function refuseRepeatedOptions(command: CommandUnknownOpts): void {
  for (const option of command.options) {
    let given = false
    command.on(`option:${option.name()}`, () => {
      if (given) throw new UsageError(`The option --${option.name()} is given twice.`)
      given = true
    })
  }
  for (const child of command.commands) refuseRepeatedOptions(child)
}

/** Throws a `FileError` when the file or folder cannot be read; `-` is standard input. */
export async function requireReadable(path: string): Promise<void> {
  if (path === '-') return
  await access(path, constants.R_OK).catch((error) => {
    throw new FileError(path, fileProblem(error))
  })
}

/** Runs `work` with the configured database open. */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const connecting = connect(null)
  const interrupt = onInterrupt(async () => (await connecting).close())
  try {
    const database = await connecting
    try {
      return await work()
    } finally {
      if (!isInterrupted) await database.close()
    }
  } catch (error) {
    // The database was closed under the work, which fails of it: the process is about to end.
    if (isInterrupted) await new Promise(() => {})
    throw error
  } finally {
    interrupt.forget()
  }
}

let isInterrupted = false

/** On Ctrl-C the database is closed before the process ends: unfinished writes roll back, no server is left behind. */
function onInterrupt(close: () => Promise<void>): { forget: () => void } {
  const stop = async (signal: NodeJS.Signals) => {
    isInterrupted = true
    // Work under way may hold a connection for long: it is not waited for. The second signal ends the process at once.
    await Promise.race([close().catch(() => {}), setTimeout(config.databaseUrl === null ? SERVER_ENDS_MS : LEAVE_MS)])
    process.stderr.write('Interrupted: what was finished stays, the rest was undone.\n')
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  return {
    forget() {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}

/** How long an embedded server may take to start and to stop; leaving earlier would leave it behind. */
const SERVER_ENDS_MS = 60_000
/** How long it may take to leave a database of others. */
const LEAVE_MS = 5_000

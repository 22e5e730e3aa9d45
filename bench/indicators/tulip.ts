import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PriceBars } from '../../src/screen/technical/line-key.pure.ts'

const run = promisify(execFile)
const TULIND = 'tulind@0.8.20'

/** Microseconds per series and last values by row, of Tulip's C compiled here. */
export type TulipResults = ReadonlyMap<string, { readonly microseconds: number; readonly last: readonly number[] }>

/**
 * Times Tulip Indicators, whose C source comes with the npm package tulind, compiled with -O3. The package is fetched into a temporary
 * folder without running its scripts: it is no dependency, because its installation compiles or downloads a binary. A text says why
 * there is no result.
 */
export async function runTulip(series: readonly PriceBars[], length: number): Promise<TulipResults | string> {
  const folder = await mkdtemp(join(tmpdir(), 'tulip-'))
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', TULIND], { cwd: folder })
    const source = join(folder, 'node_modules/tulind/external')
    const program = join(folder, 'tulip')
    const harness = fileURLToPath(new URL('tulip.c', import.meta.url))
    const flags = ['-O3', '-march=native', '-w', '-I', source]
    await run('cc', [...flags, harness, join(source, 'tiamalgamation.c'), '-o', program, '-lm'])
    const data = join(folder, 'series.bin')
    const columns = (['high', 'low', 'close'] as const).flatMap((name) => series.map((bars) => bars[name]))
    await writeFile(
      data,
      Buffer.concat(columns.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))),
    )
    const { stdout } = await run(program, [data, String(series.length), String(length)], { maxBuffer: 2 ** 26 })
    return readResults(stdout)
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.message) : String(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A row of several functions takes the sum of their times; its value is the last one's. */
function readResults(stdout: string): TulipResults {
  const results = new Map<string, { microseconds: number; last: readonly number[] }>()
  for (const line of stdout.trim().split('\n')) {
    const [name = '', time, ...last] = line.split('\t')
    const microseconds = Number(time) + (results.get(name)?.microseconds ?? 0)
    results.set(name, { microseconds, last: last.map(Number) })
  }
  return results
}

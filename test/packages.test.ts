import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

/** Licences that let anybody run, change and pass on the service, alone or in a closed product. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT and ISC',
  'Unlicense',
]
/** Packages of other licences, each with the reason why the service is not bound by it. */
const EXCEPTED: Readonly<Record<string, string>> = {
  elkjs: "EPL-2.0; npm installs it with Prisma's command line, a peer of the client, and the service never loads it",
}

/** The parts of CycloneDX that the tests look at. */
const billOfMaterials = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      group: z.string().optional(),
      name: z.string(),
      version: z.string(),
      licenses: z
        .array(
          z.union([
            z.object({ license: z.object({ id: z.string() }) }),
            z.object({ license: z.object({ name: z.string() }) }),
            z.object({ expression: z.string() }),
          ]),
        )
        .default([]),
    }),
  ),
})
type Component = z.output<typeof billOfMaterials>['components'][number]

const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`)
const licencesOf = ({ licenses }: Component) =>
  licenses.map((one) =>
    'expression' in one ? one.expression : 'id' in one.license ? one.license.id : one.license.name,
  )

const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const manifest = z
  .object({ dependencies: z.record(z.string(), z.string()), allowScripts: z.record(z.string(), z.boolean()) })
  .parse(JSON.parse(file('package.json')))
const lock = z
  .object({ packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })) })
  .parse(JSON.parse(file('package-lock.json')))

describe('the packages', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })

  test('are listed by npm run sbom, in CycloneDX', () => {
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const names = billOfMaterials.parse(JSON.parse(stdout)).components.map(nameOf)
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
    expect(names).not.toContain('vitest')
  })

  test('every package at runtime has a licence that permits its use', () => {
    const { components } = billOfMaterials.parse(JSON.parse(stdout))
    const others = components
      .filter((one) => licencesOf(one).length === 0 || !licencesOf(one).every((id) => PERMISSIVE.includes(id)))
      .map((one) => [nameOf(one), ...licencesOf(one)])
    expect(
      others.map(([name]) => name),
      JSON.stringify(others),
    ).toEqual(Object.keys(EXCEPTED))
  })

  test('install scripts run only where package.json says so', () => {
    const scripted = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1))
      .filter((name) => name !== '')
    expect(scripted.filter((name = '') => !(name in manifest.allowScripts))).toEqual([])
  })
})

import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const shared = {
  // However busy the machine is; a test that hangs still ends.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  restoreMocks: true,
  sequence: { shuffle: true },
  setupFiles: ['test/setup/no-network.ts', 'test/setup/property-seed.ts'],
}

const onDatabase = {
  globalSetup: ['test/setup/database.ts'],
  env: { LOG_LEVEL: 'silent', SECRET_KEY: 'a secret of the tests, for linked keys only' },
}
const ofProcesses = {
  ...shared,
  ...onDatabase,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Processes depend on the machine as a whole; .ci/run names those that were started twice.
  retry: 1,
}

/** Tests that call the app in their own process. */
const SERVICE = ['test/{api,demo,rest,screen}/**/*.test.ts', 'test/{bench,docs,env,fuzz,fuzz-documents,schema}.test.ts']
/**
 * The longest ones: every command of the README, first starts with the whole demo that are killed, disks that are full. They run with
 * `npm run check` and in .ci/run; `npm test` leaves them out, so that it takes minutes less.
 */
const RELEASE = ['test/fault/{readme,kill-first-start,full-disk}.test.ts']

/** The tests of faults take longest and wait most: begun first, none of them is what all the others have to wait for. */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFault = ({ moduleId }: TestSpecification) => moduleId.includes('/test/fault/')
    return [...sorted.filter(isFault), ...sorted.filter((file) => !isFault(file))]
  }
}

export default defineConfig({
  // One copy of graphql: plugins that bring their own would not recognise our schema.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    // More than the cores: the tests of crashes and starts mostly wait.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: FaultsFirst },
    projects: [
      {
        extends: true,
        test: { ...shared, name: 'pure', isolate: false, include: ['src/**/*.test.ts', 'rest-compat/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...onDatabase,
          name: 'service',
          // Each file opens a database of its own and closes it: what modules keep belongs to an open one.
          isolate: false,
          include: SERVICE,
        },
      },
      {
        extends: true,
        test: { ...ofProcesses, name: 'process', include: ['test/**/*.test.ts'], exclude: [...SERVICE, ...RELEASE] },
      },
      {
        extends: true,
        test: { ...ofProcesses, name: 'release', include: RELEASE },
      },
    ],
  },
})

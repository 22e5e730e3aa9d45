import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const shared = {
  // Properties and processes take their time on a busy machine; a test that hangs still ends.
  testTimeout: 30_000,
  restoreMocks: true,
  sequence: { shuffle: true },
  setupFiles: ['test/setup/no-network.ts', 'test/setup/property-seed.ts'],
}

export default defineConfig({
  // One copy of graphql: plugins that bring their own would not recognise our schema.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    // Every core: the tests of crashes and starts mostly wait.
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { ...shared, name: 'pure', include: ['src/**/*.test.ts', 'rest-compat/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...shared,
          name: 'service',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/setup/database.ts'],
          hookTimeout: 60_000,
          env: { LOG_LEVEL: 'silent' },
        },
      },
    ],
  },
})

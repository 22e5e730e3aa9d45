// Imported for its effect, and first of all: variables of a `.env` in the project's folder count where the environment does not say otherwise.
try {
  process.loadEnvFile(new URL('../../.env', import.meta.url))
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

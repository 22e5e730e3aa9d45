import { defineConfig } from 'prisma/config'

/** For `prisma generate`, and for `prisma migrate deploy` where the schema engine can be downloaded. */
export default defineConfig({ schema: 'prisma/schema', migrations: { path: 'prisma/migrations' } })

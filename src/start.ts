import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// What Node.js compiled is kept beside the dependencies for the next start; where nothing can be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
await import('./server.ts')

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { root } from './base/root.ts'

// Reuses compiled code of the last start, saving a quarter of the work. Skipped if it cannot be written.
enableCompileCache(join(root, 'node_modules/.cache/compiled'))

const { startServer } = await import('./start.ts')
await startServer(process.env)

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { root } from './base/root.ts'

// Compiled code of the last start: a quarter less work at this one. Where nothing can be written it is done without.
enableCompileCache(join(root, 'node_modules/.cache/compiled'))

const { startServer } = await import('./start.ts')
await startServer(process.env)

// Registers a faster way to load drizzle before anything that needs it is linked.
import './database/lean-drizzle.ts'

const { startServer } = await import('./start.ts')
await startServer(process.env)

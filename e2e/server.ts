import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'

type Server = { url: string }
type Environment = Record<string, string>

/** Each worker's own server: demo data in a fresh folder, on a free port. */
export const test = base.extend<object, { server: Server; environment: Environment }>({
  environment: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ environment }, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'fivequart-e2e-'))
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const child = startServer({ ...environment, PORT: String(port), DATA_DIR: folder })
      try {
        await untilHealthy(url, child)
        await liftNetworkLimit(url)
        await provide({ url })
      } finally {
        await stop(child)
        await rm(folder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ server }, provide) => provide(server.url),
})

export { expect } from '@playwright/test'

/** All test guests share this one address. */
async function liftNetworkLimit(url: string): Promise<void> {
  const send = (method: string, path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    })
  const entered = await send('POST', '/api/auth/demo', { role: 'admin' })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0]
  const answer = await send('PUT', '/api/admin/settings', { maxGuestBookingsPerNetwork: 0 }, cookie)
  if (!answer.ok) throw new Error(`The limit was not lifted: ${answer.status}`)
}

/** `log` collects the server's output; without it the output is shown. */
export function startServer(
  env: Record<string, string>,
  log?: (text: string) => void,
): ChildProcess {
  // Modules a test loads into a server can only share state with its sources, not with a build.
  const main = env.NODE_OPTIONS
    ? ['--import=./src/server/database/lean-drizzle.ts', 'src/server/main.ts']
    : ['dist/server/main.mjs']
  const child = spawn(process.execPath, main, {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'warn', REQUESTS_PER_MINUTE: '0', ...env },
    stdio: ['ignore', log ? 'pipe' : 'inherit', 'inherit'],
  })
  child.stdout?.on('data', (chunk) => log?.(String(chunk)))
  return child
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 45_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server was not healthy in time')
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

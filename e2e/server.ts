import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
  type Route,
  test as base,
} from '@playwright/test'
import { freePort } from '#server/testing/test-programs.ts'
import type { Role } from '#shared/rules/roles.ts'
import { serverTimeHeader } from '#shared/rules/server-time.ts'
import { signInAs } from './calls.ts'

type Server = { url: string }
type Environment = Record<string, string>
type People = {
  /** A page in a browser of its own, signed in as the demo's user of that role. */
  newPage: (role?: Role | null, options?: BrowserContextOptions) => Promise<Page>
  /** An admin's page in a browser of its own. */
  office: Page
}

/** Each worker's own server: demo data in a fresh folder, on a free port. */
export const test = base.extend<People, { server: Server; environment: Environment }>({
  environment: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ environment }, provide) => {
      const server = await ownServer()
      try {
        await server.start(environment)
        await liftNetworkLimit(server.url)
        await provide(server)
      } finally {
        await server.end()
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ server }, provide) => provide(server.url),
  newPage: async ({ browser, baseURL }, provide) => {
    const opened: BrowserContext[] = []
    await provide(async (role = null, options = {}) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options })
      opened.push(context)
      markAnswers(context)
      context.on('page', markAnswers)
      if (role) await signInAs(context.request, role)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
  context: async ({ context }, provide) => {
    markAnswers(context)
    context.on('page', markAnswers)
    await provide(context)
  },
  office: async ({ newPage }, provide) => provide(await newPage('admin')),
})

export { expect } from '@playwright/test'

/** Answers that a test gives in the server's place get its mark; pages and plain text, which it would not send, do not. */
function markAnswers(place: Page | BrowserContext): void {
  const [route, unroute] = [place.route.bind(place), place.unroute.bind(place)]
  const marking = new Map<unknown, Handler>()
  place.route = (url, handler, options) => {
    const marked: Handler = (intercepted, request) => handler(markAnswer(intercepted), request)
    marking.set(handler, marked)
    return route(url, marked, options)
  }
  place.unroute = (url, handler) => unroute(url, marking.get(handler))
}

type Handler = (route: Route, request: Request) => unknown

function markAnswer(route: Route): Route {
  const fulfill = route.fulfill.bind(route)
  route.fulfill = (options = {}) =>
    fulfill(
      options.response || options.contentType === 'text/html'
        ? options
        : {
            ...options,
            headers: { [serverTimeHeader]: new Date().toISOString(), ...options.headers },
          },
    )
  return route
}

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

/** A server on a free port, whose data lasts in a fresh folder until `end`; `log` collects its output, otherwise shown. */
export async function ownServer(log?: (text: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'fivequart-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const stop = async () => {
    if (!child || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    url,
    async start(settings: Environment = {}) {
      child = startServer({ PORT: String(port), DATA_DIR: folder, ...settings }, log)
      await untilHealthy(url, child)
    },
    stop,
    async end() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function startServer(env: Environment, log?: (text: string) => void): ChildProcess {
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

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 45_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server was not healthy in time')
}

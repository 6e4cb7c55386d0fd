import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { TooMany } from './errors.ts'
import type { Handlers, SignedIn } from './handlers.ts'
import { answerUnknownPath } from './error-handler.ts'
import { DatabaseFault, isOutOfService } from '../database/sql-state.ts'
import { makeLog } from '#server/base/log.ts'
import { buildServer, type ServerOptions } from './server.ts'

/** The server with handlers that only know their names; a cookie `who` names the signed-in person. */
async function serve(options: Partial<ServerOptions> = {}, more: Partial<Handlers> = {}) {
  const lines: Record<string, unknown>[] = []
  const handlers = {
    'GET /api/health': () => ({ status: 'ok' }),
    'GET /api/addon-services': () => [],
    'GET /api/notifications': () => [],
    'POST /api/auth/email-code': () => ({ success: true, expiresInSeconds: 600 }),
    'GET /api/config': () => {
      throw new Error('broken')
    },
    ...more,
  } as Partial<Handlers> as Handlers
  const app = await buildServer({
    handlers,
    isShutOut: async () => undefined,
    personOf: async ({ cookies: { who: id } }) =>
      id
        ? ({
            id,
            role: id === 'tech' ? 'technician' : 'customer',
            active: true,
            sessionHash: id,
            language: null,
          } satisfies SignedIn)
        : null,
    repeats: (_mode, _scope, _body, act) => act(),
    origin: undefined,
    logger: makeLog({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }),
    requestsPerMinute: 0,
    trustProxy: 0,
    isOutOfService,
    ...options,
  })
  app.setNotFoundHandler(answerUnknownPath)
  return { app, lines }
}

test.each(['/api/health', '/api/config', '/api/no-such-call', '/no-such-page'])(
  'the answer to %s is marked with the time of the server',
  async (url) => {
    const { app } = await serve()
    const { headers } = await app.inject(url)
    const said = Date.parse(String(headers['x-server-time']))
    expect(Math.abs(said - Date.now())).toBeLessThan(60_000)
  },
)

const json = { 'content-type': 'application/json' }
const post = { method: 'POST' as const, url: '/api/auth/email-code', headers: json }

test.each([
  [200, { url: '/api/health?who=ada@example.com' }],
  [202, { ...post, payload: '{"email":"ada@example.com"}' }],
  [400, { ...post, payload: '{' }],
  [400, { ...post, payload: '{}' }],
  [401, { url: '/api/notifications' }],
  [403, { ...post, payload: '{}', headers: { ...json, origin: 'https://evil.example' } }],
  [404, { url: '/api/nothing' }],
  [404, { url: '/api/jobs/%zz' }],
  [401, { url: `/api/jobs/${'x'.repeat(3000)}` }],
  [404, { method: 'DELETE' as const, url: '/api/health' }],
  [413, { ...post, payload: JSON.stringify('x'.repeat(2_000_000)) }],
  [415, { ...post, payload: 'a=1', headers: { 'content-type': 'text/plain' } }],
  [500, { url: '/api/config' }],
])('%i: one line in the log, an id in the answer', async (status, request) => {
  const { app, lines } = await serve()
  const answer = await app.inject(request)
  expect(answer.statusCode).toBe(status)
  const answered = lines.filter(({ msg }) => msg === 'answered')
  expect(answered).toHaveLength(1)
  expect(answered[0]).toMatchObject({ status, reqId: answer.headers['x-request-id'] })
  expect(lines).toHaveLength(status === 500 ? 2 : 1)
  expect(JSON.stringify(answered)).not.toContain('ada@')
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  if (status >= 400)
    expect(answer.json()).toMatchObject({
      message: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
    })
})

test('clients cannot choose a request id', async () => {
  const { app } = await serve()
  const headers = { 'x-request-id': 'chosen', 'request-id': 'chosen' }
  const answer = await app.inject({ url: '/api/health', headers })
  expect(answer.headers['x-request-id']).not.toBe('chosen')
})

test('a failure is logged with its cause', async () => {
  const { app, lines } = await serve()
  await app.inject('/api/config')
  expect(JSON.stringify(lines[0])).toMatch(/GET \/api\/config failed.*broken/)
})

test.each(['/api/health', '/api/nothing', '/api/config', '/api/jobs/%zz'])(
  '%s has the headers that keep browsers safe',
  async (url) => {
    const { app } = await serve()
    const { headers } = await app.inject(url)
    const policy = String(headers['content-security-policy'])
    const directives = Object.fromEntries(
      policy.split(';').map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]),
    )
    expect(directives).toEqual({
      'connect-src': "'self'",
      'frame-src': "'self'",
      'default-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'self'",
      'font-src': "'self'",
      'img-src': "'self' data: blob:",
      'object-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
    })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'permissions-policy': expect.stringMatching(
        /^payment=\(\), geolocation=\(self\), camera=\(\)/,
      ),
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  },
)

test.each<[string, Partial<ServerOptions>, Record<string, string>, boolean]>([
  ['a site at https', { origin: 'https://oil.example.com' }, {}, true],
  ['a site at http', { origin: 'http://localhost:3000' }, { 'x-forwarded-proto': 'https' }, false],
  ['behind a proxy that speaks https', { trustProxy: 1 }, { 'x-forwarded-proto': 'https' }, true],
  ['a stranger who claims https', {}, { 'x-forwarded-proto': 'https' }, false],
])('%s', async (_site, options, sent, expected) => {
  const { app } = await serve(options)
  for (const url of ['/api/health', '/api/nothing']) {
    const { headers } = await app.inject({ url, headers: sent })
    expect(headers['strict-transport-security']).toBe(expected ? 'max-age=31536000' : undefined)
  }
})

test.each([
  [{ retryAfterSeconds: 86_400 }, '86400'],
  [undefined, '60'],
])('too many requests are answered with the time to retry: %j', async (details, seconds) => {
  const ask = () => {
    throw new TooMany(undefined, details)
  }
  const { app } = await serve({}, { 'GET /api/addon-services': ask })
  const { statusCode, headers } = await app.inject('/api/addon-services')
  expect([statusCode, headers['retry-after']]).toEqual([429, seconds])
})

test('requests in progress at shutdown are answered, and their connections closed', async () => {
  const started = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<{ status: 'ok' }>()
  const health = () => {
    started.resolve()
    return finished.promise
  }
  const { app } = await serve({}, { 'GET /api/health': health })
  const closing = Promise.withResolvers<void>()
  app.addHook('preClose', async () => closing.resolve())
  const url = await app.listen({ port: 0 })
  const answer = fetch(`${url}/api/health`)
  await started.promise
  const closed = app.close()
  await closing.promise
  finished.resolve({ status: 'ok' })
  const { status, headers } = await answer
  expect([status, headers.get('connection')]).toEqual([200, 'close'])
  await closed
})

test('too many calls get the seconds to wait, in the closed form', async () => {
  const { app } = await serve({ requestsPerMinute: 2 })
  const ask = () => app.inject('/api/addon-services')
  expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200])
  const answer = await ask()
  expect(answer.statusCode).toBe(429)
  expect(answer.json()).toEqual({
    message: 'Too many requests. Please wait a minute and try again.',
    code: 'too_many',
    details: { retryAfterSeconds: 60 },
  })
  expect(answer.headers['retry-after']).toBe('60')
  expect((await app.inject('/api/health')).statusCode).toBe(200)
})

test('a call may have a limit of its own', async () => {
  const { app } = await serve({ requestsPerMinute: 1000 })
  const statuses: number[] = []
  for (let n = 0; n < 121; n++)
    statuses.push(
      (await app.inject({ ...post, payload: '{"email":"ada@example.com"}' })).statusCode,
    )
  expect(statuses.filter((status) => status === 202)).toHaveLength(120)
  expect(statuses.at(-1)).toBe(429)
})

type From = { who?: string; ip?: string; forwarded?: string }

async function countAnswered(trustProxy: number, ...requests: From[]): Promise<number> {
  const { app } = await serve({ requestsPerMinute: 3, trustProxy })
  let answered = 0
  for (const { who, ip = '192.0.2.1', forwarded } of requests) {
    const headers = {
      ...(who && { cookie: `who=${who}` }),
      ...(forwarded && { 'x-forwarded-for': forwarded }),
    }
    const request = { url: '/api/addon-services', remoteAddress: ip, headers }
    if ((await app.inject(request)).statusCode === 200) answered += 1
  }
  return answered
}

const six = [0, 1, 2, 3, 4, 5]

test('signed-out people count by address, whatever they claim', async () => {
  expect(await countAnswered(0, ...six.map(() => ({})))).toBe(3)
  expect(await countAnswered(0, ...six.map((n) => ({ ip: `192.0.2.${n}` })))).toBe(6)
  expect(await countAnswered(0, ...six.map((n) => ({ forwarded: `192.0.2.${n}` })))).toBe(3)
})

test('an IPv6 subscriber counts once, with any number of addresses', async () => {
  expect(await countAnswered(0, ...six.map((n) => ({ ip: `2001:db8::${n}` })))).toBe(3)
  expect(await countAnswered(0, ...six.map((n) => ({ ip: `2001:db8:0:${n}::1` })))).toBe(6)
})

test('signed-in people cannot be locked out by strangers at the same address', async () => {
  const strangers = six.map(() => ({}))
  expect(await countAnswered(0, ...strangers, { who: 'ada' }, { who: 'eve' })).toBe(5)
  expect(await countAnswered(0, ...six.map((n) => ({ who: 'ada', ip: `192.0.2.${n}` })))).toBe(3)
})

test('behind a proxy the address it saw counts, not a forged one', async () => {
  const spoofed = six.map((n) => ({ forwarded: `203.0.113.${n}, 198.51.100.7` }))
  expect(await countAnswered(1, ...spoofed)).toBe(3)
  const people = six.map((n) => ({ forwarded: `203.0.113.9, 198.51.100.${n}` }))
  expect(await countAnswered(1, ...people)).toBe(6)
  const behindTwo = six.map((n) => ({ forwarded: `6.6.6.6, 203.0.113.${n}, 10.0.0.1` }))
  expect(await countAnswered(2, ...behindTwo)).toBe(6)
})

test('an idle connection does not delay shutdown', async () => {
  const { app } = await serve()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const unused = connect({ host: '127.0.0.1', port })
  await once(unused, 'connect')
  const ended = once(unused, 'close')
  await app.close()
  await ended
}, 5000)

test('an unreachable database answers 503 with a time to retry', async () => {
  const lost = () => {
    throw new Error('Failed query', { cause: new DatabaseFault('53100', 'could not extend file') })
  }
  const { app, lines } = await serve({}, { 'GET /api/addon-services': lost })
  const answer = await app.inject({ url: '/api/addon-services' })
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    { code: 'unavailable', message: 'We cannot reach our data at the moment. Please try again.' },
  ])
  expect(lines.some(({ level, msg }) => level === 50 && msg === 'failed')).toBe(true)
})

test('no link or feed secret appears in the log', async () => {
  const { app, lines } = await serve()
  for (const url of [
    '/guest/kept-secret',
    '/guest/kept-secret/receipt',
    '/calendar/kept-secret.ics',
  ])
    await app.inject({ url })
  expect(lines).toHaveLength(3)
  expect(JSON.stringify(lines)).not.toContain('kept-secret')
})

const addons = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `${n}`,
    name: 'Wiper blades',
    price: '24.99',
    taxable: true,
  }))

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['', undefined, (bytes: Buffer) => bytes],
] as const)(
  'a long answer to %j is sent as %s with the same content',
  async (accepted, sent, unpack) => {
    const { app } = await serve({}, { 'GET /api/addon-services': async () => addons(100) })
    const answer = await app.inject({
      url: '/api/addon-services',
      headers: { 'accept-encoding': accepted },
    })
    expect(answer.headers['content-encoding']).toBe(sent)
    expect(answer.headers.vary).toContain('accept-encoding')
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    expect(JSON.parse(unpack(answer.rawPayload).toString())).toEqual(addons(100))
    if (sent) expect(answer.rawPayload.length).toBeLessThan(1000)
  },
)

test('a short answer is sent unchanged', async () => {
  const headers = { 'accept-encoding': 'br' }
  const { app } = await serve({}, { 'GET /api/addon-services': async () => addons(2) })
  const short = await app.inject({ url: '/api/addon-services', headers })
  expect(short.headers['content-encoding']).toBeUndefined()
  expect(short.json()).toEqual(addons(2))
})

async function dial(app: FastifyInstance) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port })
  await once(socket, 'connect')
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
  socket.on('error', () => {})
  const gone = new Promise((resolve) => socket.once('close', resolve))
  return { socket, heard: () => heard, gone }
}

const soon = { headersMs: 100, callMs: 200, checkedEveryMs: 20 }

test.each<[string, string, (write: (text: string) => void) => void]>([
  ['sends nothing', '408', () => {}],
  ['begins headers', '408', (write) => write('GET /api/health HTTP/1.1\r\nHost: a\r\n')],
  [
    'never ends its body',
    '408',
    (write) =>
      write(
        'POST /api/auth/email-code HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"email"',
      ),
  ],
])('a client that %s is disconnected, however often a byte arrives', async (_, status, begin) => {
  const { app } = await serve({ connections: soon })
  const { socket, heard, gone } = await dial(app)
  begin((text) => void socket.write(text))
  const drip = setInterval(() => socket.bytesWritten && !heard() && socket.write('x'), 20)
  await gone.finally(() => clearInterval(drip))
  expect(heard()).toContain(`HTTP/1.1 ${status} `)
  expect((await app.inject('/api/health')).statusCode).toBe(200)
})

test('a file may take as long as it needs while it arrives', async () => {
  const { app } = await serve(
    { connections: { ...soon, callMs: 400, fileBytes: 2 } },
    { 'PUT /api/photo-parts/{upload}': ({ body }) => ({ received: body.byteLength }) },
  )
  app.addHook('onRequest', async ({ headers }) => void (headers.cookie = 'who=tech'))
  const { socket, heard, gone } = await dial(app)
  const path = '/api/photo-parts/7b0f1bd0-5a0e-4c7e-9a52-0d3a3f5f9a11?from=0'
  const begin = (length: number) =>
    `PUT ${path} HTTP/1.1\r\nHost: a\r\nCookie: who=tech\r\nContent-Type: image/jpeg\r\nContent-Length: ${length}\r\n\r\n`
  socket.write(begin(30))
  for (let n = 0; n < 30; n++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.write('x')
  }
  await expect.poll(heard).toContain('"received":30')
  // Too slow, or silent.
  socket.write(begin(30))
  await gone
  expect(heard()).toContain('HTTP/1.1 408 ')
})

test('a client that stops reading is disconnected', async () => {
  const { app } = await serve({ connections: { idleMs: 200 } })
  let given = 0
  let ended = false
  const rows = async function* () {
    try {
      for (;;) {
        given += 1
        yield 'x'.repeat(64 * 1024)
      }
    } finally {
      ended = true
    }
  }
  app.get('/endless', (_request, reply) => reply.send(Readable.from(rows(), { objectMode: false })))
  const { socket } = await dial(app)
  socket.pause()
  socket.write('GET /endless HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => ended).toBe(true)
  socket.destroy()
  // Only what fits our and the system's buffers, not all of it.
  expect(given).toBeLessThan(500)
})

test('connections beyond the limit are refused, and existing ones continue', async () => {
  const { app } = await serve({ connections: { most: 2 } })
  const [one, two, three] = [await dial(app), await dial(app), await dial(app)]
  await three.gone
  for (const { socket, heard } of [one, two]) {
    socket.write('GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(heard).toContain('HTTP/1.1 200 ')
  }
  one.socket.destroy()
  await one.gone
  await expect
    .poll(async () => {
      const { socket, heard, gone } = await dial(app)
      socket.write('GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n')
      await Promise.race([once(socket, 'data'), gone])
      socket.destroy()
      return heard().slice(0, 12)
    })
    .toBe('HTTP/1.1 200')
})

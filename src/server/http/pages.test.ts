import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLanguage } from '#server/base/language.ts'
import { answerErrors } from './error-handler.ts'
import type { PageAnswers } from './app-page.ts'
import { logoFacts } from '#shared/rules/logo.ts'
import { publicPages, servePublicPages } from './public-pages.ts'
import { serveClient } from './static-files.ts'

const parent = mkdtempSync(join(tmpdir(), 'fivequart-pages-'))
const folder = join(parent, 'client')
const values = {
  title: 'T',
  brandName: '<b>Oil & "Sons"</b>',
  tagline: '',
  supportEmail: '',
  supportPhone: '',
  supportDialed: '',
  openDays: '',
  openHours: '',
  openTimes: '',
  claims: '',
  replyTime: '',
  cardPayments: '',
  fees: '',
  paysDirectly: '',
  salesTax: '',
  prices: '',
  origin: '',
  ...logoFacts(null),
  description: '',
  headline: '',
  introduction: '',
  emergency: '',
  ownTerms: '',
  ownPrivacy: '',
  ownFaq: '',
  hasFaq: '',
  lists: { faq: [], terms: [], privacy: [] } as Record<
    'faq' | 'terms' | 'privacy',
    Record<string, string>[]
  >,
  demo: false,
}
const facts =
  '<p>%?supportEmail%%supportEmail%%:supportEmail%No mail.%/supportEmail%' +
  '%*faq%<b>%question%</b>%?answer%<i>%answer%</i>%:answer%%/answer%%/*faq%' +
  '%?supportPhone%%supportPhone% with %?supportEmail%%supportEmail%%:supportEmail%none%/supportEmail%%:supportPhone%No phone.%/supportPhone%</p>'
const shell = '<head></head><p>the app</p>'
const shown = '<head><script type="application/json" id="answers">[]</script></head><p>the app</p>'
const screens = [
  { path: '/orders', audience: ['customer'], files: ['assets/orders.js', 'assets/orders.css'] },
  { path: '/orders', audience: ['signed-out'], files: ['assets/sign-in.js'] },
]
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  mkdirSync(join(folder, '.vite'))
  for (const name of [
    '.env',
    '.vite/manifest.json',
    '.vite/manifest.json.br',
    'assets/app-abc.js.map',
  ])
    writeFileSync(join(folder, name), '{}')
  const words = ['spanish.ts', 'es/shared.json', 'es/technician.json', 'es/admin.json'].map(
    (source) => [
      `src/shared/texts/${source}`,
      { file: `assets/words-${basename(source).split('.')[0]}.js` },
    ],
  )
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(words)))
  writeFileSync(join(parent, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'index.html'), shell)
  writeFileSync(join(folder, '.vite/screens.json'), JSON.stringify(screens))
  writeFileSync(join(folder, 'sw.js'), 'worker')
  writeFileSync(join(folder, 'assets', 'app-abc.js'), 'code')
  for (const name of publicPages)
    writeFileSync(join(folder, `${name}.es.html`), `<h1>${name} de %brandName%</h1>`)
  for (const name of publicPages)
    writeFileSync(
      join(folder, `${name}.html`),
      `<h1>${name} of %brandName%</h1><!--demo-->D<!--/demo-->${facts}`,
    )
  app = fastify({ routerOptions: { maxParamLength: 20_000 } })
  app.setErrorHandler(answerErrors(() => false))
  app.addHook('onRequest', ({ headers }, _reply, done) =>
    inLanguage(headers['accept-language'] ?? null, done),
  )
  const sendApp = await serveClient(app, {
    folder,
    demo: false,
    answersFor: async ({ headers }) =>
      headers.authorization === undefined
        ? { answers: [], late: [] }
        : (JSON.parse(headers.authorization) as PageAnswers),
  })
  servePublicPages(app, {
    folder,
    sendApp,
    values: () => values,
    hasSession: ({ headers }) => headers.cookie !== undefined,
  })
})
afterAll(async () => {
  await app.close()
  rmSync(parent, { recursive: true })
})

test('visitors get the public pages with the brand as text', async () => {
  const { payload } = await app.inject('/')
  expect(payload).toMatch(/^<h1>landing of &#60;b&#62;Oil &#38; &#34;Sons&#34;&#60;\/b&#62;<\/h1>/)
  expect((await app.inject('/contact')).payload).toMatch(/^<h1>contact of /)
})

test('a fact appears once the business has set it, else its fallback', async () => {
  expect((await app.inject('/privacy')).payload).toContain('<p>No mail.No phone.</p>')
  Object.assign(values, { supportEmail: 'a@b.c' })
  expect((await app.inject('/privacy')).payload).toContain('<p>a@b.cNo phone.</p>')
  Object.assign(values, { supportPhone: '%brandName%' })
  expect((await app.inject('/privacy')).payload).toContain('<p>a@b.c%brandName% with a@b.c</p>')
  Object.assign(values, { supportEmail: '', supportPhone: '' })
})

test('lists by the owner are repeated as plain text', async () => {
  values.lists.faq = [
    { question: 'Why <u>?', answer: '%brandName% %?answer%' },
    { question: 'How?', answer: '' },
  ]
  expect((await app.inject('/privacy')).payload).toContain(
    '<b>Why &#60;u&#62;?</b><i>&#37;brandName&#37; &#37;?answer&#37;</i><b>How?</b>No phone.',
  )
  values.lists.faq = []
})

test('a page is compressed for clients that accept it, with current settings', async () => {
  const packed = () => app.inject({ url: '/terms', headers: { 'accept-encoding': 'gzip, br' } })
  const first = await packed()
  expect(first.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding, accept-language, cookie',
    'cache-control': 'no-cache',
  })
  values.brandName = 'Quick Oil'
  expect(brotliDecompressSync((await packed()).rawPayload).toString()).toContain('Quick Oil')
})

test.each(publicPages)('the page %s is never sent unfilled or with demo content', async (name) => {
  for (const url of [`/${name}.html`, `/%6c${name.slice(1)}.html`, `//${name}.html`])
    expect((await app.inject({ url })).payload).not.toMatch(/%brandName%|>D</)
})

test("a page is in the requester's language, or the app if there is none", async () => {
  const asked = (language: string) =>
    app.inject({ url: '/terms', headers: { 'accept-language': language } })
  const [english, spanish, accented] = [await asked('en'), await asked('es'), await asked('en-XA')]
  expect(english.payload).toMatch(/^<h1>terms of /)
  expect(spanish.payload).toMatch(/^<h1>terms de /)
  expect(spanish.headers).toMatchObject({
    'content-language': 'es',
    vary: 'accept-encoding, accept-language, cookie',
  })
  expect(accented.payload).toBe(shown)
  expect((await app.inject('/terms.es.html')).payload).not.toMatch(/%brandName%/)
})

test('people with a session get the app at the same address', async () => {
  expect((await app.inject({ url: '/', headers: { cookie: 'a=1' } })).payload).toBe(shown)
})

test.each([
  '/booking',
  '/admin/booking',
  '/job/1/communication?tab=2',
  '/Orders/',
  '/vehicles/a%20b',
])('%s is a page of the app', async (url) => {
  expect((await app.inject(url)).payload).toBe(shown)
  const asked = await app.inject({ method: 'HEAD', url })
  expect([asked.statusCode, asked.payload]).toEqual([200, ''])
})

test.each([
  '/books',
  '/demo/outbox',
  '/job',
  '/job/1/communication/2',
  '/apiary',
  '/assetsy',
  '/favicon.ico',
  '/orders//',
  '/job//1',
])('%s has no page, and the app answers with its status', async (url) => {
  const { statusCode, payload, headers } = await app.inject(url)
  expect([statusCode, payload]).toEqual([404, shown])
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  const asked = await app.inject({ method: 'HEAD', url })
  expect([asked.statusCode, asked.payload]).toEqual([404, ''])
})

test.each(['//orders', '//evil.example', '//evil.example/orders?x', '///'])(
  '%s requested directly gets the not-found page',
  async (path) => {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' }).catch(() => app.listeningOrigin)
    const { port } = new URL(origin)
    const asked = get({ port, path, host: '127.0.0.1', agent: false })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect([answer.statusCode, await text(answer)]).toEqual([404, shown])
  },
)

test.each(['/guest/secret', '/guest/secret/receipt?x', '/unsubscribe/secret'])(
  '%s is neither cached, indexed nor sent as referrer',
  async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await app.inject({ method, url })
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
    }
  },
)

test.each(['/api', '/api/nothing', '/api?x', '/ws', '/assets/none.js', '/assets'])(
  '%s is not a page',
  async (url) => {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  },
)

test.each(['/.vite/manifest.json', '/%2evite/manifest.json', '/.env', '/assets/app-abc.js.map'])(
  '%s is private, and not served',
  async (url) => {
    for (const headers of [{}, { 'accept-encoding': 'br' }]) {
      const answer = await app.inject({ url, headers })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    }
  },
)

test('pages only answer GET and HEAD', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const)
    expect((await app.inject({ method, url: '/booking' })).statusCode).toBe(404)
})

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/..%5csecret.txt',
  '//secret.txt',
  '/%00secret.txt',
  '/sw.js%00',
  '/assets/app-abc.js/',
])('%s does not escape the folder', async (url) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.payload).not.toContain('secret')
})

test('a conditional request gets a short answer', async () => {
  const url = '/assets/app-abc.js'
  const { headers, payload } = await app.inject(url)
  expect([payload, headers['cache-control']]).toEqual([
    'code',
    'public, max-age=31536000, immutable',
  ])
  const known = { 'if-none-match': String(headers.etag) }
  expect((await app.inject({ url, headers: known })).statusCode).toBe(304)
  expect((await app.inject({ url: '/sw.js' })).headers['cache-control']).toBe('no-cache')
})

test.each([{ range: 'bytes=900-' }, { 'if-match': '"other"' }, { range: 'nonsense' }])(
  'a file requested with %j is not a server error',
  async (headers) => {
    expect((await app.inject({ url: '/sw.js', headers })).statusCode).toBeLessThan(500)
  },
)

test.each(['index.html', 'public.html'])(
  '%s has no script the content policy would block',
  (name) => {
    const text = readFileSync(join(import.meta.dirname, '../../..', name), 'utf8')
    expect(text.match(/<script(?![^>]*\ssrc=)[^>]*>/g)).toBe(null)
    expect(text).not.toMatch(/<[^>]+\son\w+=/i)
  },
)

test.each([
  ['/vehicle-lookup', 'camera=(self)'],
  ['/vehicle-lookup?next=1', 'camera=(self)'],
  ['/orders', undefined],
  ['/guest-booking', undefined],
  ['/vehicle-lookup/2', undefined],
])('%s is allowed %s', async (url, camera) => {
  const { headers } = await app.inject({ url, headers: { cookie: 'a=1' } })
  const policy = String(headers['permissions-policy'] ?? '').split(', ')
  expect(policy.find((each) => each.startsWith('camera'))).toBe(camera)
})

test('the page embeds answers as data that cannot end its script', async () => {
  const name = '</script><script>alert(1)</script><!--'
  const answers = [{ key: ['GET /api/config'], status: 200, body: { brandName: name } }]
  const { payload, headers } = await app.inject({
    url: '/orders',
    headers: { authorization: JSON.stringify({ answers, late: [] }) },
  })
  const [, data = '', rest] = /id="answers">(.*?)<\/script>(.*)/s.exec(payload) ?? []
  expect(data).not.toContain('<')
  expect(JSON.parse(data)).toEqual(answers)
  expect(rest).toBe('</head><p>the app</p>')
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store' })
  expect(headers.etag).toBeUndefined()
})

test.each([
  [
    'customer',
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/orders.js">' +
      '<link rel="preload" as="style" crossorigin href="/assets/orders.css">' +
      '<link rel="preload" as="fetch" crossorigin href="/api/orders?page=%221">',
  ],
  [
    null,
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/sign-in.js">' +
      '<link rel="preload" as="fetch" crossorigin href="/api/orders?page=%221">',
  ],
  ['admin', '<link rel="preload" as="fetch" crossorigin href="/api/orders?page=%221">'],
])('the page names the files of the screen %s', async (role, links) => {
  const user = role ? { status: 200, body: { role, active: true } } : { status: 401, body: {} }
  const answers = [{ key: ['GET /api/auth/user'], ...user }]
  const { payload } = await app.inject({
    url: '/orders',
    headers: { authorization: JSON.stringify({ answers, late: ['/api/orders?page="1'] }) },
  })
  expect(payload.startsWith(`<head>${links}<script type="application/json"`)).toBe(true)
})

test.each([
  { language: 'es', asked: 'en', words: ['spanish', 'shared', 'technician'] },
  { language: null, asked: 'es', words: ['spanish', 'shared', 'technician'] },
  { language: 'en', asked: 'es', words: [] },
])(
  'the page names the words of a technician who reads $language and asks in $asked',
  async ({ language, asked, words }) => {
    const body = { role: 'technician', active: true, language }
    const answers = [{ key: ['GET /api/auth/user'], status: 200, body }]
    const { payload } = await app.inject({
      url: '/orders',
      headers: { authorization: JSON.stringify({ answers, late: [] }), 'accept-language': asked },
    })
    const named = [
      ...payload.matchAll(/<link rel="modulepreload"[^>]* href="\/assets\/words-(\w+)\.js">/g),
    ]
    expect(named.map(([, word]) => word)).toEqual(words)
  },
)

test.each([
  '/guest/garbage%00x',
  '/guest/%00',
  '/guest/a%2f..%2f..%2fb',
  '/guest/..%5c..%5cb',
  '/guest/./x',
  '/guest/%2e%2e/x',
  '/unsubscribe/x%00',
  '/booking%00',
  '/nothing/%00',
  '/guest/.x',
  '/guest/a%0d%0ab',
  '/guest/%ef%bf%bf',
  '/guest/x?%00=%zz',
  `/guest/${'x'.repeat(9000)}`,
])('the malformed address %s shows a page', async (url) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await app.inject({ method, url })
    expect([
      answer.statusCode === 200 || answer.statusCode === 404,
      answer.headers['content-type'],
    ]).toEqual([true, 'text/html; charset=utf-8'])
  }
})

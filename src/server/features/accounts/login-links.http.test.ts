import type { FastifyInstance } from 'fastify'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openIdProvider } from '#server/adapters/oidc/openid.ts'
import { startTestIssuer, testClient } from '#server/adapters/oidc/test-issuer.ts'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { type Browser, buildSite, openBrowser } from './test-site.ts'

useTestDatabase()

const ada = { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' }
let issuer: Awaited<ReturnType<typeof startTestIssuer>>
let site: FastifyInstance

beforeAll(async () => {
  issuer = await startTestIssuer()
})
afterAll(() => issuer.close())
beforeEach(async () => {
  Object.assign(issuer, { person: ada, fault: undefined })
  const options = { issuer: issuer.url, clientId: testClient.id, clientSecret: testClient.secret }
  site = await buildSite({
    identityProvider: openIdProvider(options),
    adminEmail: 'boss@example.com',
  })
})
afterEach(() => site.close())

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

async function leave(browser: Browser, next = '') {
  const out = await browser.call(`GET /api/auth/login?with=oidc${next && `&next=${next}`}`)
  expect(out.status).toBe(302)
  return String(out.headers.location)
}

async function visit(browser: Browser, next?: string) {
  const back = await issuer.visit(await leave(browser, next))
  expect(back).toMatch(/^http:\/\/fivequart\.example\/api\/auth\/callback\?/)
  return (await browser.call(`GET ${pathOf(back)}`)).headers.location
}

test.each(['/api/auth/login', '/api/login'])('%s leads to the sign-in page', async (path) => {
  const browser = openBrowser(site)
  const to = async (query: string) => (await browser.call(`GET ${path}${query}`)).headers.location
  expect(await to('')).toBe('/sign-in')
  expect(await to('?next=%2Forders')).toBe('/sign-in?next=%2Forders')
  expect(await to('?next=https%3A%2F%2Fevil.example')).toBe('/sign-in')
  expect(await to('?utm_source=mail')).toBe('/sign-in')
})

test('signed-in people go straight to their destination', async () => {
  const browser = openBrowser(site)
  browser.cookies.set('fq_session', await startSession((await makeUser()).id))
  const out = await browser.call('GET /api/login?next=%2Forders')
  expect(out.headers.location).toBe('/orders')
})

test('without a provider everything leads to the sign-in page', async () => {
  const plain = await buildSite()
  for (const path of ['/api/auth/login?with=oidc', '/api/auth/callback?code=x&state=y'])
    expect((await openBrowser(plain).call(`GET ${path}`)).headers.location).toBe('/sign-in')
  await plain.close()
})

test('a verified person gets an account, a session, and their destination', async () => {
  const browser = openBrowser(site)
  expect(await visit(browser, '%2Fbooking')).toBe('/booking')
  expect(await browser.call('GET /api/auth/user')).toMatchObject({
    status: 200,
    body: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', role: null },
  })
  expect(browser.cookies.has('fq_oidc')).toBe(false)
})

test('an existing account is found by the verified e-mail and keeps its name', async () => {
  const user = await makeUser({ email: 'ada@example.com', firstName: 'Countess' })
  const browser = openBrowser(site)
  await visit(browser)
  const { body } = await browser.call('GET /api/auth/user')
  expect(body).toMatchObject({ id: user.id, firstName: 'Countess', role: 'customer' })
})

test('ADMIN_EMAIL applies here too', async () => {
  issuer.person = { ...ada, email: 'boss@example.com' }
  const browser = openBrowser(site)
  await visit(browser)
  expect((await browser.call('GET /api/auth/user')).body.role).toBe('admin')
})

test('an unverified e-mail is refused and linked to no account', async () => {
  await makeUser({ email: 'ada@example.com' })
  issuer.person = { ...ada, email_verified: false }
  const browser = openBrowser(site)
  expect(await visit(browser, '%2Forders')).toBe('/sign-in?error=unverified_email&next=%2Forders')
  expect(browser.cookies.has('fq_session')).toBe(false)
})

test('cancelling, an error and a closed account return with their reason', async () => {
  issuer.fault = 'person cancels'
  expect(await visit(openBrowser(site))).toBe('/sign-in?error=cancelled')
  issuer.fault = 'another nonce'
  expect(await visit(openBrowser(site))).toBe('/sign-in?error=failed')
  issuer.fault = undefined
  await makeUser({ email: 'ada@example.com', deactivatedAt: new Date() })
  expect(await visit(openBrowser(site))).toBe('/sign-in?error=account_closed')
  await db().update(users).set({ role: 'technician' })
  expect(await visit(openBrowser(site))).toBe('/sign-in?error=deactivated')
  expect(await db().select().from(sessions)).toEqual([])
})

test('an unreachable issuer is reported before anyone is redirected', async () => {
  issuer.fault = 'is down'
  expect(await leave(openBrowser(site))).toBe('/sign-in?error=provider_unreachable')
})

test('a return not started by this browser is refused', async () => {
  const back = pathOf(await issuer.visit(await leave(openBrowser(site))))
  const victim = openBrowser(site)
  expect((await victim.call(`GET ${back}`)).headers.location).toBe('/sign-in?error=expired')
  await leave(victim)
  expect((await victim.call(`GET ${back}`)).headers.location).toBe('/sign-in?error=expired')
  expect(victim.cookies.has('fq_session')).toBe(false)
  expect(await db().select().from(users).where(eq(users.email, ada.email))).toEqual([])
})

test('a return works once', async () => {
  const browser = openBrowser(site)
  const back = pathOf(await issuer.visit(await leave(browser)))
  expect((await browser.call(`GET ${back}`)).headers.location).toBe('/')
  expect((await browser.call(`GET ${back}`)).headers.location).toBe('/sign-in?error=expired')
})

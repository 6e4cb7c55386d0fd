import type { FastifyInstance } from 'fastify'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { db, notify } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import { addToTeam } from '#server/features/technicians/actions/team.ts'
import { buildSite, openBrowser, signInByCode } from '#server/features/accounts/test-site.ts'
import { endSessions, startSession } from './change-sessions.ts'
import { subscribeToSessions } from './person-of.ts'
import { onSessionChange, type SessionChange } from './session-changes.ts'

useTestDatabase()

const email = 'ada@example.com'
const daysLater = (days: number) => travelTo(new Date(Date.now() + days * 86_400_000))
let site: FastifyInstance
let stopFollowing: () => Promise<void>

beforeEach(async () => {
  site = await buildSite()
  stopFollowing = await subscribeToSessions()
})
afterEach(async () => {
  travelBack()
  await stopFollowing()
  await site.close()
})

const whoAmI = async (browser: ReturnType<typeof openBrowser>) =>
  (await browser.call('GET /api/auth/user')).status

async function signedIn(user: { id: string }) {
  const browser = openBrowser(site)
  browser.cookies.set('fq_session', await startSession(user.id))
  return browser
}

test('the cookie is hidden from scripts and other sites, and lasts thirty days', async () => {
  const { cookies } = await signInByCode(openBrowser(site), email)
  expect(cookies.find(({ name }) => name === 'fq_session')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 30 * 86_400,
  })
})

test('on https cookies are bound to this host, and others are not read', async () => {
  const secure = await buildSite({ origin: 'https://fivequart.example' })
  const browser = openBrowser(secure)
  const { cookies } = await signInByCode(browser, email)
  expect(cookies.map(({ name }) => name.slice(0, 7))).not.toContain('fq_sess')
  expect(cookies.find(({ name }) => name === '__Host-fq_session')).toMatchObject({ secure: true })
  expect(await whoAmI(browser)).toBe(200)
  const planted = openBrowser(secure)
  planted.cookies.set('fq_session', browser.cookies.get('__Host-fq_session') ?? '')
  expect(await whoAmI(planted)).toBe(401)
  await secure.close()
})

test('no one is signed in without a cookie, with a guessed one, or with its stored hash', async () => {
  const user = await makeUser()
  await startSession(user.id)
  const [row] = await db().select().from(sessions)
  const browser = openBrowser(site)
  for (const token of ['', 'guess', row?.tokenHash ?? '', 'x'.repeat(5000)]) {
    browser.cookies.set('fq_session', token)
    expect(await whoAmI(browser)).toBe(401)
  }
})

test('a session slides: used every twenty days it stays, unused for thirty it ends', async () => {
  const browser = await signedIn(await makeUser())
  daysLater(20)
  expect(await whoAmI(browser)).toBe(200)
  daysLater(40)
  expect(await whoAmI(browser)).toBe(200)
  daysLater(71)
  expect(await whoAmI(browser)).toBe(401)
})

test('signing out ends the session, not only the cookie', async () => {
  const browser = await signedIn(await makeUser())
  const token = browser.cookies.get('fq_session') ?? ''
  expect(await whoAmI(browser)).toBe(200)
  const out = await browser.call('GET /api/logout', {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(out).toMatchObject({ status: 302, headers: { location: '/' } })
  expect(browser.cookies.has('fq_session')).toBe(false)
  browser.cookies.set('fq_session', token)
  expect(await whoAmI(browser)).toBe(401)
  expect(await db().select().from(sessions)).toEqual([])
})

test.each<Record<string, string>>([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' },
  { referer: 'https://evil.example/page' },
])('a link on another site does not sign out: %j', async (headers) => {
  const browser = await signedIn(await makeUser())
  expect((await browser.call('GET /api/logout', { headers })).headers.location).toBe('/')
  expect(await whoAmI(browser)).toBe(200)
})

test('signing out without a session also leads to the landing page', async () => {
  const out = await openBrowser(site).call('GET /api/logout')
  expect(out).toMatchObject({ status: 302, headers: { location: '/' } })
})

test("signing in again ends this browser's previous session", async () => {
  const browser = await signedIn(await makeUser())
  await signInByCode(browser, email)
  expect(await db().select().from(sessions)).toHaveLength(1)
})

test('all sessions of a person end at once, even if just used', async () => {
  const person = await makeUser({ role: 'technician' })
  const bystander = await signedIn(await makeUser())
  const browsers = [await signedIn(person), await signedIn(person)]
  for (const browser of [...browsers, bystander]) expect(await whoAmI(browser)).toBe(200)
  const heard: SessionChange[] = []
  const stop = onSessionChange((change) => heard.push(change))
  await endSessions(person.id)
  for (const browser of browsers) expect(await whoAmI(browser)).toBe(401)
  expect(await whoAmI(bystander)).toBe(200)
  expect(heard).toContainEqual({ userId: person.id })
  stop()
})

test('a session cached here is dropped when another process ends it', async () => {
  const person = await makeUser()
  const browser = await signedIn(person)
  expect(await whoAmI(browser)).toBe(200)
  await db().delete(sessions).where(eq(sessions.userId, person.id))
  const heard = new Promise((resolve) => onSessionChange(resolve))
  await notify('sessions', JSON.stringify({ userId: person.id }))
  await heard
  expect(await whoAmI(browser)).toBe(401)
})

test('a deactivated person is signed out even with a session row left', async () => {
  const person = await makeUser()
  const browser = await signedIn(person)
  await db().update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, person.id))
  expect(await whoAmI(browser)).toBe(401)
})

test('a new admin is one on the next request', async () => {
  const grantAdmin = async (whom: string) =>
    (await addToTeam({ email: whom, confirmed: true }, null)).outcome
  const person = await makeUser({ email })
  const browser = await signedIn(person)
  expect(await whoAmI(browser)).toBe(200)
  expect(await grantAdmin(email)).toBe('granted')
  expect((await browser.call('GET /api/auth/user')).body.role).toBe('admin')
  expect(await grantAdmin(email)).toBe('was admin')
  expect(await grantAdmin('new@example.com')).toBe('new account')
  expect((await signInByCode(openBrowser(site), 'new@example.com')).body.role).toBe('admin')
})

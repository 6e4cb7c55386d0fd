import type { FastifyInstance } from 'fastify'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { anotherCode, buildSite, mailedCode, openBrowser } from './test-site.ts'

useTestDatabase()

let site: FastifyInstance
beforeEach(async () => {
  site = await buildSite()
})
afterEach(() => site.close())

async function signedIn(wanted: Parameters<typeof makeUser>[0] = {}) {
  const user = await makeUser(wanted)
  const browser = openBrowser(site)
  browser.cookies.set('fq_session', await startSession(user.id))
  return { user, ...browser }
}

const setRole = (browser: ReturnType<typeof openBrowser>, role: unknown) =>
  browser.call('POST /api/auth/set-role', { body: { role } })

test('a customer is active at once', async () => {
  const browser = await signedIn({ role: null })
  expect(await setRole(browser, 'customer')).toMatchObject({
    status: 200,
    body: { role: 'customer', active: true },
  })
})

test('a technician waits for approval, and admins are notified', async () => {
  const admin = await signedIn({ role: 'admin' })
  const browser = await signedIn({ role: null, email: 'tess@example.com' })
  expect((await setRole(browser, 'technician')).body).toMatchObject({
    role: 'technician',
    active: false,
  })
  const { body } = await admin.call('GET /api/notifications')
  expect(body).toMatchObject([{ type: 'technician_waiting', read: false }])
  expect(body[0].message).toContain('tess@example.com')
})

test('of two concurrent choices of a role, customer stays, and only once', async () => {
  const browser = await signedIn({ role: null })
  const both = await Promise.all([setRole(browser, 'customer'), setRole(browser, 'technician')])
  // A waiting technician may still become a customer.
  expect(both[0]?.status).toBe(200)
  expect([200, 409]).toContain(both[1]?.status)
  expect((await browser.call('GET /api/auth/user')).body.role).toBe('customer')
  expect((await setRole(browser, 'technician')).status).toBe(409)
})

test.each(['admin', '', null, 'Customer'])('the role %j cannot be chosen', async (role) => {
  const browser = await signedIn({ role: null })
  expect((await setRole(browser, role)).status).toBe(400)
  expect((await browser.call('GET /api/auth/user')).body.role).toBeNull()
})

const profile = { firstName: 'Ada', lastName: 'Lovelace', phone: '(555) 010-0001' }
const stored = { ...profile, phone: '+15550100001' }

test('name and phone change while the e-mail stays, however it is typed', async () => {
  const browser = await signedIn({ email: 'ada@example.com' })
  const body = { ...profile, email: ' ADA@example.com' }
  expect(await browser.call('PATCH /api/auth/user', { body })).toMatchObject({
    status: 200,
    body: { ...stored, email: 'ada@example.com' },
  })
})

test('a new e-mail counts once its code is entered, and the old address is notified', async () => {
  const browser = await signedIn({ email: 'old@example.com' })
  const body = { ...profile, email: 'new@example.com' }
  const first = await browser.call('PATCH /api/auth/user', { body })
  expect(first).toMatchObject({ status: 409, body: { details: { reason: 'email_code_needed' } } })
  const emailCode = await mailedCode('new@example.com')
  const wrong = { ...body, emailCode: anotherCode(emailCode) }
  expect((await browser.call('PATCH /api/auth/user', { body: wrong })).status).toBe(400)
  expect((await browser.call('GET /api/auth/user')).body.email).toBe('old@example.com')
  const changed = await browser.call('PATCH /api/auth/user', { body: { ...body, emailCode } })
  expect(changed).toMatchObject({ status: 200, body: { email: 'new@example.com', ...stored } })
  const mails = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, 'old@example.com'))
  expect(mails[0]?.body).toContain('new@example.com')
})

test('a code for one address does not prove another', async () => {
  const browser = await signedIn({ email: 'old@example.com' })
  const body = { ...profile, email: 'mine@example.com' }
  await browser.call('PATCH /api/auth/user', { body })
  const emailCode = await mailedCode('mine@example.com')
  const stolen = { ...profile, email: 'victim@example.com', emailCode }
  expect((await browser.call('PATCH /api/auth/user', { body: stolen })).status).toBe(400)
  expect((await browser.call('GET /api/auth/user')).body.email).toBe('old@example.com')
})

test('only the owner of an address learns that it is taken', async () => {
  await makeUser({ email: 'taken@example.com' })
  const browser = await signedIn({ email: 'old@example.com' })
  const change = (email: string, emailCode?: string) =>
    browser.call('PATCH /api/auth/user', { body: { ...profile, email, emailCode } })
  const [free, taken] = [await change('free@example.com'), await change('taken@example.com')]
  expect(taken.status).toBe(free.status)
  expect(taken.body.details).toEqual(free.body.details)
  const proven = await change('taken@example.com', await mailedCode('taken@example.com'))
  expect(proven.status).toBe(409)
  expect(proven.body.message).toContain('account of its own')
  const [user] = await db().select().from(users).where(eq(users.id, browser.user.id))
  expect(user).toMatchObject({ email: 'old@example.com', firstName: 'Pat' })
})

test.each([
  [{ firstName: '' }, 'First name is required'],
  [{ email: 'nowhere' }, 'Invalid email address'],
])('%j is refused with its sentence', async (change, message) => {
  const browser = await signedIn()
  const body = { ...profile, email: browser.user.email, ...change }
  expect(await browser.call('PATCH /api/auth/user', { body })).toMatchObject({
    status: 400,
    body: { message },
  })
})

test('role, id and other fields cannot be smuggled in', async () => {
  const browser = await signedIn()
  const body = { ...profile, email: browser.user.email, role: 'admin' }
  expect((await browser.call('PATCH /api/auth/user', { body })).status).toBe(400)
})

test('all five preferences are stored', async () => {
  const browser = await signedIn()
  const preferences = {
    emailNotifications: false,
    smsNotifications: true,
    marketingEmails: true,
    appointmentReminders: false,
    serviceUpdates: false,
  }
  await browser.call('PATCH /api/user/notifications', { body: preferences })
  expect((await browser.call('GET /api/auth/user')).body).toMatchObject(preferences)
  const part = { smsNotifications: true }
  expect((await browser.call('PATCH /api/user/notifications', { body: part })).status).toBe(400)
})

test('another site cannot change anything', async () => {
  const browser = await signedIn({ role: null })
  const headers = { origin: 'https://evil.example' }
  const answer = await browser.call('POST /api/auth/set-role', {
    body: { role: 'customer' },
    headers,
  })
  expect(answer.status).toBe(403)
})

test('a technician awaiting approval may become a customer, an approved one may not', async () => {
  const waiting = await signedIn({ role: 'technician', approvedAt: null })
  const change = (browser: typeof waiting, role: 'customer' | 'technician') =>
    browser.call('POST /api/auth/set-role', { body: { role } })
  expect(await change(waiting, 'customer')).toMatchObject({
    status: 200,
    body: { role: 'customer', active: true },
  })
  // Now it is set.
  expect((await change(waiting, 'technician')).status).toBe(409)
  const approved = await signedIn({ role: 'technician', approvedAt: new Date() })
  expect((await change(approved, 'customer')).status).toBe(409)
})

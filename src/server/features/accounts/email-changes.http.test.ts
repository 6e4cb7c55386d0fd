import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { now, travelBack, travelTo } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { changeEmailForPerson, makeDueEmailChanges } from './actions/change-email.ts'
import { type Browser, buildSite, mailedCode, openBrowser, signInByCode } from './test-site.ts'

useTestDatabase()

let site: FastifyInstance
beforeEach(async () => {
  site = await buildSite()
})
afterEach(async () => {
  travelBack()
  await site.close()
})

const inMinutes = (minutes: number) => travelTo(new Date(now().getTime() + minutes * 60_000))
const inHours = (hours: number) => inMinutes(hours * 60)
const profile = { firstName: 'Ada', lastName: 'Lovelace' }

async function signedIn(user: { id: string }): Promise<Browser> {
  const browser = openBrowser(site)
  browser.cookies.set('fq_session', await startSession(user.id))
  return browser
}

const change = (browser: Browser, email: string, emailCode?: string) =>
  browser.call('PATCH /api/auth/user', { body: { ...profile, email, emailCode } })
const statusOf = async (browser: Browser) => (await browser.call('GET /api/auth/user')).status
const emailOf = async (id: string) =>
  (await db().select().from(users).where(eq(users.id, id)))[0]?.email

/** The token of the undo link in the newest mail to an address. */
async function undoToken(address: string): Promise<string> {
  await runDueTasks()
  const mails = await db().select().from(sentMessages).where(eq(sentMessages.recipient, address))
  const tokens = mails.flatMap(({ body }) => /\/undo-email\/([\w.-]+)/.exec(body)?.[1] ?? [])
  const token = tokens.at(-1)
  if (!token) throw new Error(`No undo link was mailed to ${address}`)
  return token
}
const undo = (token: string) =>
  openBrowser(site).call('POST /api/account/email-changes/undo', { body: { token } })

test('with an older session the present address is proven first, then the new one', async () => {
  const browser = await signedIn(await makeUser({ email: 'old@example.com' }))
  inMinutes(11)
  const mailedTo = (answer: Awaited<ReturnType<typeof change>>) => [
    answer.status,
    answer.body.details?.mailedTo,
  ]
  expect(mailedTo(await change(browser, 'new@example.com'))).toEqual([409, 'present'])
  const [asked] = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, 'old@example.com'))
  expect(asked?.body).toMatch(/changes the e-mail address .* to new@example\.com/)
  // Only the new address proves nothing, even with a code of its own.
  await browser.call('POST /api/auth/email-code', { body: { email: 'new@example.com' } })
  const alone = await mailedCode('new@example.com')
  expect(mailedTo(await change(browser, 'new@example.com', alone))).toEqual([409, 'present'])
  const present = await mailedCode('old@example.com')
  expect(mailedTo(await change(browser, 'new@example.com', present))).toEqual([409, 'new'])
  const [, told] = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, 'new@example.com'))
    .orderBy(sentMessages.createdAt)
  expect(told?.body).not.toContain('account')
  const code = await mailedCode('new@example.com')
  expect(await change(browser, 'new@example.com', code)).toMatchObject({
    status: 200,
    body: { email: 'new@example.com' },
  })
})

test('a change signs out every other browser, and its mail gives the account back', async () => {
  const user = await makeUser({ email: 'old@example.com' })
  const [browser, other] = [await signedIn(user), await signedIn(user)]
  await change(browser, 'thief@example.com')
  await change(browser, 'thief@example.com', await mailedCode('thief@example.com'))
  expect([await statusOf(browser), await statusOf(other)]).toEqual([200, 401])
  // A second change does not make the first one final.
  inMinutes(1)
  await change(browser, 'thief2@example.com')
  await change(browser, 'thief2@example.com', await mailedCode('thief2@example.com'))
  expect(await emailOf(user.id)).toBe('thief2@example.com')
  inHours(6 * 24)
  const token = await undoToken('old@example.com')
  expect(await undo(token)).toMatchObject({ status: 200, body: { email: 'old@example.com' } })
  expect(await statusOf(browser)).toBe(401)
  expect(await emailOf(user.id)).toBe('old@example.com')
  expect((await undo(token)).status).toBe(404)
  expect((await undo(await undoToken('thief@example.com'))).status).toBe(404)
  expect((await signInByCode(openBrowser(site), 'old@example.com')).body.id).toBe(user.id)
})

test('an undo link ends after seven days, and one that is not ours never works', async () => {
  const user = await makeUser({ email: 'old@example.com' })
  const browser = await signedIn(user)
  await change(browser, 'new@example.com')
  await change(browser, 'new@example.com', await mailedCode('new@example.com'))
  const token = await undoToken('old@example.com')
  for (const forged of [
    'x',
    `${token}0`,
    token.replace(/.$/, '!'),
    `${user.id}.${token.slice(37)}`,
  ])
    expect((await undo(forged)).status).toBe(404)
  inHours(8 * 24)
  expect(await undo(token)).toMatchObject({
    status: 404,
    body: {
      message: 'This link is no longer valid. If you lost access to your account, please call us.',
    },
  })
  expect(await emailOf(user.id)).toBe('new@example.com')
})

test('a former address that has its own account is not taken from it', async () => {
  const user = await makeUser({ email: 'old@example.com' })
  const browser = await signedIn(user)
  await change(browser, 'new@example.com')
  await change(browser, 'new@example.com', await mailedCode('new@example.com'))
  const token = await undoToken('old@example.com')
  await signInByCode(openBrowser(site), 'old@example.com')
  expect((await undo(token)).status).toBe(409)
  expect(await emailOf(user.id)).toBe('new@example.com')
})

const proven = { email: 'old@example.com', emailProvenAt: new Date(0) }

async function officeChanges(user: Awaited<ReturnType<typeof makeUser>>, email: string) {
  const admin = await makeUser({ role: 'admin' })
  const answer = await transaction(() => changeEmailForPerson(user, email, admin.id))
  return { answer, office: await signedIn(admin) }
}

test('the office changes an unproven address at once', async () => {
  const user = await makeUser({ email: 'typo@example.com', emailProvenAt: null })
  expect((await officeChanges(user, 'right@example.com')).answer).toBe('changed')
  expect(await emailOf(user.id)).toBe('right@example.com')
})

test('the office changes a proven address after a day, and its owner is signed out', async () => {
  const user = await makeUser(proven)
  const browser = await signedIn(user)
  const { answer, office } = await officeChanges(user, 'new@example.com')
  expect(answer).toBe('in a day')
  const waiting = `/api/admin/email-changes/${user.id}`
  expect((await office.call(`GET ${waiting}`)).body).toMatchObject({ email: 'new@example.com' })
  inHours(23)
  await makeDueEmailChanges()
  expect(await emailOf(user.id)).toBe('old@example.com')
  inHours(2)
  await Promise.all([makeDueEmailChanges(), makeDueEmailChanges()])
  expect(await emailOf(user.id)).toBe('new@example.com')
  expect(await statusOf(browser)).toBe(401)
  expect((await office.call(`GET ${waiting}`)).body).toBeNull()
  expect((await undo(await undoToken('old@example.com'))).status).toBe(200)
  expect(await emailOf(user.id)).toBe('old@example.com')
})

test.each([
  ['its owner', async () => undo(await undoToken('old@example.com'))],
  [
    'the office',
    async (office: Browser, id: string) => office.call(`DELETE /api/admin/email-changes/${id}`),
  ],
])('%s stops a change that waits', async (_who, stop) => {
  const user = await makeUser(proven)
  const browser = await signedIn(user)
  const { office } = await officeChanges(user, 'new@example.com')
  expect((await stop(office, user.id)).status).toBe(200)
  inHours(25)
  await makeDueEmailChanges()
  expect([await emailOf(user.id), await statusOf(browser)]).toEqual(['old@example.com', 200])
})

test('a waiting change to an address that got its own account is dropped', async () => {
  const user = await makeUser(proven)
  const { office } = await officeChanges(user, 'new@example.com')
  await signInByCode(openBrowser(site), 'new@example.com')
  inHours(25)
  await makeDueEmailChanges()
  expect(await emailOf(user.id)).toBe('old@example.com')
  expect((await office.call(`GET /api/admin/email-changes/${user.id}`)).body).toBeNull()
})

test('devices are listed by browser and network, and signed out one by one or all at once', async () => {
  const phone = openBrowser(site, '198.51.100.9')
  const userAgent =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
  await phone.call('POST /api/auth/email-code', { body: { email: 'ada@example.com' } })
  const body = { code: await mailedCode('ada@example.com') }
  const headers = { 'user-agent': userAgent }
  const { id } = (await phone.call('POST /api/auth/email-code/verify', { body, headers })).body
  const [desk, tablet, stranger] = [
    await signedIn({ id }),
    await signedIn({ id }),
    await signedIn(await makeUser()),
  ]
  const list = (await desk.call('GET /api/account/sessions')).body
  expect(list).toHaveLength(3)
  expect(list).toContainEqual(
    expect.objectContaining({
      browser: 'Chrome',
      system: 'Android',
      network: '198.51.100.9',
      isThis: false,
    }),
  )
  expect(list.filter(({ isThis }: { isThis: boolean }) => isThis)).toHaveLength(1)
  const ofPhone = list.find(({ browser }: { browser: string }) => browser === 'Chrome').id
  const end = (by: Browser) => by.call(`DELETE /api/account/sessions/${ofPhone}`)
  expect([(await end(stranger)).status, await statusOf(phone)]).toEqual([404, 200])
  expect([(await end(desk)).status, await statusOf(phone)]).toEqual([200, 401])
  expect((await end(desk)).status).toBe(404)
  expect((await desk.call('DELETE /api/account/sessions')).status).toBe(200)
  expect([await statusOf(desk), await statusOf(tablet), await statusOf(stranger)]).toEqual([
    200, 401, 200,
  ])
})

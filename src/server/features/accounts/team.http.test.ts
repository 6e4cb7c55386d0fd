import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { signIn } from './actions/sign-in.ts'

const app = useTestApp({ at: monday })

const list = 'GET /api/admin/team'
const invite = 'POST /api/admin/team'
const remove = 'DELETE /api/admin/team/{id}'
const device = { userAgent: '', network: '' }

test('somebody invited gets a mail, and is an admin from the first sign-in on', async () => {
  const owner = await app.as('admin')
  const body = { email: ' Ada@Example.com', firstName: 'Ada', lastName: 'Lovelace' }
  expect(await owner.call(invite, { body })).toMatchObject({
    status: 201,
    body: { name: 'Ada Lovelace', email: 'ada@example.com', lastLoginAt: null },
  })
  await runDueTasks()
  const mails = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, 'ada@example.com'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain('/sign-in')
  const { userId } = await signIn({ email: 'ada@example.com' }, undefined, device)
  const [ada] = await db().select().from(users).where(eq(users.id, userId))
  expect(ada?.role).toBe('admin')
  expect((await owner.call(list)).body).toHaveLength(2)
  // Again changes nothing and mails nothing.
  expect((await owner.call(invite, { body })).status).toBe(201)
  await runDueTasks()
  expect(await db().$count(sentMessages, eq(sentMessages.recipient, 'ada@example.com'))).toBe(1)
  const audit = await owner.call('GET /api/admin/audit', { query: { about: 'team' } })
  expect(audit.body).toHaveLength(1)
})

test('a customer or technician becomes an admin only when the office confirms it', async () => {
  const owner = await app.as('admin')
  for (const role of ['customer', 'technician'] as const) {
    const { email, id } = await makeUser({ role })
    const asked = await owner.call(invite, { body: { email } })
    expect([asked.status, asked.body.details]).toEqual([409, { reason: 'other_role' }])
    expect((await owner.call(invite, { body: { email, confirmed: true } })).status).toBe(201)
    const [now] = await db().select().from(users).where(eq(users.id, id))
    expect(now?.role).toBe('admin')
  }
})

test.each([
  ['can sign in no more', undefined, { role: 'admin', deactivatedAt: expect.any(Date) }],
  ['is a customer', 'customer', { role: 'customer', deactivatedAt: null }],
  ['is a technician', 'technician', { role: 'technician', deactivatedAt: null }],
])('who is removed is signed out at once, and %s', async (_what, to, expected) => {
  const [owner, other] = [await app.as('admin'), await app.as('admin')]
  const { id } = other.user
  expect((await owner.call(remove, { params: { id }, query: to ? { to } : {} })).status).toBe(200)
  expect((await other.call(list)).status).toBe(401)
  const [row] = await db().select().from(users).where(eq(users.id, id))
  expect(row).toMatchObject(expected)
  expect((await owner.call(remove, { params: { id } })).status).toBe(404)
  if (!to) {
    await expect(signIn({ email: other.user.email ?? '' }, undefined, device)).rejects.toThrow(
      'closed',
    )
    expect((await owner.call(invite, { body: { email: other.user.email } })).status).toBe(201)
    await signIn({ email: other.user.email ?? '' }, undefined, device)
  }
})

test('the last admin stays, even when two remove each other at once', async () => {
  const [one, other] = [await app.as('admin'), await app.as('admin')]
  const answers = await Promise.all([
    one.call(remove, { params: { id: other.user.id } }),
    other.call(remove, { params: { id: one.user.id } }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const [left] = [one, other].filter((_, index) => answers[index]?.status === 200)
  expect((await left?.call(list))?.body).toHaveLength(1)
  const last = await left?.call(remove, { params: { id: left.user.id } })
  expect([last?.status, last?.body.details]).toEqual([409, { reason: 'last_admin' }])
})

test('the owner of ADMIN_EMAIL is not an admin again after the team removed them', async () => {
  await app.as('admin')
  const email = 'founder@example.com'
  const { userId } = await signIn({ email }, email, device)
  const roleNow = async () => (await db().select().from(users).where(eq(users.id, userId)))[0]?.role
  expect(await roleNow()).toBe('admin')
  const owner = await app.as('admin')
  await owner.call(remove, { params: { id: userId }, query: { to: 'customer' } })
  await signIn({ email }, email, device)
  expect(await roleNow()).toBe('customer')
})

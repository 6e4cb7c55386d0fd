import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { users } from '#server/database/tables/users.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import {
  changeEmailForPerson,
  makeDueEmailChanges,
} from '#server/features/accounts/actions/change-email.ts'
import { addToTeam } from './actions/team.ts'
import { signIn } from '#server/features/accounts/actions/sign-in.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })

const list = 'GET /api/admin/team'
const invite = 'POST /api/admin/team'
const remove = 'DELETE /api/admin/team/{id}'
const device = { userAgent: '', network: '' }

test('an invited person gets a mail, and is an admin from the first sign-in on', async () => {
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
    const before = await app.as(role)
    const { email, id } = before.user
    const asked = await owner.call(invite, { body: { email } })
    expect([asked.status, asked.body.details]).toEqual([409, { reason: 'other_role' }])
    expect((await owner.call(invite, { body: { email, confirmed: true } })).status).toBe(201)
    const [now] = await db().select().from(users).where(eq(users.id, id))
    expect(now?.role).toBe('admin')
    expect((await before.call(list)).status).toBe(401)
  }
})

test('a former address cannot recover the account of a person who joins the office', async () => {
  const owner = await app.as('admin')
  const { id } = await makeUser({ email: 'ada@example.com', emailProvenAt: now() })
  const person = { id, email: 'ada@example.com', emailProvenAt: now() }
  const emailNow = async () => (await db().select().from(users).where(eq(users.id, id)))[0]?.email
  await transaction(() => changeEmailForPerson(person, 'other@example.com', owner.user.id))
  const body = { email: 'ada@example.com', confirmed: true }
  expect((await owner.call(invite, { body })).status).toBe(201)
  await runDueTasks()
  const mails = await db().select().from(sentMessages)
  const token = /\/undo-email\/([\w.-]+)/.exec(mails.map((mail) => mail.body).join('\n'))?.[1]
  const undone = await app.call('POST /api/account/email-changes/undo', { body: { token } })
  expect([token === undefined, undone.status]).toEqual([false, 404])
  travelTo(new Date(now().getTime() + 25 * 3_600_000))
  await makeDueEmailChanges()
  expect(await emailNow()).toBe('ada@example.com')
})

test.each([
  ['can sign in no more', 'none', { role: 'admin', deactivatedAt: expect.any(Date) }],
  ['is a customer by default', undefined, { role: 'customer', deactivatedAt: null }],
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
  if (to === 'none') {
    await expect(signIn({ email: other.user.email ?? '' }, undefined, device)).rejects.toThrow(
      'closed',
    )
    expect((await owner.call(invite, { body: { email: other.user.email } })).status).toBe(201)
    await signIn({ email: other.user.email ?? '' }, undefined, device)
  }
})

test('a removed admin gets their previous role back', async () => {
  const owner = await app.as('admin')
  const roleOf = async (id: string) => {
    const [row] = await db().select().from(users).where(eq(users.id, id))
    return [row?.role, row?.deactivatedAt]
  }
  for (const role of ['customer', 'technician'] as const) {
    const { email, id } = await makeUser({ role })
    await owner.call(invite, { body: { email, confirmed: true } })
    expect((await owner.call(remove, { params: { id } })).status).toBe(200)
    expect(await roleOf(id)).toEqual([role, null])
  }
  // Nothing logged who they were: added by the command line.
  const body = { email: 'tess@example.com', firstName: 'Tess', lastName: 'Tech' }
  const { id } = (await owner.call('POST /api/admin/technicians', { body })).body
  await addToTeam({ email: body.email, confirmed: true }, null)
  await owner.call(remove, { params: { id } })
  expect(await roleOf(id)).toEqual(['technician', null])
})

test('an address whose access to the office was closed can become a technician', async () => {
  const [owner, other] = [await app.as('admin'), await app.as('admin')]
  await owner.call(remove, { params: { id: other.user.id }, query: { to: 'none' } })
  const body = { email: other.user.email, firstName: 'Tess', lastName: 'Tech' }
  const added = await owner.call('POST /api/admin/technicians', { body })
  expect(added).toMatchObject({ status: 201, body: { id: other.user.id, status: 'active' } })
})

test('visits of a technician who joins the office return to the queue, once confirmed', async () => {
  const owner = await app.as('admin')
  const { id, email } = await makeUser({ role: 'technician' })
  const visits = [1, 2].map((slot) => ({ serviceDate: '2030-01-02', slot: slotAt(slot), seat: 1 }))
  for (const visit of visits) await makeJob({ ...visit, technicianId: id, status: 'assigned' })
  const asked = await owner.call(invite, { body: { email } })
  expect([asked.status, asked.body.details]).toEqual([409, { reason: 'other_role', visits: 2 }])
  expect(asked.body.message).toContain('2 assigned visits')
  expect(await db().$count(jobs, eq(jobs.technicianId, id))).toBe(2)
  expect((await owner.call(invite, { body: { email, confirmed: true } })).status).toBe(201)
  expect(await db().select().from(jobs)).toMatchObject([
    { status: 'scheduled', technicianId: null },
    { status: 'scheduled', technicianId: null },
  ])
  expect(await db().$count(jobEvents, eq(jobEvents.kind, 'job_unassigned'))).toBe(2)
})

test('a technician with a visit in progress joins the office only afterwards', async () => {
  const owner = await app.as('admin')
  const { id, email } = await makeUser({ role: 'technician' })
  await makeJob({ technicianId: id, status: 'in_progress' })
  const refused = await owner.call(invite, { body: { email, confirmed: true } })
  expect([refused.status, refused.body.details]).toEqual([409, { reason: 'under_way' }])
  const [row] = await db().select().from(users).where(eq(users.id, id))
  expect(row?.role).toBe('technician')
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

test('an invitation that no one has accepted yet does not replace the last admin', async () => {
  const owner = await app.as(await makeUser({ role: 'admin', lastLoginAt: monday }))
  const { body: typo } = await owner.call(invite, { body: { email: 'oner@example.com' } })
  const leave = () => owner.call(remove, { params: { id: owner.user.id } })
  const refused = await leave()
  expect([refused.status, refused.body.details]).toEqual([409, { reason: 'last_admin' }])
  await signIn({ email: typo.email }, undefined, device)
  expect((await leave()).status).toBe(200)
})

test('who invites someone is mailed, as their session may be stolen, and the others read it', async () => {
  const [owner, partner] = [await app.as('admin'), await app.as('admin')]
  await owner.call(invite, { body: { email: 'evil@example.com' } })
  await runDueTasks()
  const mails = await db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, owner.user.email ?? ''))
  expect(mails).toEqual([
    expect.objectContaining({
      subject: expect.stringContaining('evil@example.com'),
      body: expect.stringContaining('/admin/team'),
    }),
  ])
  const { body } = await partner.call('GET /api/notifications')
  expect(body).toMatchObject([
    { message: 'evil@example.com can manage visits, customers, prices and money now.' },
  ])
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
